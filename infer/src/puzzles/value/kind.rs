//! Puzzles by their types: the one dispatcher from a puzzle that is known by name, or read from a file, to code that
//! is compiled for its type.

use super::Erased;
use crate::puzzles::{Cube3Turns, Text};

/// A puzzle by its type. The 3×3×3 cube has a type of its own, which searches are compiled for; one type serves all
/// others.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// The 3×3×3 cube.
    Cube3(Cube3Turns),
    /// Any other puzzle.
    Other(Erased),
}

/// Says the same of a puzzle of any [`Kind`].
macro_rules! by_type {
    ($kind:expr, $puzzle:ident => $said:expr) => {
        match $kind {
            $crate::puzzles::Kind::Cube3($puzzle) => $said,
            $crate::puzzles::Kind::Other($puzzle) => $said,
        }
    };
}

pub(crate) use by_type;

impl From<Cube3Turns> for Kind {
    fn from(puzzle: Cube3Turns) -> Self {
        Self::Cube3(puzzle)
    }
}

impl From<Erased> for Kind {
    fn from(puzzle: Erased) -> Self {
        Self::Other(puzzle)
    }
}

/// An operation on a puzzle whose type is not known.
pub trait Visitor {
    /// Its result.
    type Output;

    /// Runs it for this puzzle.
    fn visit<P: Text>(self, puzzle: &P) -> Self::Output;
}
