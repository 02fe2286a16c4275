//! Puzzles, states and moves as values, whatever their types.

mod erased;
mod error;
mod growth;
mod kind;
mod mirror;
mod moves;
mod numbers;
mod other_goal;
mod own;
mod puzzle;
mod registry;
mod rows;
mod seeded;
mod state;

pub use erased::{AsSymbols, Erased};
pub use error::PuzzleError;
pub use growth::Growth;
pub(crate) use kind::by_type;
pub use kind::{Kind, Visitor};
pub use moves::Move;
pub use other_goal::Aim;
pub use own::Own;
pub use puzzle::{LONGEST_SCRAMBLE, Puzzle, Scramble};
pub use registry::{Which, all, find, is_file, names};
pub use rows::Rows;
pub use seeded::Seeded;
pub use state::State;
