//! Saved runs in their folders, for `export`, `eval` and `plot`.

use crate::checkpoint::{BEST, Checkpoint, CheckpointError, Progress};
use crate::device::Device;
use crate::dynamics::Dynamics;
use crate::folder::RECIPE;
use crate::net::{self, Net};
use crate::puzzle;
use crate::recipe::{Recipe, RecipeError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A run's last or best checkpoint with everything it means.
#[derive(Debug)]
pub struct Saved {
    /// The recipe.
    pub recipe: Recipe,
    /// The recipe's text.
    pub text: String,
    /// How far it got.
    pub progress: Progress,
    /// The puzzle.
    pub dynamics: Arc<dyn Dynamics>,
    /// The network with the checkpoint's parameters, in float32.
    pub net: Box<dyn Net>,
}

/// Why a folder's run cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SavedError {
    /// The recipe is missing or bad.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// The folder has no checkpoint.
    #[error("there is no checkpoint in {0}")]
    Empty(PathBuf),
    /// The checkpoint belongs to another recipe.
    #[error("the checkpoint in {0} was made by another recipe")]
    OtherRecipe(PathBuf),
    /// The checkpoint is bad.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The puzzle cannot be trained.
    #[error("puzzle {0:?} cannot be trained")]
    Puzzle(String),
}

impl Saved {
    /// Loads the last checkpoint of the run in `folder`; `recipe` replaces the copy of the recipe
    /// that lies there.
    ///
    /// # Errors
    /// [`SavedError`].
    pub fn load(folder: &Path, recipe: Option<&Path>, device: Device) -> Result<Self, SavedError> {
        Self::open(folder, recipe, device, Checkpoint::load(folder)?)
    }

    /// Loads the best parameters that the evaluations of the run have found.
    ///
    /// # Errors
    /// [`SavedError`].
    pub fn load_best(
        folder: &Path,
        recipe: Option<&Path>,
        device: Device,
    ) -> Result<Self, SavedError> {
        let best = Checkpoint::load_file(&folder.join(BEST))?;
        Self::open(folder, recipe, device, best)
    }

    fn open(
        folder: &Path,
        recipe: Option<&Path>,
        device: Device,
        checkpoint: Option<Checkpoint>,
    ) -> Result<Self, SavedError> {
        let kept = folder.join(RECIPE);
        let (recipe, text) = Recipe::load(recipe.unwrap_or(&kept))?;
        let checkpoint = checkpoint.ok_or(SavedError::Empty(folder.into()))?;
        if !recipe.continues(&checkpoint.progress.identity) {
            return Err(SavedError::OtherRecipe(folder.into()));
        }
        let dynamics = puzzle::dynamics(&recipe.puzzle)
            .ok_or_else(|| SavedError::Puzzle(recipe.puzzle.clone()))?;
        let mut net = net::build(&recipe, dynamics.shape(), device);
        net.restore(&checkpoint.tensors)
            .map_err(CheckpointError::from)?;
        Ok(Self {
            recipe,
            text,
            progress: checkpoint.progress,
            dynamics,
            net,
        })
    }
}
