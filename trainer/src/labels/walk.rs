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
use crate::random::{Random, permutation, seeded};
use crate::recipe::Weighting;

/// The purpose of the random numbers of a control.
const CONTROL: u64 = 7;

/// The walk target; see the module's page.
#[derive(Debug)]
pub struct Walk {
    pool: Pool,
    q_weight: f64,
    /// The weight of each depth in the value loss, one on average: `[steps]`.
    weight: Vec<f32>,
    /// Deals labels out at random from this seed.
    control: Option<u64>,
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
            control: None,
        }
    }

    /// As a control, deals the labels of each batch out to its states at random, if there is a seed.
    pub fn controlled(self, control: Option<u64>) -> Self {
        Self { control, ..self }
    }
}

/// Deals the labels of walks of `steps` steps out at random; the goals keep theirs.
fn deal(labels: &mut [f32], steps: usize, rng: &mut Random) {
    let rows = (0..labels.len()).filter(|row| row % (steps + 1) != 0);
    let rows: Vec<usize> = rows.collect();
    let dealt = permutation(rng, rows.len()).into_iter();
    let dealt: Vec<f32> = dealt.map(|from| labels[rows[from]]).collect();
    rows.iter()
        .zip(dealt)
        .for_each(|(&row, label)| labels[row] = label);
}

impl Target for Walk {
    fn slices(&mut self, _net: &dyn Net, step: u64) -> Slices {
        let batch = self.pool.batch(step);
        let mut labels = batch.labels().to_vec();
        if let Some(seed) = self.control {
            deal(
                &mut labels,
                self.pool.steps(),
                &mut seeded(seed, CONTROL, step),
            );
        }
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
