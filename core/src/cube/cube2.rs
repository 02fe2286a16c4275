//! The 2×2×2 cube with its DBL corner fixed: 3,674,160 states, turns of U, R and F only.
//!
//! Fixing one corner removes whole-cube rotations; a turn of D is the turn of U in the opposite
//! direction followed by a rotation, and so on, so no state and no length is lost.

use super::cube3::mix;
use super::geometry::{Action, SYMMETRY, SYMMETRY_INVERSE};
use super::moves::{half, quarter};
use super::orbit::Orbit;
use super::turn::turn;
use crate::at::at;
use crate::puzzle::{Inputs, Metric, Move, Puzzle};

/// A state of the 2×2×2 cube: 7 bytes, the slot of each corner but the fixed one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cube2 {
    /// The seven corners that move.
    pub corners: Orbit<7, 3>,
}

impl Cube2 {
    /// The solved cube.
    pub const SOLVED: Self = Self {
        corners: Orbit::SOLVED,
    };

    /// The seven corners that move, of eight with the one at DBL in place.
    pub(crate) fn without_fixed(corners: &Orbit<8, 3>) -> Self {
        let mut slots = [0; 7];
        slots.copy_from_slice(&corners.slots()[..7]);
        Self {
            corners: Orbit::from_slots(slots).unwrap_or(Orbit::SOLVED),
        }
    }

    /// Whether turns can reach this state: the twists sum to zero.
    pub fn is_reachable(&self) -> bool {
        self.corners.twist() == 0
    }

    /// The cube after `quarters` clockwise quarter turns of U, R or F (face 0, 1 or 2).
    pub fn turned(&self, face: usize, quarters: usize) -> Self {
        Self {
            corners: self.corners.map(&turn(face, quarters).corner),
        }
    }
}

/// The symmetries that keep the DBL corner in its place: three rotations about its diagonal and
/// their mirror images.
const FRAMES: [u8; 6] = {
    let mut frames = [0; 6];
    let (mut found, mut i) = (0, 0);
    while i < SYMMETRY.len() {
        if SYMMETRY[i].corner[21] as usize / 3 == 7 {
            frames[found] = i as u8;
            found += 1;
        }
        i += 1;
    }
    assert!(found == 6 && frames[0] == 0);
    frames
};

fn symmetry(frame: usize) -> &'static Action {
    at(&SYMMETRY, (*at(&FRAMES, frame)).into())
}

/// `cube2`: the six quarter turns of U, R and F, counted in the quarter-turn metric.
///
/// Move index = face × 2 + (1 if anticlockwise), faces in URF order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cube2Qtm;

/// `cube2-htm`: the nine turns of U, R and F, counted in the half-turn metric.
///
/// Move index = face × 3 + quarters − 1, faces in URF order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cube2Htm;

macro_rules! shared_by_both_move_sets {
    () => {
        type State = Cube2;

        #[inline]
        fn family(&self) -> &str {
            "cube2"
        }

        #[inline]
        fn inputs(&self) -> Inputs {
            Inputs {
                width: 147,
                active: 7,
            }
        }

        #[inline]
        fn frames(&self) -> usize {
            FRAMES.len()
        }

        #[inline]
        fn goal(&self) -> Option<Cube2> {
            Some(Cube2::SOLVED)
        }

        #[inline]
        fn is_solved(&self, state: &Cube2) -> bool {
            *state == Cube2::SOLVED
        }

        #[inline]
        fn features(&self, state: &Cube2, out: &mut [u16]) {
            let slots = state.corners.slots();
            for (piece, (out, &slot)) in out[..7].iter_mut().zip(slots).enumerate() {
                *out = piece as u16 * 21 + u16::from(slot);
            }
        }

        #[inline]
        fn key(&self, state: &Cube2) -> u64 {
            mix(state.corners.slots())
        }

        #[inline]
        fn is_group(&self) -> bool {
            true
        }

        fn invert(&self, state: &Cube2) -> Option<Cube2> {
            Some(Cube2 {
                corners: state.corners.inverse(),
            })
        }

        fn then(&self, state: &Cube2, next: &Cube2) -> Option<Cube2> {
            Some(Cube2 {
                corners: state.corners.then(&next.corners),
            })
        }

        fn conjugate(&self, state: &Cube2, frame: usize) -> Cube2 {
            let (s, i) = (symmetry(frame), symmetry(self.inverse_frame(frame)));
            Cube2 {
                corners: state.corners.conjugate(&s.corner, &i.corner),
            }
        }

        fn inverse_frame(&self, frame: usize) -> usize {
            let inverse = *at(&SYMMETRY_INVERSE, (*at(&FRAMES, frame)).into());
            FRAMES.iter().position(|&f| f == inverse).unwrap_or(0)
        }
    };
}

impl Puzzle for Cube2Qtm {
    shared_by_both_move_sets!();

    fn name(&self) -> &str {
        "cube2"
    }

    #[inline]
    fn metric(&self) -> Metric {
        Metric::Quarter
    }

    #[inline]
    fn move_count(&self) -> usize {
        6
    }

    #[inline]
    fn length_step(&self) -> usize {
        2
    }

    #[inline]
    fn apply(&self, state: &Cube2, mv: Move) -> Cube2 {
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
        quarter::seen(mv, symmetry(frame))
    }
}

impl Puzzle for Cube2Htm {
    shared_by_both_move_sets!();

    fn name(&self) -> &str {
        "cube2-htm"
    }

    #[inline]
    fn metric(&self) -> Metric {
        Metric::Half
    }

    #[inline]
    fn move_count(&self) -> usize {
        9
    }

    #[inline]
    fn apply(&self, state: &Cube2, mv: Move) -> Cube2 {
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
        half::seen(mv, symmetry(frame))
    }
}
