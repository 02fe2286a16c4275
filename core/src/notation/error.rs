//! What can be wrong with a move sequence.

use super::MAX_DEPTH;
use crate::quoted::Quoted;

/// A move sequence that cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind} (at byte {at})")]
pub struct NotationError {
    /// Byte offset of the offending token in the text.
    pub at: usize,
    /// What is wrong with it.
    pub kind: NotationErrorKind,
}

/// The kinds of [`NotationError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotationErrorKind {
    /// A character that begins no move.
    #[error("{} is not a move", Quoted(*.0))]
    UnknownMove(char),
    /// A prime or a number that follows no move.
    #[error("this mark belongs to no move")]
    StrayMark,
    /// A turn other than 1, 2 or 3 quarters, or a repeat count of 0 or beyond 32 bits.
    #[error("this count is out of range")]
    BadCount,
    /// A number before a bracket.
    #[error("this count stands before its bracket")]
    CountBefore,
    /// A number before a move that is not the 2 of a wide move.
    #[error("this number of layers cannot be turned")]
    LayerCount,
    /// `M`, `E` or `S` on the 2×2×2 cube.
    #[error("a 2×2×2 cube has no middle layer")]
    SliceOnCube2,
    /// Square brackets that are neither `[A, B]` nor `[A: B]`, or a `:` outside of them.
    #[error("this is neither a commutator nor a conjugate")]
    Commutator,
    /// `(` or `[` without its end.
    #[error("this bracket is never closed")]
    UnclosedBracket,
    /// `)` or `]` without its beginning.
    #[error("this bracket was never opened")]
    UnopenedBracket,
    /// Brackets nested deeper than [`MAX_DEPTH`].
    #[error("brackets are nested more than {MAX_DEPTH} deep")]
    TooDeep,
    /// Anything but a turn of one of the puzzle's faces, where only these are read.
    #[error("only plain turns of the puzzle's faces are read here")]
    PlainTurns,
    /// `/*` without `*/`.
    #[error("this comment is never closed")]
    UnclosedComment,
}

impl NotationError {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        use NotationErrorKind::*;
        match self.kind {
            UnknownMove(_) => "unknown-move",
            StrayMark => "stray-mark",
            BadCount => "bad-count",
            CountBefore => "count-before",
            LayerCount => "layer-count",
            SliceOnCube2 => "slice-on-cube2",
            Commutator => "commutator",
            UnclosedBracket => "unclosed-bracket",
            UnopenedBracket => "unopened-bracket",
            TooDeep => "too-deep",
            PlainTurns => "plain-turns",
            UnclosedComment => "unclosed-comment",
        }
    }

    /// What to do about it.
    pub const fn hint(&self) -> &'static str {
        use NotationErrorKind::*;
        match self.kind {
            UnknownMove(',') => "separate moves by spaces; commas belong in commutators: [A, B]",
            UnknownMove(_) => {
                "moves are U R F D L B, wide Rw or r, slices M E S and rotations x y z, \
                 each with ' or 2 after it"
            }
            StrayMark => "write ' and 2 right after the move, each once: R' or R2",
            BadCount => "a turn is 1, 2 or 3 quarters; a bracket repeats at least once",
            CountBefore => "write the count behind the bracket: (R U)3",
            LayerCount => "write Rw or 2Rw for a wide move, M E S for a slice, x y z for the cube",
            SliceOnCube2 => "use U R F D L B and x y z only",
            Commutator => "write [A, B] for A B A' B', and [A: B] for A B A'",
            UnclosedBracket => "add ) where the repeated part ends, or ] after [A, B] and [A: B]",
            UnopenedBracket => "close the bracket that was opened last, or remove this one",
            TooDeep => "write the inner brackets out",
            PlainTurns => "write turns such as R U2 F', without brackets, rotations or wide moves",
            UnclosedComment => "add */ where the comment ends",
        }
    }
}
