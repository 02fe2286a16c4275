//! What can be wrong with a file for GAP.

use super::MAX_POINTS;
use quarterturn_core::puzzle::permutation::MAX_MOVES;

/// A text that is no puzzle, and where.
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
    /// Points are 1 to [`MAX_POINTS`].
    #[error("there is no point {0}: they are 1 to {MAX_POINTS}")]
    NoPoint(usize),
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
}

impl GapErrorKind {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        use GapErrorKind::*;
        match self {
            Expected(_) => "gap-syntax",
            Undefined(_) => "gap-undefined",
            Twice(_) => "gap-name-twice",
            NoPoint(_) => "gap-no-point",
            PointTwice(_) => "gap-point-twice",
            Idle(_) => "gap-idle",
            NoGenerators => "gap-no-generators",
            TooManyGenerators => "gap-too-many-generators",
        }
    }
}
