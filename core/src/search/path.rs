//! A solution in the making, packed: the beam keeps two of them per unit of width.

use crate::puzzle::{Move, Puzzle};

/// Bytes of a path.
const BYTES: usize = 20;

/// Most moves of any path; a puzzle of more than sixteen moves has room for fewer.
pub const MAX_LENGTH: usize = 2 * BYTES;

/// A sequence of moves: four bits each where the puzzle has at most 16 moves, else five.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path([u8; BYTES]);

impl Path {
    /// No moves.
    pub const EMPTY: Self = Self([0; BYTES]);

    fn bits<P: Puzzle>(puzzle: &P) -> usize {
        if puzzle.move_count() <= 16 { 4 } else { 5 }
    }

    /// Most moves of a path.
    pub fn room<P: Puzzle>(puzzle: &P) -> usize {
        8 * BYTES / Self::bits(puzzle)
    }

    /// Move `i`.
    pub fn get<P: Puzzle>(&self, puzzle: &P, i: usize) -> Move {
        let at = i * Self::bits(puzzle);
        let byte = |i: usize| u16::from(self.0.get(i).copied().unwrap_or(0));
        let window = byte(at / 8) | byte(at / 8 + 1) << 8;
        Move((window >> (at % 8) & ((1 << Self::bits(puzzle)) - 1)) as u8)
    }

    /// Sets move `i`, which must still be zero.
    pub fn set<P: Puzzle>(&mut self, puzzle: &P, i: usize, mv: Move) {
        let at = i * Self::bits(puzzle);
        let window = (u16::from(mv.0) << (at % 8)).to_le_bytes();
        for (byte, bits) in self.0.iter_mut().skip(at / 8).zip(window) {
            *byte |= bits;
        }
    }

    /// The state after the first `length` moves.
    pub fn replay<P: Puzzle>(&self, puzzle: &P, root: &P::State, length: usize) -> P::State {
        (0..length).fold(root.clone(), |s, i| puzzle.apply(&s, self.get(puzzle, i)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{Cube3Htm, Cube3Qtm};

    fn round_trip<P: Puzzle>(puzzle: &P) {
        let mut path = Path::EMPTY;
        let nth = |i: usize| Move((i * 7 % puzzle.move_count()) as u8);
        for i in 0..Path::room(puzzle) {
            path.set(puzzle, i, nth(i));
        }
        for i in 0..Path::room(puzzle) {
            assert_eq!(path.get(puzzle, i), nth(i));
        }
    }

    #[test]
    fn paths_hold_every_move() {
        assert_eq!(Path::room(&Cube3Qtm), 40);
        assert_eq!(Path::room(&Cube3Htm), 32);
        round_trip(&Cube3Qtm);
        round_trip(&Cube3Htm);
    }
}
