//! Parameters to start a run from: a safetensors file, or a weight file as it is shipped.
//!
//! A weight file has no batch normalisation left. [`mod@file`] reads its layers, and [`states`] draws states that the
//! recipe trains on. [`mod@narrow`] removes units where the recipe has fewer, [`mod@widen`] adds units where it has
//! more, and [`calibrate`] gives the layers normalisations that change nothing on these states.

pub mod calibrate;
pub mod file;
mod least_squares;
pub mod narrow;
pub mod states;
pub mod widen;

use crate::checkpoint::{self, CheckpointError};
use crate::dynamics::{Dynamics, Shape};
use crate::export::fold::Folded;
use crate::input;
use crate::net::{Mlp, Net};
use crate::random::seeded;
use crate::recipe::{self, Head, Recipe};
use crate::tensor::{StateError, Tensor};
use quarterturn_core::net::LoadError;
use quarterturn_core::net::format::MAGIC;
use std::path::Path;
use std::sync::Arc;

/// A file from which a run cannot start.
#[derive(Debug, thiserror::Error)]
pub enum InitError {
    /// The system refused.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// It is neither a weight file nor a safetensors file.
    #[error("it is neither a weight file nor a safetensors file of float32 tensors: {0}")]
    Format(String),
    /// It is a weight file, but a damaged or impossible one.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The recipe's network has another kind than weight files can start.
    #[error(
        "only networks of kind \"mlp\" can start from a weight file; start this one from the \
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

impl From<StateError> for InitError {
    fn from(error: StateError) -> Self {
        Self::Tensors(error.into())
    }
}

/// The purpose of the random numbers of new units.
const UNITS: u64 = 5;

/// Replaces the given heads by a network's own if they have another number of moves, as in another metric of
/// the same puzzle.
pub fn renew_heads(given: &mut [Tensor], own: &[Tensor]) {
    let per_move = |name: &str| ["q.", "policy."].iter().any(|head| name.starts_with(head));
    for tensor in given.iter_mut().filter(|tensor| per_move(&tensor.name)) {
        let own = own.iter().find(|own| own.name == tensor.name);
        if let Some(own) = own
            && own.shape != tensor.shape
            && own.shape.get(1..) == tensor.shape.get(1..)
        {
            tensor.clone_from(own);
        }
    }
}

/// The variables of a recipe's network by name, as the file at `path` has them.
///
/// Those of a weight file come with statistics of the states that the recipe trains on.
///
/// # Errors
/// [`InitError`]. Whether a safetensors file has the right tensors is for the caller to see.
pub fn read(
    path: &Path,
    recipe: &Recipe,
    dynamics: &Arc<dyn Dynamics>,
) -> Result<Vec<Tensor>, InitError> {
    let bytes = input::bytes(path)?;
    if !bytes.starts_with(&MAGIC) {
        let (tensors, _) = checkpoint::deserialize(&bytes).map_err(InitError::Format)?;
        return Ok(tensors);
    }
    let shape = dynamics.shape();
    let folded = file::read(&bytes, recipe, shape)?;
    let heads = Head::in_order(recipe.net.heads(), shape.moves);
    let as_in_file = with_layers_of(&folded, recipe);

    // For evaluation any state serves, and evaluation may lead to the states of training.
    let any = vec![0; shape.active];
    let mut net = Mlp::fresh(&as_in_file, shape).ok_or(InitError::Recipe)?;
    net.restore(&calibrate::variables(&folded, &heads, &any, shape.active))?;
    let features = states::features(&as_in_file, dynamics, &net);
    let folded = match &recipe.net {
        recipe::Net::Mlp { layers, .. } => resize(folded, layers, &features, recipe.seed, shape),
        _ => folded,
    };
    Ok(calibrate::variables(
        &folded,
        &heads,
        &features,
        shape.active,
    ))
}

/// The network with layers of these widths, given the active features of states it is for.
fn resize(mut net: Folded, widths: &[i64], features: &[u16], seed: u64, shape: Shape) -> Folded {
    let widths: Vec<usize> = widths.iter().map(|&width| width as usize).collect();
    let before = net.widths();
    let pairs = before.iter().zip(&widths);
    let least: Vec<usize> = pairs.map(|(&a, &b)| a.min(b)).collect();
    if least != before {
        net = narrow::narrow(net, &least, features, shape.active);
    }
    if least != widths {
        let rng = &mut seeded(seed, UNITS, 0);
        net = widen::widen(net, &widths, features, shape.active, rng);
    }
    net
}

/// The recipe with the widths of a file's layers.
fn with_layers_of(folded: &Folded, recipe: &Recipe) -> Recipe {
    let mut as_in_file = recipe.clone();
    if let recipe::Net::Mlp { layers, .. } = &mut as_in_file.net {
        *layers = folded.widths().iter().map(|&width| width as i64).collect();
    }
    as_in_file
}
