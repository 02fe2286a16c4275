//! Training targets, one file each: where labels come from, and the loss. [`walk`] and [`bellman`] need no tensors;
//! the targets of the `papers` need LibTorch.

mod beams;
pub mod bellman;
pub mod distance;
pub mod guide;
mod integer;
mod lesson;
pub mod lookahead;
#[cfg(feature = "libtorch")]
pub mod papers;
pub mod pool;
pub mod walk;

pub use bellman::Bellman;
pub use walk::Walk;

use crate::compute::Compute;
use crate::dynamics::Dynamics;
use crate::native::losses::{Known, Layout};
use crate::net::Net;
use crate::recipe::{self, Recipe};
use crate::tensor::Tensor;
use guide::Guide;
use pool::Pool;
use std::fmt::Debug;
use std::rc::Rc;

/// The loss of one batch.
#[cfg(feature = "libtorch")]
#[derive(Debug)]
pub struct Loss {
    /// The scalar that is differentiated.
    pub total: Tensor,
    /// Named scalars worth reporting, without gradients.
    pub parts: Vec<(&'static str, Tensor)>,
    /// Examples in the batch.
    pub examples: u64,
}

/// A batch on the host.
#[derive(Debug)]
pub struct Slices {
    /// Active features of the states: `[n, active]`.
    pub features: Vec<u16>,
    /// The labels of their outputs.
    pub known: Box<dyn Known>,
    /// Examples in the batch.
    pub examples: u64,
}

/// A source of training batches.
pub trait Target: Debug {
    /// The loss of `net` on the batch of step `step`. A function of the seed, the step, the
    /// parameters and the target's own state alone, so that a resumed run continues exactly.
    #[cfg(feature = "libtorch")]
    fn loss(&mut self, net: &dyn Net, step: u64) -> Loss;

    /// The batch of step `step` without tensors, for a network with such outputs, if the target has such a form.
    /// As for `Target::loss`.
    fn slices(&mut self, _net: &dyn Net, _step: u64, _layout: Layout) -> Option<Slices> {
        None
    }

    /// Tensors that a checkpoint must hold for the target, by name.
    fn state(&self) -> Vec<(String, Tensor)> {
        Vec::new()
    }

    /// The sums that a step adds to from its part of the batch, and that later steps depend on.
    fn sums(&self) -> Vec<Tensor> {
        Vec::new()
    }

    /// Seconds spent so far in making states and labels without the network.
    fn generation_seconds(&self) -> f64;
}

/// The target of a recipe, for part `share.0` of `share.1` of each batch.
pub fn build(
    recipe: &Recipe,
    dynamics: &Rc<dyn Dynamics>,
    compute: Compute,
    share: (i64, i64),
) -> Box<dyn Target> {
    let pool = |steps: i64| {
        let (seed, batch) = (recipe.seed, recipe.optimizer.batch);
        let walks = recipe.target.pool();
        Pool::new(Rc::clone(dynamics), seed, steps, batch, walks).share(share)
    };
    let guide = || Guide::new(recipe, dynamics.as_ref(), compute);
    match recipe.target {
        recipe::Target::Walk {
            steps,
            q_weight,
            weighting,
            frames,
            ..
        } => {
            let pool = pool(steps).labelled().in_frames(frames);
            Box::new(Walk::new(pool, q_weight, weighting, dynamics.device()))
        }
        recipe::Target::Bellman(how) => {
            let pool = pool(how.steps).shuffled();
            Box::new(Bellman::new(recipe, dynamics.shape(), pool, guide(), how))
        }
        #[cfg(feature = "libtorch")]
        ref target => papers::build(target, dynamics.device(), pool, guide),
        #[cfg(not(feature = "libtorch"))]
        _ => unreachable!("checked with the recipe"),
    }
}
