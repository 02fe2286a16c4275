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
pub mod models;
pub mod outcome;
#[cfg(feature = "plot")]
pub mod picture;
pub mod search;
pub mod suite;

pub use limits::{Limits, Stopped};
pub use outcome::{Counters, Outcome};
pub use quarterturn_core as core;
pub use quarterturn_core::{Metric, Move, Puzzle};
