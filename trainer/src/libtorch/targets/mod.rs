//! The targets of the papers, one file each: their losses need gradients.

pub mod adi;
pub mod davi;
pub mod guide;
pub mod lookahead;
pub mod mixed;
pub mod policy;
pub mod q;

pub use adi::Adi;
pub use davi::Davi;
pub use mixed::Mixed;
pub use policy::Policy;
pub use q::Q;

use super::field::Ground;
use super::net::{self, Graph};
use super::{compute, tensors};
use crate::device::Device;
use crate::dynamics::Dynamics;
use crate::labels;
use crate::recipe::{self, Recipe};
use guide::Guide;
use std::fmt::Debug;
use std::sync::Arc;
use tch::Tensor;

/// The loss of one batch.
#[derive(Debug)]
pub struct Loss {
    /// The scalar that is differentiated.
    pub total: Tensor,
    /// Named scalars worth reporting, without gradients.
    pub parts: Vec<(&'static str, Tensor)>,
    /// Examples in the batch.
    pub examples: u64,
}

/// A source of losses.
pub trait Target: Debug {
    /// The loss of `net` on the batch of step `step`. A function of the seed, the step, the
    /// parameters and the target's own state alone, so that a resumed run continues exactly.
    fn loss(&mut self, net: &dyn Graph, step: u64) -> Loss;

    /// Tensors that a checkpoint must hold for the target, by name: the very tensors.
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
///
/// # Panics
/// If it is one that gives slices.
pub fn build(
    recipe: &Recipe,
    dynamics: &Arc<dyn Dynamics>,
    device: Device,
    share: (usize, usize),
) -> Box<dyn Target> {
    let pool = |steps| labels::pool(recipe, dynamics, device, share, steps);
    let compute = compute::choose(recipe.run.compute, tensors::device(device));
    let shape = dynamics.shape();
    let guide = || Guide::new(net::build(recipe, shape, device, compute));
    let labelled = |steps| pool(steps).labelled();
    let ground = || Ground::new(dynamics.as_ref(), tensors::device(device));
    match recipe.target {
        recipe::Target::Walk { .. } | recipe::Target::Bellman(_) | recipe::Target::Exact { .. } => {
            unreachable!("it gives slices")
        }
        recipe::Target::Davi {
            steps,
            scattered,
            depth,
            check,
            threshold,
            capped,
            ..
        } => {
            let pool = if capped { labelled(steps) } else { pool(steps) };
            let pool = if scattered { pool.shuffled() } else { pool };
            let device = tensors::device(device);
            Box::new(Davi::new(
                (pool, ground()),
                guide(),
                check,
                threshold,
                depth,
                device,
            ))
        }
        recipe::Target::Adi {
            steps,
            depth,
            refresh,
            value_weight,
            policy_weight,
            ..
        } => {
            let guide = (refresh > 1).then(|| (guide(), refresh));
            let pool = pool(steps);
            Box::new(Adi::new(
                (pool, ground()),
                guide,
                depth,
                value_weight,
                policy_weight,
            ))
        }
        recipe::Target::Policy { steps, .. } => Box::new(Policy::new(pool(steps))),
        recipe::Target::Q {
            steps,
            bellman_from,
            refresh,
            ..
        } => {
            let bellman = bellman_from.map(|from| q::Takeover {
                guide: guide(),
                from,
                refresh,
            });
            Box::new(Q::new(labelled(steps), bellman))
        }
        recipe::Target::Mixed {
            ref stages,
            ratio,
            scattered,
            every_round_until,
            ..
        } => {
            let how = mixed::How {
                ratio,
                scattered,
                every_round_until,
            };
            Box::new(Mixed::new(stages, labelled, ground(), how))
        }
    }
}
