//! Classical solvers of the 3×3×3 cube behind the same contract as the learned ones, to compare with.
//!
//! They know the cube by tables made from human insight; nothing here is learned.

mod classical;
pub mod korf;
pub mod tightened;
pub mod two_phase;

pub use classical::{Classical, Tabled, folder};
pub use korf::Korf;
pub use tightened::Tightened;
pub use two_phase::TwoPhase;
