//! Walk labels: the step number of non-backtracking random walks from the goal, min-propagated
//! over duplicates (CayleyPy 2025, JAxtar).
//!
//! The Q head learns from the same forward pass. A walk passes through two neighbours of each of its states, and
//! the values of these are the labels of the two moves that lead there. Over many walks every move of every kind
//! of state occurs, without extra evaluations.

use super::pool::Pool;
use super::{Slices, Target};
use crate::native::walk::Walks;
use crate::net::Net;
use crate::recipe::Weighting;

/// The walk target; see the module's page.
#[derive(Debug)]
pub struct Walk {
    pool: Pool,
    q_weight: f64,
    /// The weight of each depth in the value loss, one on average: `[steps]`.
    weight: Vec<f32>,
}

impl Walk {
    /// Labels from `pool`; the Q loss has the weight `q_weight` relative to the value loss.
    pub fn new(pool: Pool, q_weight: f64, weighting: Weighting) -> Self {
        let depths = (1..=pool.steps()).map(|depth| depth as f32);
        let weight: Vec<f32> = match weighting {
            Weighting::Uniform => vec![1.0; pool.steps()],
            Weighting::Inverse => depths.map(f32::recip).collect(),
            Weighting::Linear => depths.collect(),
        };
        let sum: f64 = weight.iter().map(|&w| f64::from(w)).sum();
        let mean = (sum / weight.len() as f64) as f32;
        Self {
            pool,
            q_weight,
            weight: weight.into_iter().map(|w| w / mean).collect(),
        }
    }
}

impl Target for Walk {
    fn slices(&mut self, _net: &dyn Net, step: u64) -> Slices {
        let batch = self.pool.batch(step);
        let labels = batch.labels().to_vec();
        let walks = batch.walks;
        Slices {
            features: walks.states.features(),
            known: Box::new(Walks {
                labels,
                // Where no moves lead on, no Q head learns: that is checked with the recipe.
                onward: walks.onward.unwrap_or_else(|| vec![0; walks.back.len()]),
                back: walks.back,
                weight: self.weight.clone(),
                q_weight: self.q_weight as f32,
            }),
            examples: self.pool.examples(),
        }
    }

    fn generation_seconds(&self) -> f64 {
        self.pool.seconds()
    }
}
