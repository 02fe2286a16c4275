//! The targets of the papers, for LibTorch.

pub mod adi;
pub mod davi;
pub mod mixed;
pub mod policy;
pub mod q;

pub use adi::Adi;
pub use davi::Davi;
pub use mixed::Mixed;
pub use policy::Policy;
pub use q::Q;

use super::Target;
use super::guide::Guide;
use super::pool::Pool;
use crate::recipe;
use tch::Device;

/// The target of a recipe, from walks of `steps` steps and by guides as they are needed.
///
/// # Panics
/// If it is one that needs no tensors.
pub(super) fn build(
    target: &recipe::Target,
    device: Device,
    pool: impl Fn(i64) -> Pool,
    guide: impl Fn() -> Guide,
) -> Box<dyn Target> {
    let labelled = |steps| pool(steps).labelled();
    match *target {
        recipe::Target::Walk { .. } | recipe::Target::Bellman(_) => {
            unreachable!("it is none of a paper's")
        }
        recipe::Target::Davi {
            steps,
            check,
            threshold,
            capped,
            ..
        } => Box::new(Davi::new(
            if capped { labelled(steps) } else { pool(steps) },
            guide(),
            check,
            threshold,
            capped,
            device,
        )),
        recipe::Target::Adi {
            steps,
            refresh,
            value_weight,
            policy_weight,
            ..
        } => {
            let guide = (refresh > 1).then(|| (guide(), refresh));
            Box::new(Adi::new(pool(steps), guide, value_weight, policy_weight))
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
            Box::new(Mixed::new(stages, labelled, how))
        }
    }
}
