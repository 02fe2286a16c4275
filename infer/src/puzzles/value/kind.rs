//! Puzzles by their types: the one dispatcher from a puzzle that is known by name, or read from a file, to code that
//! is compiled for its type.

use super::Erased;
use crate::puzzles::{Text, Wide};
use quarterturn_core::cube::{Cube3Htm, Cube3Qtm};

/// A puzzle by its type. The 3×3×3 cube has types of its own, which searches are compiled for; three types serve all
/// others.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// The 3×3×3 cube in quarter turns.
    Cube3(Cube3Qtm),
    /// The 3×3×3 cube in half turns.
    Cube3Htm(Cube3Htm),
    /// States of up to 16 bytes.
    Small(Erased<16>),
    /// States of up to 64 bytes.
    Medium(Erased<64>),
    /// States of any size, on the heap.
    Large(Wide),
}

/// Says the same of a puzzle of any [`Kind`].
macro_rules! by_type {
    ($kind:expr, $puzzle:ident => $said:expr) => {
        match $kind {
            $crate::puzzles::Kind::Cube3($puzzle) => $said,
            $crate::puzzles::Kind::Cube3Htm($puzzle) => $said,
            $crate::puzzles::Kind::Small($puzzle) => $said,
            $crate::puzzles::Kind::Medium($puzzle) => $said,
            $crate::puzzles::Kind::Large($puzzle) => $said,
        }
    };
}

pub(crate) use by_type;

macro_rules! kinds {
    ($($name:ident: $puzzle:ty,)*) => {$(
        impl From<$puzzle> for Kind {
            fn from(puzzle: $puzzle) -> Self {
                Self::$name(puzzle)
            }
        }
    )*};
}

kinds! {
    Cube3: Cube3Qtm,
    Cube3Htm: Cube3Htm,
    Small: Erased<16>,
    Medium: Erased<64>,
    Large: Wide,
}

/// An operation on a puzzle whose type is not known.
pub trait Visitor {
    /// Its result.
    type Output;

    /// Runs it for this puzzle.
    fn visit<P: Text>(self, puzzle: &P) -> Self::Output;
}
