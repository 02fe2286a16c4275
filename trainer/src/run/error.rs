//! The errors of a run.

use crate::backend::BackendError;
use crate::checkpoint::{self, CheckpointError};
use crate::folder::{Folder, FolderError};
use crate::init::InitError;
use crate::levels::LevelsError;
use std::fmt;
use std::path::PathBuf;

/// A run that did not start or that stopped early.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// No puzzle of that name can be trained.
    #[error("puzzle {0:?} cannot be trained")]
    Puzzle(String),
    /// The folder holds a run and this one was not told to continue it.
    #[error("{0} already holds a run; continue it with --resume or choose another folder")]
    Occupied(PathBuf),
    /// The parameters to start from cannot be used.
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
    /// The levels cannot be used.
    #[error(transparent)]
    Levels(#[from] LevelsError),
    /// The backend cannot train the recipe.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// The folder is refused.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A checkpoint could not be read, or the recipe not be copied.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A checkpoint could not be written.
    #[error("{source}; {kept}")]
    Unsaved {
        /// What the system said.
        source: CheckpointError,
        /// Whether there is a checkpoint to resume from.
        kept: Kept,
    },
    /// A loss or a parameter is not finite.
    #[error("the {what} is not finite at step {step}; {kept}")]
    Diverged {
        /// The loss or the parameter concerned.
        what: String,
        /// The step.
        step: u64,
        /// Whether there is a checkpoint to resume from.
        kept: Kept,
    },
}

impl RunError {
    /// A checkpoint for a folder could not be written there.
    pub(super) fn unsaved(source: CheckpointError, folder: &Folder) -> Self {
        let kept = Kept::of(folder);
        Self::Unsaved { source, kept }
    }
}

/// Whether a run that cannot go on has left a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept(bool);

impl Kept {
    /// What lies in the folder of the run.
    pub(super) fn of(folder: &Folder) -> Self {
        let mut names = [checkpoint::FILE, checkpoint::PREVIOUS].into_iter();
        Self(names.any(|name| folder.path().join(name).exists()))
    }
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            true => "the last checkpoint is kept",
            false => "there is no checkpoint yet",
        })
    }
}
