//! Autodidactic iteration (DeepCube 2018, Algorithm 1): value and policy of a state from its best
//! child, samples weighted by 1 / depth. With `depth = 2` from the best path of at most two moves (§4.1: "may be
//! generalized to deeper searches").
//!
//! The paper's reward is +1 for reaching the goal and −1 otherwise, so a state at distance D is
//! worth 2 − D. With the cost 2 − value, its targets `max(R + v)` become `1 + min cost` and its
//! squared errors stay the same.
//!
//! Differences from the paper: the goal has its known value, not the network's, and the move to the goal is always
//! the label of the policy. A target is never below one move, even if the value of a child is too good.

use super::guide::Guide;
use super::lookahead;
use super::{Loss, Target};
use crate::labels::pool::Pool;
use crate::libtorch::field::Ground;
use crate::libtorch::net::Graph;
use tch::{Kind, Reduction, Tensor};

/// The ADI target; see the module's page.
#[derive(Debug)]
pub struct Adi {
    pool: Pool,
    ground: Ground,
    /// The look-ahead's parameters and the steps between two refreshments of them; `None` when
    /// they are always the latest.
    guide: Option<(Guide, u64)>,
    /// Moves of the look-ahead.
    depth: u64,
    value_weight: f64,
    policy_weight: f64,
}

impl Adi {
    /// Labels look `depth` moves ahead. The loss is `value_weight` times the value's and `policy_weight` times the
    /// policy's.
    pub fn new(
        (pool, ground): (Pool, Ground),
        guide: Option<(Guide, u64)>,
        depth: u64,
        value_weight: f64,
        policy_weight: f64,
    ) -> Self {
        Self {
            pool,
            ground,
            guide,
            depth,
            value_weight,
            policy_weight,
        }
    }
}

impl Target for Adi {
    fn loss(&mut self, net: &dyn Graph, step: u64) -> Loss {
        let teacher = match &self.guide {
            None => net,
            Some((guide, refresh)) => {
                if step.is_multiple_of(*refresh) {
                    guide.follow(net);
                }
                guide.net()
            }
        };
        let (walks, steps) = (self.pool.batch_size() as i64, self.pool.steps() as i64);
        let device = net.variables().device();
        let batch = self.pool.batch(step);
        let states = self.ground.place(batch.walks.scrambled());
        let ahead = lookahead::from(teacher, states.as_ref(), self.depth);
        let depth = Tensor::arange_start(1, steps + 1, (Kind::Float, device));
        let weight = depth
            .reciprocal()
            .expand([walks, steps], false)
            .reshape([-1]);

        let out = net.forward(&states.features(), true);
        let weighted = |loss: Tensor| (loss * &weight).mean(Kind::Float);
        let value = out.value.expect("checked with the recipe");
        let value = weighted(value.mse_loss(&ahead.cost, Reduction::None));
        let policy = out.policy.expect("checked with the recipe");
        let none = None::<Tensor>;
        let policy = policy.cross_entropy_loss(&ahead.best, none, Reduction::None, -100, 0.0);
        let policy = weighted(policy);
        Loss {
            parts: vec![("value", value.detach()), ("policy", policy.detach())],
            total: value * self.value_weight + policy * self.policy_weight,
            examples: self.pool.examples(),
        }
    }

    fn state(&self) -> Vec<(String, Tensor)> {
        self.guide
            .as_ref()
            .map(|(g, _)| g.state())
            .unwrap_or_default()
    }

    fn generation_seconds(&self) -> f64 {
        self.pool.seconds()
    }
}
