//! Cost-to-go of each child from one evaluation (Q*, Agostinelli 2021).
//!
//! A walk passes through two neighbours of each of its states, and their labels are the labels of
//! the two moves that lead there: undo and next. From a given step on Bellman updates take over
//! (Q-learning warm-started from walk labels, JAxtar): the cost of a child is 1 + its own least Q
//! under a second set of parameters, which one evaluation of the walk's states gives for all moves
//! at once. They are never above the walk labels, which are upper bounds.

use super::guide::Guide;
use super::{Loss, Target};
use crate::labels::pool::{Batch, Pool};
use crate::libtorch::net::Graph;
use crate::libtorch::tensors;
use tch::{Reduction, Tensor};

/// The Q target; see the module's page.
#[derive(Debug)]
pub struct Q {
    pool: Pool,
    bellman: Option<Takeover>,
}

/// The Bellman updates that take over.
#[derive(Debug)]
pub struct Takeover {
    /// The parameters that make the labels.
    pub guide: Guide,
    /// The first step with Bellman updates.
    pub from: u64,
    /// Steps between two refreshments of the parameters.
    pub refresh: u64,
}

impl Q {
    /// Walk labels from `pool`, and Bellman updates if wanted.
    pub fn new(pool: Pool, bellman: Option<Takeover>) -> Self {
        Self { pool, bellman }
    }

    /// Costs of all states of the batch, `[walks, steps + 1]`: the labels, or the costs by the Bellman equation.
    fn costs(&self, batch: &Batch, features: &Tensor, net: &dyn Graph, step: u64) -> Tensor {
        let device = net.variables().device();
        let size = [-1, self.pool.steps() as i64 + 1];
        let labels = tensors::shaped(batch.labels(), &size, device);
        match &self.bellman {
            Some(bellman) if step >= bellman.from => {
                if (step - bellman.from).is_multiple_of(bellman.refresh) {
                    bellman.guide.follow(net);
                }
                let out = tch::no_grad(|| bellman.guide.net().forward(features, false));
                let q = out.q.expect("checked with the recipe").clamp_min(0.0);
                let q = match batch.walks.states.allowed() {
                    None => q,
                    // The cost of a move that cannot be made was never learnt.
                    Some(allowed) => {
                        let allowed = tensors::shaped(&allowed, &q.size(), device);
                        q.masked_fill(&allowed.logical_not(), f64::INFINITY)
                    }
                };
                let best = q.amin([1], false) + 1.0;
                // At the goal the label is 0, and so is the minimum.
                best.reshape_as(&labels).minimum(&labels)
            }
            _ => labels,
        }
    }
}

impl Target for Q {
    fn loss(&mut self, net: &dyn Graph, step: u64) -> Loss {
        let (walks, steps) = (self.pool.batch_size() as i64, self.pool.steps() as i64);
        let device = net.variables().device();
        let batch = self.pool.batch(step);
        let features = tensors::features(batch.walks.states.as_ref(), device);
        let costs = self.costs(&batch, &features, net, step);
        let out = net.forward(&features, true);
        let q = out.q.expect("checked with the recipe");
        let q = q.reshape([walks, steps + 1, -1]);
        let onward = batch
            .walks
            .onward
            .as_ref()
            .expect("checked with the recipe");
        let of = |from: i64, moves: &[u8]| {
            let moves = tensors::moves(moves, &[walks, steps], device);
            q.narrow(1, from, steps)
                .gather(2, &moves.unsqueeze(-1), false)
                .squeeze_dim(-1)
        };
        let next_loss = of(0, onward).mse_loss(&costs.narrow(1, 1, steps), Reduction::Mean);
        let undo_loss =
            of(1, &batch.walks.back).mse_loss(&costs.narrow(1, 0, steps), Reduction::Mean);
        let mut parts = vec![("next", next_loss.detach()), ("undo", undo_loss.detach())];
        let mut total = next_loss + undo_loss;
        if let Some(value) = out.value {
            let value = value.reshape([walks, -1]).narrow(1, 1, steps);
            let value_loss = value.mse_loss(&costs.narrow(1, 1, steps), Reduction::Mean);
            parts.push(("value", value_loss.detach()));
            total = total.g_add(&value_loss);
        }
        Loss {
            total,
            parts,
            examples: self.pool.examples(),
        }
    }

    fn state(&self) -> Vec<(String, Tensor)> {
        let guide = self.bellman.as_ref().map(|b| &b.guide);
        guide.map(Guide::state).unwrap_or_default()
    }

    fn generation_seconds(&self) -> f64 {
        self.pool.seconds()
    }
}
