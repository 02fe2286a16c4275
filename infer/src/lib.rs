//! Learned solvers for the Rubik's cube and its relatives: batched searches over small networks.
//!
//! An [`eval::Evaluator`] says what states cost, a [`search::Search`] finds solutions with it
//! within [`limits::Limits`], and an [`outcome::Outcome`] brings back the best verified one.

#![deny(clippy::print_stdout, clippy::print_stderr)]

#[cfg(feature = "compare")]
pub mod baseline;
pub mod costs;
pub mod eval;
pub mod limits;
pub mod lines;
pub mod measure;
mod memory;
pub mod models;
pub mod outcome;
#[cfg(feature = "plot")]
pub mod picture;
pub mod puzzles;
pub mod refusal;
pub mod search;
pub mod solver;
pub mod suite;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod units;

pub use limits::{Limits, Stopped};
pub use outcome::{Counters, Outcome};
pub use quarterturn_core as core;
pub use quarterturn_core::{Metric, Move, Puzzle};
pub use refusal::Refusal;
pub use solver::{Answer, Settings, Solver};
