//! Puzzles: as values ([`Puzzle`], [`State`], [`Move`]), by name ([`all`]), from files ([`formats`]), and, in the layer
//! below, by their types and text forms ([`Text`]).

mod builtin;
mod defined;
pub mod formats;
#[cfg(feature = "places")]
mod places;
mod text;
mod value;

pub use builtin::cubes::Cube3Turns;
pub use builtin::cubes::inspect::{Flaw, Inspection};
pub use builtin::sokoban::room;
pub(crate) use defined::Carry;
pub use defined::{Anatomy, Sameness, Shared, same};
pub use formats::{STICKERS, Tables, gap, is_identity};
#[cfg(feature = "places")]
pub use places::Places;
pub use text::{Open, Repair, Text, Turns, knows_bound};
pub use value::{
    Aim, AsSymbols, Erased, Growth, Kind, LONGEST_SCRAMBLE, Move, Own, Puzzle, PuzzleError, Rows,
    Scramble, Seeded, State, Visitor, Which, all, find, is_file, names,
};

pub(crate) use defined::pieces::CODES;
pub(crate) use text::{meets_halfway, reversible};
pub(crate) use value::by_type;
