//! What computes gradients and applies them: LibTorch, or the native engine for the networks that it
//! supports. Recipes, targets, checkpoints and exports are the same.

#[cfg(feature = "libtorch")]
mod libtorch;
mod native;

use crate::compute::Compute;
use crate::dynamics::Dynamics;
#[cfg(feature = "libtorch")]
use crate::labels::Loss;
use crate::labels::Slices;
use crate::native::losses::Layout;
use crate::net::Net;
use crate::peers::Peers;
use crate::recipe::Recipe;
use crate::tensor::Tensor;
use std::fmt::Debug;

/// The backends by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Backend {
    /// Trains all networks, on CPUs and GPUs.
    #[cfg(feature = "libtorch")]
    #[default]
    Libtorch,
    /// Trains networks of kind "mlp" with Adam on the CPU, several times faster.
    #[cfg_attr(not(feature = "libtorch"), default)]
    Native,
}

/// A recipe that a backend cannot train.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the native backend {0}; use --backend libtorch")]
pub struct BackendError(&'static str);

/// A network that learns.
pub trait Learner: Debug {
    /// The network, up to date.
    fn net(&self) -> &dyn Net;

    /// As [`Learner::net`].
    fn net_mut(&mut self) -> &mut dyn Net;

    /// Number of parameters.
    fn parameters(&self) -> usize;

    /// What computes.
    fn describe(&self) -> String;

    /// Parameters, statistics and moments by name, up to date: the very tensors, not copies.
    fn tensors(&self) -> Vec<(String, Tensor)>;

    /// Takes over what was written into [`Learner::tensors`].
    fn adopt(&mut self);

    /// One update with learning rate `rate`, from the loss of the network's last forward pass;
    /// `updates` counts from 1. `more` are numbers to be averaged over `peers`, as the gradients are.
    #[cfg(feature = "libtorch")]
    fn learn(&mut self, loss: &Loss, more: Vec<Tensor>, peers: &Peers, rate: f64, updates: u64);

    /// The outputs of a learner that takes batches without tensors.
    fn layout(&self) -> Option<Layout> {
        None
    }

    /// As `Learner::learn` for a batch without tensors; its named losses.
    ///
    /// # Panics
    /// If there is no [`Learner::layout`].
    fn learn_slices(&mut self, _: &Slices, _rate: f64, _updates: u64) -> Vec<(&'static str, f64)> {
        unimplemented!("it has no layout")
    }
}

/// A fresh learner for a recipe.
///
/// # Errors
/// When the backend cannot train it.
pub fn build(
    backend: Backend,
    recipe: &Recipe,
    dynamics: &dyn Dynamics,
    compute: Compute,
    peers: &Peers,
) -> Result<Box<dyn Learner>, BackendError> {
    Ok(match backend {
        #[cfg(feature = "libtorch")]
        Backend::Libtorch => Box::new(libtorch::Libtorch::new(recipe, dynamics, compute)),
        Backend::Native => Box::new(native::Native::new(recipe, dynamics, compute, peers)?),
    })
}
