//! Why nothing was learnt.

use crate::export::ExportError;
use crate::recipe::Fault;
use crate::run::RunError;
use crate::saved::SavedError;
use quarterturn::puzzles::PuzzleError;
use quarterturn::solver::BuildError;

/// Why nothing was learnt.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// There is no such puzzle.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// The puzzle cannot be learnt from walks.
    #[error("{}", .0.message)]
    Unfit(Fault),
    /// The recipe cannot be written down.
    #[error("the recipe: {0}")]
    Text(#[from] toml::ser::Error),
    /// A run failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A run's folder cannot be read.
    #[error(transparent)]
    Saved(#[from] SavedError),
    /// The network cannot be written.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// No solver can be made of it.
    #[error(transparent)]
    Solver(#[from] BuildError),
}
