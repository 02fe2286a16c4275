//! What can go wrong with a run.

use crate::backend::BackendError;
use crate::checkpoint::CheckpointError;
use crate::folder::FolderError;
use crate::init::InitError;
use crate::levels::LevelsError;
use std::path::PathBuf;

/// Why a run did not start or stopped early.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// No puzzle of that name can be trained.
    #[error("puzzle {0:?} cannot be trained")]
    Puzzle(String),
    /// The folder holds a run and this one was not told to continue it.
    #[error("{0} already holds a run; continue it with --resume or choose another folder")]
    Occupied(PathBuf),
    /// The parameters to start from are no good.
    #[error("{path}: {source}")]
    Init {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: InitError,
    },
    /// The folder holds the run of another recipe.
    #[error("{0} belongs to another recipe; only [run] and optimizer.decay may change")]
    OtherRecipe(PathBuf),
    /// The batch cannot be shared evenly.
    #[error("optimizer.batch is {batch}, which {processes} processes cannot share evenly")]
    Share {
        /// Walks in a batch.
        batch: i64,
        /// Number of processes.
        processes: i64,
    },
    /// The levels to walk in are no good.
    #[error(transparent)]
    Levels(#[from] LevelsError),
    /// The backend cannot train the recipe.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// The folder is refused.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A checkpoint could not be read or written.
    #[error("{0}; the last checkpoint is kept")]
    Checkpoint(#[from] CheckpointError),
    /// Numbers are no longer numbers.
    #[error("the {what} is not finite at step {step}; the last checkpoint is kept")]
    Diverged {
        /// The loss or the parameter concerned.
        what: String,
        /// The step.
        step: u64,
    },
}
