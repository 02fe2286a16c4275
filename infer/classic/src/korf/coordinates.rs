//! States as a few small numbers, and tables that move those.
//!
//! Corners have two numbers: the rank of the permutation (which piece is where), and the twists at the
//! positions. Each can be moved without the other. Six edges at a time have the rank of their positions,
//! in order, and their flips. A move flips a piece by its position, so the table of positions gives the
//! flips too.

use quarterturn_core::cube::Cube3;
use quarterturn_core::cube::orbit::Orbit;
use quarterturn_core::{Move, Puzzle};

/// Permutations of the corners.
const CORNER_PERMUTATIONS: usize = 40_320;
/// Twists of seven corners; the eighth follows.
const CORNER_TWISTS: usize = 2_187;
/// States of the corners.
pub(super) const CORNERS: usize = CORNER_PERMUTATIONS * CORNER_TWISTS;

/// Edges in a pattern.
const TRACKED: usize = 6;
const FLIPS: usize = 1 << TRACKED;
/// 12 · 11 · 10 · 9 · 8 · 7.
const EDGE_POSITIONS: usize = 665_280;
/// States of six edges.
pub(super) const EDGES: usize = EDGE_POSITIONS * FLIPS;

/// The edges of the two patterns: four of a face and two between the faces.
const PATTERNS: [[usize; TRACKED]; 2] = [[0, 1, 2, 3, 8, 9], [4, 5, 6, 7, 10, 11]];

/// A state: all that the patterns know, which is everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coordinates {
    permutation: u16,
    twist: u16,
    /// Positions × 64 + flips of each pattern.
    pub edges: [u32; 2],
}

impl Coordinates {
    /// Of a cube.
    pub fn of(cube: &Cube3) -> Self {
        let inverse = cube.corners.inverse();
        let piece: [u8; 8] = inverse.slots().map(|s| s / 3);
        let twist = inverse.slots().map(|s| (3 - s % 3) % 3);
        Self {
            permutation: rank(&piece, 8) as u16,
            twist: digits(&twist[..7]) as u16,
            edges: PATTERNS.map(|tracked| {
                let slots = tracked.map(|piece| cube.edges.slot(piece) as u8);
                let positions = slots.map(|s| s / 2);
                let flips = slots
                    .iter()
                    .rev()
                    .fold(0, |sum, s| sum * 2 + (s % 2) as usize);
                (rank(&positions, 12) * FLIPS + flips) as u32
            }),
        }
    }

    /// The number of the corners' state, below [`CORNERS`].
    pub fn corners(&self) -> usize {
        usize::from(self.permutation) * CORNER_TWISTS + usize::from(self.twist)
    }
}

/// What each move does to each number.
#[derive(Clone, Debug)]
pub(super) struct MoveTables {
    moves: usize,
    permutation: Vec<u16>,
    twist: Vec<u16>,
    /// Positions × 64, with the flips that the move adds.
    edges: Vec<u32>,
}

impl MoveTables {
    /// For the moves of a puzzle.
    pub fn new<P: Puzzle<State = Cube3>>(puzzle: &P) -> Self {
        let turns: Vec<Cube3> = puzzle
            .moves()
            .map(|m| puzzle.apply(&Cube3::SOLVED, m))
            .collect();
        let mut tables = Self {
            moves: puzzle.move_count(),
            permutation: Vec::with_capacity(CORNER_PERMUTATIONS * puzzle.move_count()),
            twist: Vec::with_capacity(CORNER_TWISTS * puzzle.move_count()),
            edges: Vec::with_capacity(EDGE_POSITIONS * puzzle.move_count()),
        };
        for number in 0..CORNER_PERMUTATIONS {
            let piece: [u8; 8] = unrank(number, 8);
            let moved = turns.iter().map(|turn| {
                let mut out = piece;
                (0..8).for_each(|p| out[turn.corners.image(3 * p) / 3] = piece[p]);
                rank(&out, 8) as u16
            });
            tables.permutation.extend(moved);
        }
        for number in 0..CORNER_TWISTS {
            let twist = twists(number);
            let moved = turns.iter().map(|turn| {
                let mut out = twist;
                for (p, twist) in twist.iter().enumerate() {
                    let slot = turn.corners.image(3 * p + usize::from(*twist));
                    out[slot / 3] = (slot % 3) as u8;
                }
                digits(&out[..7]) as u16
            });
            tables.twist.extend(moved);
        }
        for number in 0..EDGE_POSITIONS {
            let positions: [u8; TRACKED] = unrank(number, 12);
            let moved = turns
                .iter()
                .map(|turn| moved_edges(&positions, &turn.edges));
            tables.edges.extend(moved);
        }
        tables
    }

    /// The state after a move.
    #[inline]
    pub fn apply(&self, at: &Coordinates, mv: Move) -> Coordinates {
        let mv = mv.index();
        Coordinates {
            permutation: self.permutation[usize::from(at.permutation) * self.moves + mv],
            twist: self.twist[usize::from(at.twist) * self.moves + mv],
            edges: at.edges.map(|e| self.edge(e, mv)),
        }
    }

    #[inline]
    fn edge(&self, edges: u32, mv: usize) -> u32 {
        let (positions, flips) = (edges as usize / FLIPS, edges % FLIPS as u32);
        self.edges[positions * self.moves + mv] ^ flips
    }

    /// The corners after each move.
    pub fn next_corners(&self, corners: usize, out: &mut [usize]) {
        let (permutation, twist) = (corners / CORNER_TWISTS, corners % CORNER_TWISTS);
        let permutations = &self.permutation[permutation * self.moves..];
        let twists = &self.twist[twist * self.moves..];
        for (out, (p, t)) in out.iter_mut().zip(permutations.iter().zip(twists)) {
            *out = usize::from(*p) * CORNER_TWISTS + usize::from(*t);
        }
    }

    /// Six edges after each move.
    pub fn next_edges(&self, edges: usize, out: &mut [usize]) {
        for (mv, out) in out.iter_mut().enumerate() {
            *out = self.edge(edges as u32, mv) as usize;
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        2 * (self.permutation.len() + self.twist.len()) + 4 * self.edges.len()
    }
}

fn moved_edges(positions: &[u8; TRACKED], turn: &Orbit<12, 2>) -> u32 {
    let slots = positions.map(|p| turn.image(2 * usize::from(p)) as u8);
    let flips = slots
        .iter()
        .rev()
        .fold(0, |sum, s| sum * 2 + u32::from(s % 2));
    (rank(&slots.map(|s| s / 2), 12) * FLIPS) as u32 + flips
}

/// The number of an ordered choice of `N` out of `from` things.
fn rank<const N: usize>(chosen: &[u8; N], from: usize) -> usize {
    (0..N).fold(0, |sum, i| {
        let earlier = chosen[..i].iter().filter(|&&c| c < chosen[i]).count();
        sum * (from - i) + usize::from(chosen[i]) - earlier
    })
}

/// The ordered choice of that number.
fn unrank<const N: usize>(mut number: usize, from: usize) -> [u8; N] {
    let mut chosen = [0; N];
    for i in (0..N).rev() {
        chosen[i] = (number % (from - i)) as u8;
        number /= from - i;
    }
    // Digits count the things that are left; earlier choices shift later ones.
    for i in (0..N).rev() {
        for j in i + 1..N {
            chosen[j] += u8::from(chosen[j] >= chosen[i]);
        }
    }
    chosen
}

/// Digits in base 3 as a number.
fn digits(twists: &[u8]) -> usize {
    twists
        .iter()
        .rev()
        .fold(0, |sum, &t| sum * 3 + usize::from(t))
}

/// All eight twists of that number.
fn twists(number: usize) -> [u8; 8] {
    let mut twists = [0; 8];
    let mut rest = number;
    for twist in &mut twists[..7] {
        *twist = (rest % 3) as u8;
        rest /= 3;
    }
    let sum: u8 = twists.iter().sum();
    twists[7] = (3 - sum % 3) % 3;
    twists
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarterturn_core::cube::{Cube3Htm, Cube3Qtm};
    use quarterturn_core::random::random_moves;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    #[test]
    fn choices_are_numbered_without_gaps() {
        for number in (0..EDGE_POSITIONS).step_by(7) {
            assert_eq!(rank(&unrank::<6>(number, 12), 12), number);
        }
        assert_eq!(unrank::<6>(0, 12), [0, 1, 2, 3, 4, 5]);
        assert_eq!(unrank::<6>(EDGE_POSITIONS - 1, 12), [11, 10, 9, 8, 7, 6]);
    }

    #[test]
    fn numbers_move_as_the_cube_does() {
        fn check<P: Puzzle<State = Cube3>>(puzzle: &P) {
            let tables = MoveTables::new(puzzle);
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            let (mut cube, mut at) = (Cube3::SOLVED, Coordinates::of(&Cube3::SOLVED));
            for mv in random_moves(puzzle, Cube3::SOLVED, &mut rng, 2000) {
                (cube, at) = (puzzle.apply(&cube, mv), tables.apply(&at, mv));
                assert_eq!(at, Coordinates::of(&cube));
            }
        }
        check(&Cube3Qtm);
        check(&Cube3Htm);
    }
}
