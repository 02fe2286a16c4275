//! Classical solvers of the 3×3×3 cube and of sliding tiles, for comparison. They implement the same
//! traits as the learned searches of the crate `quarterturn`, and [`Classical`] names them for its solvers:
//!
//! ```
//! use quarterturn::Solver;
//! use quarterturn::solver::{SearchKind, Settings};
//! use quarterturn_classic::{Classical, TwoPhase};
//! use std::sync::Arc;
//!
//! let two_phase = Classical::TwoPhase(TwoPhase::default());
//! let mut settings = Settings::default();
//! settings.search = Some(SearchKind::Extension(Arc::new(two_phase)));
//! let solver = Solver::builder().puzzle("cube3").settings(settings).build()?;
//! assert!(solver.solve("R U2 F' L D' B2")?.solution.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! They use tables designed by people; nothing here is learned.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod classical;
mod extension;
mod kept;
pub mod korf;
mod lazy;
pub mod patterns;
pub mod tightened;
pub mod two_phase;

pub use classical::{Classical, ClassicalError, Tabled, folder};
pub use korf::Korf;
pub(crate) use lazy::Lazy;
pub use patterns::Patterns;
pub use tightened::Tightened;
pub use two_phase::TwoPhase;

/// The name of the pattern databases as a lower bound.
pub const PATTERNS: &str = "patterns";
