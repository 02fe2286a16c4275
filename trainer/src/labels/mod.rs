//! Training targets, one file each: where labels come from, as plain slices. The targets of the papers, whose losses
//! need gradients, are with LibTorch.

mod beams;
pub mod bellman;
pub mod distance;
pub mod exact;
pub mod guide;
mod integer;
mod lesson;
pub mod pool;
pub mod walk;

pub use bellman::Bellman;
pub use exact::Exact;
pub use walk::Walk;

use crate::device::Device;
use crate::dynamics::Dynamics;
use crate::native::losses::Known;
use crate::net::Net;
use crate::recipe::{self, Draw, Head, Recipe};
use crate::tensor::{StateError, Tensor};
use guide::Guide;
use pool::Pool;
use std::fmt::Debug;
use std::sync::Arc;

/// A batch.
#[derive(Debug)]
pub struct Slices {
    /// Active features of the states: `[n × active]`.
    pub features: Vec<u16>,
    /// The labels of their outputs.
    pub known: Box<dyn Known>,
    /// Examples in the batch.
    pub examples: u64,
}

/// A source of training batches.
pub trait Target: Debug + Send {
    /// The batch of step `step` for a network that learns. A function of the seed, the step, the parameters and the
    /// target's own state alone, so that a resumed run continues exactly.
    fn slices(&mut self, net: &dyn Net, step: u64) -> Slices;

    /// Tensors that a checkpoint must hold for the target.
    fn state(&self) -> Vec<Tensor> {
        Vec::new()
    }

    /// Takes over [`Target::state`].
    ///
    /// # Errors
    /// When a tensor is missing or has another shape.
    fn restore(&mut self, _: &[Tensor]) -> Result<(), StateError> {
        Ok(())
    }

    /// Seconds spent so far in making states and labels without the network.
    fn generation_seconds(&self) -> f64;
}

/// Walks of `steps` steps for a recipe, part `share.0` of `share.1` of each batch. They are made ahead where a GPU takes
/// the steps.
pub fn pool(
    recipe: &Recipe,
    dynamics: &Arc<dyn Dynamics>,
    device: Device,
    share: (usize, usize),
    steps: i64,
) -> Pool {
    let (seed, batch) = (recipe.seed, recipe.optimizer.batch as usize);
    let walks = recipe.target.pool() as usize;
    let pool = Pool::new(Arc::clone(dynamics), seed, steps as usize, batch, walks);
    pool.share(share).ahead(device != Device::Cpu)
}

/// The target of a recipe, for part `share.0` of `share.1` of each batch, with networks for its guides; `None` if it
/// is one of the papers'.
pub fn build(
    recipe: &Recipe,
    dynamics: &Arc<dyn Dynamics>,
    device: Device,
    share: (usize, usize),
    net: impl Fn() -> Box<dyn Net>,
) -> Option<Box<dyn Target>> {
    Some(match recipe.target {
        recipe::Target::Walk {
            steps,
            q_weight,
            weighting,
            frames,
            control,
            ..
        } => {
            let pool = pool(recipe, dynamics, device, share, steps);
            let pool = pool.labelled().in_frames(frames);
            let walk = Walk::new(pool, q_weight, weighting);
            Box::new(walk.controlled(control.then_some(recipe.seed)))
        }
        recipe::Target::Bellman(how) => {
            let pool = pool(recipe, dynamics, device, share, how.steps).shuffled();
            let guide = Guide::new(net());
            Box::new(Bellman::new(recipe, dynamics.shape(), pool, guide, how))
        }
        recipe::Target::Exact {
            steps,
            draw,
            q_weight,
            ..
        } => {
            let pool = pool(recipe, dynamics, device, share, steps).shuffled();
            let whole = dynamics.whole().expect("checked with the recipe");
            let q = recipe.net.heads().contains(&Head::Q);
            let evenly = (draw == Draw::Evenly).then_some((recipe.seed, share.0));
            Box::new(Exact::new(pool, whole, evenly, q.then_some(q_weight)))
        }
        _ => return None,
    })
}
