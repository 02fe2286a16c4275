//! Classical solvers of the 3×3×3 cube and of sliding tiles, for comparison. They implement the same
//! traits as the learned searches.
//!
//! They use tables designed by people; nothing here is learned.

mod classical;
mod kept;
pub mod korf;
mod lazy;
pub mod patterns;
pub mod tightened;
pub mod two_phase;

pub(crate) use classical::bound;
pub use classical::{Classical, Tabled, folder};
pub use korf::Korf;
pub(crate) use lazy::Lazy;
pub use patterns::Patterns;
pub use tightened::Tightened;
pub use two_phase::TwoPhase;

/// The name, where a model is asked for, of the pattern databases that solve a puzzle.
pub const PATTERNS: &str = "patterns";
