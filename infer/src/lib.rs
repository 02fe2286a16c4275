//! Learned solvers for the Rubik's cube and its relatives: batched searches over small networks.
//!
//! ```
//! use quarterturn::Solver;
//!
//! let solver = Solver::builder().puzzle("cube2").build()?;
//! println!("{}", solver.solve("R U2 F' R'")?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Begin with [`Solver`]: it reads and writes text. [`Puzzle`], [`State`] and [`Move`] are values: a puzzle by name, from a file or from bytes, its
//! states and its moves. In the layer below, states and moves have types of their own. There an
//! [`eval::Evaluator`] estimates the cost-to-go of states, a [`search::Search`] uses it to find solutions
//! within [`Limits`], and an [`Outcome`] holds the best verified solution. [`puzzles`] has the names of
//! puzzles and the formats of files, and [`models`] finds weight files.
//!
//! | feature | what | default |
//! |---|---|---|
//! | `cube3-base`, `cube3-htm-base`, `cube2-base`, `cube2-report`, `cube3-micro`, `puzzle15-base`, `puzzle24-base`, `puzzle35-base`, `puzzle48-base`, `lightsout7-base`, `sokoban-base`, `dino-base`, `jewel-base` | a network inside the library | `cube3-base` |
//! | `networks` | all of these | no |
//! | `config` | prices of moves as TOML ([`MoveCosts::parse`](costs::MoveCosts)) | no |
//! | `serde` | answers as JSON ([`solver`]`::Report`) | with `config` |
//!
//! The program `quarterturn` is the crate `quarterturn-cli`, and classical solvers are in `quarterturn-classic`: they come
//! in by the door that is open to every other search, [`solver::Extension`].
//!
//! Minimum Rust version: 1.94. Before 1.0, a minor version may change this interface.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod clock;
pub mod costs;
pub mod encoding;
mod error;
pub mod eval;
mod fault;
pub mod foreign;
pub mod group;
pub mod limits;
mod memory;
pub mod models;
mod nearest;
mod news;
pub mod outcome;
pub mod parallel;
mod progress;
pub mod puzzles;
pub mod refusal;
pub mod search;
pub mod solver;

pub use fault::Fault;
pub use limits::{Limits, Stopped};
pub use memory::budget::Budget;
pub use outcome::{Counters, Outcome};
pub use progress::{Progress, Reporter};
pub use puzzles::{Move, Puzzle, State};
pub use quarterturn_core as core;
pub use quarterturn_core::Metric;
pub use refusal::Refusal;
pub use solver::{Answer, Settings, Solver};
