//! What learns: a network with what computes its gradients, and the target that teaches it. LibTorch, or the native
//! engine for the networks that it supports. Recipes, checkpoints and exports are the same.

pub(crate) mod native;
mod taught;

#[cfg(feature = "libtorch")]
pub(crate) use taught::TARGET;
pub use taught::{Means, Taught};

use crate::device::Device;
use crate::dynamics::Dynamics;
use crate::labels::{self, Slices};
use crate::libtorch;
use crate::net::{self, Net};
use crate::peers::Peers;
use crate::recipe::Recipe;
use crate::tensor::{StateError, Tensor};
use native::Native;
use std::fmt::Debug;
use std::sync::Arc;

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
pub struct BackendError(pub(crate) &'static str);

/// One update: the learning rate, and its number from 1.
#[derive(Clone, Copy, Debug)]
pub struct Update {
    /// The learning rate.
    pub rate: f64,
    /// Updates that the optimiser has seen, this one included.
    pub number: u64,
}

/// A network that learns from slices.
pub trait Learner: Debug {
    /// The network, up to date.
    fn net(&self) -> &dyn Net;

    /// As [`Learner::net`]. What it [takes over](Net::restore) is learnt from; moments stay as they are.
    fn net_mut(&mut self) -> &mut dyn Net;

    /// Number of parameters.
    fn parameters(&self) -> usize;

    /// What computes.
    fn describe(&self) -> String;

    /// Parameters, statistics and moments by name, up to date.
    fn tensors(&self) -> Vec<Tensor>;

    /// Takes over [`Learner::tensors`].
    ///
    /// # Errors
    /// When one is missing or has another shape.
    fn restore(&mut self, tensors: &[Tensor]) -> Result<(), StateError>;

    /// One update by a batch, with the mean gradient of all `peers`; its named losses.
    fn learn(&mut self, batch: &Slices, update: Update, peers: &Peers) -> Vec<(&'static str, f64)>;
}

/// Everything that changes while a recipe trains: a network and what it learns.
pub trait Course: Debug {
    /// The network, up to date.
    fn net(&self) -> &dyn Net;

    /// As [`Learner::net_mut`].
    fn net_mut(&mut self) -> &mut dyn Net;

    /// Number of parameters.
    fn parameters(&self) -> usize;

    /// What computes.
    fn describe(&self) -> String;

    /// All that a checkpoint holds, up to date.
    fn tensors(&self) -> Vec<Tensor>;

    /// Takes over [`Course::tensors`].
    ///
    /// # Errors
    /// When one is missing or has another shape.
    fn restore(&mut self, tensors: &[Tensor]) -> Result<(), StateError>;

    /// Copies the learning parameters to the target's network, if it has one.
    fn guide(&mut self);

    /// Step `step`; the number of its examples.
    fn step(&mut self, step: u64, update: Update, peers: &Peers) -> u64;

    /// The mean of each named loss over the steps since this was asked last.
    fn losses(&mut self) -> Vec<(&'static str, f64)>;

    /// Seconds spent so far in making states and labels without the network.
    fn generation_seconds(&self) -> f64;
}

/// A fresh course for a recipe.
///
/// # Errors
/// When the backend cannot train it.
pub fn build(
    backend: Backend,
    recipe: &Recipe,
    dynamics: &Arc<dyn Dynamics>,
    device: Device,
    peers: &Peers,
) -> Result<Box<dyn Course>, BackendError> {
    let (shape, share) = (dynamics.shape(), (peers.rank(), peers.count()));
    let fresh = || net::build(recipe, shape, device);
    Ok(match backend {
        #[cfg(feature = "libtorch")]
        Backend::Libtorch => match labels::build(recipe, dynamics, device, share, fresh) {
            Some(target) => {
                let learner = libtorch::Autograd::new(recipe, shape, device);
                Box::new(Taught::new(Box::new(learner), target))
            }
            None => libtorch::course(recipe, dynamics, device, share),
        },
        Backend::Native => {
            let learner = Native::new(recipe, shape, device, peers)?;
            match labels::build(recipe, dynamics, Device::Cpu, share, fresh) {
                Some(target) => Box::new(Taught::new(Box::new(learner), target)),
                None => libtorch::native_course(recipe, dynamics, learner, share),
            }
        }
    })
}
