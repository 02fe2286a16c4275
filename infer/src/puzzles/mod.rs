//! Puzzles: as values ([`Puzzle`], [`State`], [`Move`]), by name ([`all`]), from files ([`formats`]), and, in the layer
//! below, by their types and text forms ([`Text`]).

mod aim;
mod anatomy;
mod carry;
mod changes;
mod cubes;
mod definitions;
mod erased;
mod error;
mod file;
pub mod formats;
mod growth;
mod inspect;
mod kind;
mod lights;
mod listed;
mod mirror;
mod moves;
mod open;
mod order;
mod pattern;
mod pieces;
#[cfg(feature = "places")]
mod places;
mod puzzle;
mod registry;
mod reid;
mod repair;
mod same;
mod seeded;
mod sequence;
mod shared;
mod sokoban;
mod state;
mod stickers;
mod text;
mod tiles;

pub use aim::Aim;
pub use anatomy::Anatomy;
pub(crate) use carry::Carry;
pub use erased::{Erased, Packed};
pub use error::PuzzleError;
pub use formats::{STICKERS, Tables, gap, is_identity};
pub use growth::Growth;
pub use inspect::{Fault, Inspection};
pub(crate) use kind::by_type;
pub use kind::{Kind, Visitor};
pub use moves::Move;
pub use open::Open;
#[cfg(feature = "places")]
pub use places::Places;
pub use puzzle::{LONGEST_SCRAMBLE, Puzzle, Scramble};
pub use registry::{Which, all, find, is_file, names};
pub use same::{Sameness, same};
pub use seeded::Seeded;
pub use shared::{FromFile, Shared, Wide};
pub use sokoban::room;
pub use state::State;
pub use text::{Repair, Text, Turns, knows_bound};

pub(crate) use pieces::CODES;
pub(crate) use text::{meets_halfway, reversible};
