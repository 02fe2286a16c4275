//! Fitted value iteration with Bellman labels for states and all their moves.
//!
//! What a state costs is 1 + what the cheapest of its children does, says an earlier state of the
//! network, and what each child costs is what the Q head learns of the move that leads there: one
//! look-ahead teaches both heads. The earlier state looks ahead in integers, as searches will use it
//! and several times faster than in float. Where the puzzle knows a lower bound, labels may be held
//! above it: then costs grow from the bound, not from nothing, and truth needs fewer rounds to come
//! from the goal.
//!
//! The states of a batch are drawn from all walks of a pool: neighbours on a walk are nearly alike.

use super::guide::Guide;
use super::integer::Integer;
use super::lookahead::values;
use super::pool::Pool;
use super::{Loss, Target};
use crate::dynamics::{Shape, States};
use crate::net::Net;
use crate::recipe::Recipe;
use tch::{Kind, Reduction, Tensor};

/// The Bellman target; see the module's page.
#[derive(Debug)]
pub struct Bellman {
    recipe: Recipe,
    shape: Shape,
    pool: Pool,
    guide: Guide,
    /// The guide in integers, once it is needed; `None` inside where it has no such form.
    integer: Option<Option<Integer>>,
    how: How,
}

/// How labels are made.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// Steps between two refreshments of the guide.
    pub refresh: u64,
    /// The share of the guide that a refreshment keeps.
    pub average: f64,
    /// Whether labels are held above the puzzle's lower bound.
    pub bound: bool,
    /// Weight of the Q loss beside the value loss.
    pub q_weight: f64,
}

impl Bellman {
    /// States from `pool`, labels by `guide`.
    pub fn new(recipe: &Recipe, shape: Shape, pool: Pool, guide: Guide, how: How) -> Self {
        Self {
            recipe: recipe.clone(),
            shape,
            pool,
            guide,
            integer: None,
            how,
        }
    }

    /// What the guide says that each child costs, `[n, moves]`: infinity where there is no such
    /// move.
    fn costs(&mut self, states: &dyn States) -> Tensor {
        let children = states.children();
        let net = self.guide.net();
        let integer = self
            .integer
            .get_or_insert_with(|| Integer::new(&self.recipe, self.shape, net));
        let features = children.states.features();
        let mut costs = match integer {
            Some(integer) => integer.values(&features),
            None => values(net, &features),
        };
        if self.how.bound {
            costs = costs.maximum(&children.states.bounds());
        }
        children.costs(&costs)
    }
}

impl Target for Bellman {
    fn loss(&mut self, net: &dyn Net, step: u64) -> Loss {
        if step.is_multiple_of(self.how.refresh) {
            // From the first step on: a run may begin with given parameters.
            let kept = if step == 0 { 0.0 } else { self.how.average };
            self.guide.follow_slowly(net, kept);
            self.integer = None;
        }
        let (states, _) = self.pool.scattered(step);
        let costs = tch::no_grad(|| self.costs(states.as_ref()));
        let label = costs.amin([1], false) + 1.0;
        let out = net.forward(&states.features(), true);
        let value = out.value.expect("checked with the recipe");
        let mut total = value.mse_loss(&label, Reduction::Mean);
        let mut parts = vec![("value", total.detach())];
        if let Some(q) = out.q {
            let there = costs.isfinite();
            let known = costs.where_self(&there, &q.detach());
            let sum = q.mse_loss(&known, Reduction::Sum);
            let mean = sum / there.sum(Kind::Float);
            parts.push(("q", mean.detach()));
            // Not in place: the reported part shares the value loss's memory.
            total = total.g_add(&(mean * self.how.q_weight));
        }
        parts.push(("label", label.mean(Kind::Float)));
        Loss {
            total,
            parts,
            examples: self.pool.examples(),
        }
    }

    fn state(&self) -> Vec<(String, Tensor)> {
        self.guide.state()
    }

    fn generation_seconds(&self) -> f64 {
        self.pool.seconds()
    }
}
