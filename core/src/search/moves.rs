//! Sets of moves, for robots that cannot turn everything.

use super::guide::MAX_BRANCHING;
use crate::puzzle::Move;

/// A set of moves, of the first 32: the searches here make no others, and none but those can be in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveSet(u32);

const _: () = assert!(MAX_BRANCHING <= u32::BITS as usize);

impl MoveSet {
    /// No moves.
    pub const EMPTY: Self = Self(0);

    /// The moves `i` whose bits `1 << i` are set.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Whether there is no move in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a move is in the set.
    pub const fn contains(self, mv: Move) -> bool {
        mv.0 < 32 && self.0 >> mv.0 & 1 == 1
    }
}

impl FromIterator<Move> for MoveSet {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        let bit = |mv: Move| 1u32.checked_shl(mv.0.into()).unwrap_or(0);
        Self(moves.into_iter().fold(0, |bits, mv| bits | bit(mv)))
    }
}
