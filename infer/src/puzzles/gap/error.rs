//! Errors of a GAP file.

use super::STICKERS;
use quarterturn_core::puzzle::permutation::{MAX_MOVES, MAX_NAME};

/// A text that does not define a puzzle, and the place of the error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct GapError {
    /// Byte offset in the text.
    pub at: usize,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// What is wrong.
    pub kind: GapErrorKind,
}

/// The kinds of [`GapError`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GapErrorKind {
    /// Something else stands here.
    #[error("{0} was expected")]
    Expected(&'static str),
    /// A list names what the file has not defined before.
    #[error("{0:?} is not defined")]
    Undefined(String),
    /// A name is given twice.
    #[error("{0:?} is defined twice")]
    Twice(String),
    /// A point that is too large, in the file's digits.
    #[error("there is no point {0:.24}: a puzzle has up to {STICKERS} stickers")]
    NoPoint(String),
    /// Points count from 1.
    #[error("there is no point 0: points are counted from 1")]
    PointZero,
    /// More stickers than a puzzle has.
    #[error("{0} stickers are more than {STICKERS}")]
    TooManyStickers(usize),
    /// A point is twice in one permutation, or in two groups of identical stickers.
    #[error("the point {0} is there twice")]
    PointTwice(usize),
    /// A generator that moves nothing.
    #[error("the generator {0:?} moves nothing")]
    Idle(String),
    /// The file generates nothing.
    #[error("there are no generators")]
    NoGenerators,
    /// More generators than a puzzle has moves.
    #[error("there are more than {MAX_MOVES} generators")]
    TooManyGenerators,
    /// More moves than a puzzle has.
    #[error("there are more than {MAX_MOVES} moves, counting those that undo others")]
    TooManyMoves,
    /// A name that is too long; the name of an inverse has a prime in addition.
    #[error("the name {0:.80} is longer than {MAX_NAME} bytes")]
    LongName(String),
}

impl GapErrorKind {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        use GapErrorKind::*;
        match self {
            Expected(_) => "gap-syntax",
            Undefined(_) => "gap-undefined",
            Twice(_) => "gap-name-twice",
            NoPoint(_) | PointZero => "gap-no-point",
            TooManyStickers(_) => "gap-too-many-stickers",
            PointTwice(_) => "gap-point-twice",
            Idle(_) => "gap-idle",
            NoGenerators => "gap-no-generators",
            TooManyGenerators => "gap-too-many-generators",
            TooManyMoves => "gap-too-many-moves",
            LongName(_) => "gap-long-name",
        }
    }
}
