//! The 3×3×3 cube: one state type, two move sets.

use super::geometry::{SYMMETRIES, SYMMETRY, SYMMETRY_INVERSE};
use super::moves::{half, quarter};
use super::orbit::Orbit;
use super::turn::turn;
use crate::at::at;
use crate::puzzle::{Inputs, Metric, Move, Puzzle};

/// A state of the 3×3×3 cube relative to its centres: 20 bytes, the slot of each piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(C)]
pub struct Cube3 {
    /// The eight corners.
    pub corners: Orbit<8, 3>,
    /// The twelve edges.
    pub edges: Orbit<12, 2>,
}

impl Cube3 {
    /// The solved cube.
    pub const SOLVED: Self = Self {
        corners: Orbit::SOLVED,
        edges: Orbit::SOLVED,
    };

    /// The product "first `self`, then `next`" as group elements.
    pub fn then(&self, next: &Self) -> Self {
        Self {
            corners: self.corners.then(&next.corners),
            edges: self.edges.then(&next.edges),
        }
    }

    /// The group inverse.
    pub fn inverse(&self) -> Self {
        Self {
            corners: self.corners.inverse(),
            edges: self.edges.inverse(),
        }
    }

    /// Whether face turns can reach this state: twists sum to zero, flips sum to zero, and
    /// corners and edges are permuted with the same parity.
    pub fn is_reachable(&self) -> bool {
        self.corners.twist() == 0
            && self.edges.twist() == 0
            && self.corners.is_odd() == self.edges.is_odd()
    }

    /// The cube after `quarters` clockwise quarter turns of a face (0..6 in URFDLB order).
    #[inline]
    pub fn turned(&self, face: usize, quarters: usize) -> Self {
        let turn = turn(face, quarters);
        Self {
            corners: self.corners.map(&turn.corner),
            edges: self.edges.map(&turn.edge),
        }
    }

    /// The cube as seen through symmetry `frame`.
    pub fn conjugate(&self, frame: usize) -> Self {
        let s = at(&SYMMETRY, frame);
        let i = at(&SYMMETRY, (*at(&SYMMETRY_INVERSE, frame)).into());
        Self {
            corners: self.corners.conjugate(&s.corner, &i.corner),
            edges: self.edges.conjugate(&s.edge, &i.edge),
        }
    }
}

/// `cube3`: the 12 quarter turns, counted in the quarter-turn metric.
///
/// Move index = face × 2 + (1 if anticlockwise), faces in URFDLB order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cube3Qtm;

/// `cube3-htm`: all 18 face turns, counted in the half-turn metric.
///
/// Move index = face × 3 + quarters − 1, faces in URFDLB order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cube3Htm;

/// The constants of the keys of cubes, one for each eight bytes of a state.
pub const KEYS: [u64; 3] = [
    0x9e37_79b9_7f4a_7c15,
    0xd1b5_4a32_d192_ed03,
    0x8cb9_2ba7_2f3d_8dd7,
];

/// A 64-bit mix of up to 24 bytes, the same on every machine (multiply-and-fold).
pub(super) fn mix(bytes: &[u8]) -> u64 {
    const K: [u64; 3] = KEYS;
    let mut words = [0u64; 3];
    for (word, chunk) in words.iter_mut().zip(bytes.chunks(8)) {
        let mut padded = [0; 8];
        padded[..chunk.len()].copy_from_slice(chunk);
        *word = u64::from_le_bytes(padded);
    }
    let fold = |a: u64, b: u64| {
        let p = u128::from(a) * u128::from(b);
        p as u64 ^ (p >> 64) as u64
    };
    fold(
        fold(words[0] ^ K[0], words[1] ^ K[1]) ^ K[1],
        words[2] ^ K[2],
    )
}

macro_rules! shared_by_both_move_sets {
    () => {
        type State = Cube3;

        #[inline]
        fn family(&self) -> &str {
            "cube3"
        }

        #[inline]
        fn inputs(&self) -> Inputs {
            Inputs {
                width: 480,
                active: 20,
            }
        }

        #[inline]
        fn frames(&self) -> usize {
            SYMMETRIES
        }

        #[inline]
        fn goal(&self) -> Option<Cube3> {
            Some(Cube3::SOLVED)
        }

        #[inline]
        fn is_solved(&self, state: &Cube3) -> bool {
            *state == Cube3::SOLVED
        }

        #[inline]
        fn features(&self, state: &Cube3, out: &mut [u16]) {
            // One loop each: the compiler turns them into a few vector instructions.
            let (corners, edges) = out[..20].split_at_mut(8);
            for (i, (out, &slot)) in corners.iter_mut().zip(state.corners.slots()).enumerate() {
                *out = i as u16 * 24 + u16::from(slot);
            }
            for (i, (out, &slot)) in edges.iter_mut().zip(state.edges.slots()).enumerate() {
                *out = (8 + i as u16) * 24 + u16::from(slot);
            }
        }

        #[inline]
        fn key(&self, state: &Cube3) -> u64 {
            let mut bytes = [0; 20];
            bytes[..8].copy_from_slice(state.corners.slots());
            bytes[8..].copy_from_slice(state.edges.slots());
            mix(&bytes)
        }

        #[inline]
        fn is_group(&self) -> bool {
            true
        }

        #[inline]
        fn invert(&self, state: &Cube3) -> Option<Cube3> {
            Some(state.inverse())
        }

        fn then(&self, state: &Cube3, next: &Cube3) -> Option<Cube3> {
            Some(state.then(next))
        }

        fn conjugate(&self, state: &Cube3, frame: usize) -> Cube3 {
            state.conjugate(frame)
        }

        fn inverse_frame(&self, frame: usize) -> usize {
            (*at(&SYMMETRY_INVERSE, frame)).into()
        }
    };
}

impl Puzzle for Cube3Qtm {
    shared_by_both_move_sets!();

    fn name(&self) -> &str {
        "cube3"
    }

    #[inline]
    fn metric(&self) -> Metric {
        Metric::Quarter
    }

    #[inline]
    fn move_count(&self) -> usize {
        12
    }

    #[inline]
    fn length_step(&self) -> usize {
        2
    }

    #[inline]
    fn apply(&self, state: &Cube3, mv: Move) -> Cube3 {
        let (face, quarters) = quarter::turn(mv);
        state.turned(face, quarters)
    }

    #[inline]
    fn undo(&self, mv: Move) -> Option<Move> {
        Some(quarter::undo(mv))
    }

    fn move_name(&self, mv: Move) -> &str {
        quarter::name(mv)
    }

    #[inline]
    fn redundant(&self, previous: Move, next: Move) -> bool {
        quarter::redundant(previous, next)
    }

    fn conjugate_move(&self, mv: Move, frame: usize) -> Move {
        quarter::seen(mv, at(&SYMMETRY, frame))
    }
}

impl Puzzle for Cube3Htm {
    shared_by_both_move_sets!();

    fn name(&self) -> &str {
        "cube3-htm"
    }

    #[inline]
    fn metric(&self) -> Metric {
        Metric::Half
    }

    #[inline]
    fn move_count(&self) -> usize {
        18
    }

    #[inline]
    fn apply(&self, state: &Cube3, mv: Move) -> Cube3 {
        let (face, quarters) = half::turn(mv);
        state.turned(face, quarters)
    }

    #[inline]
    fn undo(&self, mv: Move) -> Option<Move> {
        Some(half::undo(mv))
    }

    fn move_name(&self, mv: Move) -> &str {
        half::name(mv)
    }

    #[inline]
    fn redundant(&self, previous: Move, next: Move) -> bool {
        half::redundant(previous, next)
    }

    fn conjugate_move(&self, mv: Move, frame: usize) -> Move {
        half::seen(mv, at(&SYMMETRY, frame))
    }
}
