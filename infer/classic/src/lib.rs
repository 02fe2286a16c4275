//! Classical solvers of the 3×3×3 cube and of sliding tiles, for comparison. They implement the same
//! traits as the learned searches of the crate `quarterturn`, and [`Classical`] names them for its solvers:
//!
//! ```
//! use quarterturn::Solver;
//! use quarterturn::solver::{SearchKind, Settings};
//! use quarterturn_classic::Classical;
//! use std::sync::Arc;
//!
//! let patterns = Classical::patterns(None);
//! let mut settings = Settings::default();
//! settings.search = Some(SearchKind::Extension(Arc::new(patterns)));
//! let solver = Solver::builder().puzzle("puzzle8").settings(settings).build()?;
//! assert!(solver.solve("D R U L D")?.optimal);
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

pub use classical::{Classical, ClassicalError, Tabled, folder};
pub use korf::Korf;
pub(crate) use lazy::Lazy;
pub use patterns::Patterns;

/// The name of the pattern databases as a lower bound.
pub const PATTERNS: &str = "patterns";
