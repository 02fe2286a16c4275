//! Walk labels: the step number of non-backtracking random walks from the goal, min-propagated
//! over duplicates (CayleyPy 2025, JAxtar).
//!
//! The Q head learns from the same forward pass. A walk passes through two neighbours of each of its states, and
//! the values of these are the labels of the two moves that lead there. Over many walks every move of every kind
//! of state occurs, without extra evaluations.

#[cfg(feature = "libtorch")]
use super::Loss;
use super::pool::Pool;
use super::{Slices, Target};
use crate::dynamics::numbers;
use crate::native::losses::Layout;
use crate::native::walk::Walks;
use crate::net::Net;
use crate::recipe::Weighting;
use crate::tensor::{Device, Kind, Tensor};
#[cfg(feature = "libtorch")]
use tch::Reduction;

/// The walk target; see the module's page.
#[derive(Debug)]
pub struct Walk {
    pool: Pool,
    q_weight: f64,
    /// The weight of each depth in the value loss, one on average: `[steps]`; `None` for equal weights.
    weight: Option<Tensor>,
}

impl Walk {
    /// Labels from `pool`; the Q loss has the weight `q_weight` relative to the value loss.
    pub fn new(pool: Pool, q_weight: f64, weighting: Weighting, device: Device) -> Self {
        let options = (Kind::Float, device);
        let depth = Tensor::arange_start(1, pool.steps() + 1, options);
        let weight = match weighting {
            Weighting::Uniform => None,
            Weighting::Inverse => Some(depth.reciprocal()),
            Weighting::Linear => Some(depth),
        };
        Self {
            pool,
            q_weight,
            weight: weight.map(|w| &w / w.mean(Kind::Float)),
        }
    }
}

impl Target for Walk {
    #[cfg(feature = "libtorch")]
    fn loss(&mut self, net: &dyn Net, step: u64) -> Loss {
        let (walks, steps) = (self.pool.batch_size(), self.pool.steps());
        let batch = self.pool.batch(step);
        let out = net.forward(&batch.walks.states.features(), true);
        let value = out
            .value
            .expect("checked with the recipe")
            .reshape([walks, -1]);
        let labels = batch.labels().narrow(1, 1, steps);
        let learnt = value.narrow(1, 1, steps);
        let value_loss = match &self.weight {
            None => learnt.mse_loss(&labels, Reduction::Mean),
            Some(weight) => (learnt.mse_loss(&labels, Reduction::None) * weight).mean(Kind::Float),
        };
        let mut parts = vec![("value", value_loss.detach())];
        let mut total = value_loss;
        if let Some(q) = out.q {
            let q = q.reshape([walks, steps + 1, -1]);
            // The goal's cost is known; elsewhere the value head is the teacher.
            let teacher = value.detach().copy();
            let _ = teacher.narrow(1, 0, 1).zero_();
            let of = |from: i64, moves: &Tensor| {
                q.narrow(1, from, steps)
                    .gather(2, &moves.unsqueeze(-1), false)
                    .squeeze_dim(-1)
            };
            let onward = batch
                .walks
                .onward
                .as_ref()
                .expect("checked with the recipe");
            let next = of(0, onward).mse_loss(&teacher.narrow(1, 1, steps), Reduction::Mean);
            let undo =
                of(1, &batch.walks.back).mse_loss(&teacher.narrow(1, 0, steps), Reduction::Mean);
            let q_loss = next + undo;
            parts.push(("q", q_loss.detach()));
            // Not in place: the reported part shares the value loss's memory.
            total = total.g_add(&(q_loss * self.q_weight));
        }
        Loss {
            total,
            parts,
            examples: self.pool.examples(),
        }
    }

    fn slices(&mut self, _net: &dyn Net, step: u64, layout: Layout) -> Option<Slices> {
        let steps = self.pool.steps();
        let batch = self.pool.batch(step);
        if batch.labels().device() != Device::Cpu {
            return None;
        }
        let onward = match &batch.walks.onward {
            Some(onward) => small(onward),
            None if layout.q.is_none() => vec![0; batch.walks.back.numel()],
            None => return None,
        };
        let weight = match &self.weight {
            None => vec![1.0; steps as usize],
            Some(weight) => numbers(weight),
        };
        Some(Slices {
            features: batch.walks.states.on_host(),
            known: Box::new(Walks {
                labels: numbers(batch.labels()),
                back: small(&batch.walks.back),
                onward,
                weight,
                q_weight: self.q_weight as f32,
            }),
            examples: self.pool.examples(),
        })
    }

    fn generation_seconds(&self) -> f64 {
        self.pool.seconds()
    }
}

fn small(moves: &Tensor) -> Vec<u8> {
    numbers::<i64>(moves)
        .into_iter()
        .map(|mv| mv as u8)
        .collect()
}
