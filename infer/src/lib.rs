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
//! Begin with [`Solver`]: it reads and writes text, and gives the answers of the command `quarterturn
//! solve`. The layer below it has typed states and moves. There an [`eval::Evaluator`] estimates the
//! cost-to-go of states, a [`search::Search`] uses it to find solutions within [`Limits`], and an
//! [`Outcome`] holds the best verified solution. [`puzzles`] is the registry of puzzles, and [`models`]
//! finds weight files.
//!
//! | feature | what | default |
//! |---|---|---|
//! | `cli` | the program `quarterturn` | yes |
//! | `compare` | classical solvers beside the learned ones, and `quarterturn compare` | yes |
//! | `plot` | charts as SVG and PNG | with `compare` |
//! | `libtorch` | networks on LibTorch, on the processor and on NVIDIA GPUs ([`eval::Device`]) | no |
//! | `cube3-base`, `cube3-htm-base`, `cube2-base`, `cube3-micro`, `puzzle15-base`, `puzzle24-base`, `puzzle35-base`, `puzzle48-base`, `lightsout7-base`, `sokoban-base` | a network inside the library | yes |
//!
//! Minimum Rust version: 1.94. Before 1.0, a minor version may change this interface.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod address_space;
pub mod analysis;
#[cfg(feature = "compare")]
pub mod baseline;
pub mod blocks;
mod clock;
pub mod costs;
pub mod eval;
mod foreign;
pub mod group;
pub mod limits;
pub mod lines;
pub mod measure;
mod memory;
pub mod models;
pub mod outcome;
mod parallel;
#[cfg(feature = "plot")]
pub mod picture;
pub mod puzzles;
pub mod refusal;
pub mod search;
pub mod solver;
pub mod states;
pub mod suite;
#[cfg(feature = "units")]
#[doc(hidden)]
pub mod units;

pub use limits::{Limits, Stopped};
pub use outcome::{Counters, Outcome};
pub use quarterturn_core as core;
pub use quarterturn_core::{Metric, Move, Puzzle};
pub use refusal::Refusal;
pub use solver::{Answer, Settings, Solver};
