//! Parameters to start a run from: a safetensors file of them, or a weight file as it is shipped.
//!
//! A weight file has no batch normalisation left: [`file`] reads its layers, and [`calibrate`] gives them
//! normalisations that change nothing on the states that the recipe trains on.

pub mod calibrate;
pub mod file;

use crate::checkpoint::{self, CheckpointError};
use crate::dynamics::Dynamics;
use crate::recipe::{Head, Recipe};
use quarterturn_core::net::LoadError;
use quarterturn_core::net::format::MAGIC;
use std::path::Path;
use tch::Tensor;

/// Why a run cannot start from a file.
#[derive(Debug, thiserror::Error)]
pub enum InitError {
    /// The system refused.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// It is neither a weight file nor a safetensors file.
    #[error("it is no weight file and no safetensors file of float32 tensors: {0}")]
    Format(String),
    /// It is a weight file, but a damaged or impossible one.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The recipe's network has another kind than weight files can start.
    #[error(
        "a weight file starts networks of kind \"mlp\" only; start this one from the \
         NAME.safetensors that `export` writes"
    )]
    Recipe,
    /// The file's network is of another kind.
    #[error(
        "its network is not of kind \"mlp\"; start from the NAME.safetensors that `export` writes"
    )]
    Kind,
    /// The file's network is of that kind, but another one.
    #[error("its {what}: {file}; the recipe's: {recipe}; {hint}")]
    Differs {
        /// What differs.
        what: &'static str,
        /// What the file has.
        file: String,
        /// What the recipe has.
        recipe: String,
        /// What to do about it.
        hint: &'static str,
    },
    /// The tensors are not those of the network.
    #[error(transparent)]
    Tensors(#[from] CheckpointError),
}

/// The variables of a recipe's network by name, as the file at `path` has them.
///
/// Of a weight file they come with statistics of random walks, for which LibTorch's generator is seeded.
///
/// # Errors
/// [`InitError`]. Whether a safetensors file has the right tensors is for the caller to see.
pub fn read(
    path: &Path,
    recipe: &Recipe,
    dynamics: &dyn Dynamics,
) -> Result<Vec<(String, Tensor)>, InitError> {
    let bytes = std::fs::read(path)?;
    if !bytes.starts_with(&MAGIC) {
        let (tensors, _) = checkpoint::deserialize(&bytes).map_err(InitError::Format)?;
        return Ok(tensors);
    }
    let folded = file::read(&bytes, recipe, dynamics.shape())?;
    let features = calibrate::features(recipe, dynamics);
    let wanted = recipe.net.heads();
    let heads = Head::ALL.into_iter().filter(|head| wanted.contains(head));
    let heads: Vec<_> = heads
        .map(|head| (head.name(), head.outputs(dynamics.shape().moves)))
        .collect();
    Ok(calibrate::variables(&folded, &heads, &features))
}
