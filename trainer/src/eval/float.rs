//! Any network as an evaluator for the library's searches, in float.

use crate::net::{Net, Output, costs_of_policy};
use crate::recipe::{self, Head};
use quarterturn::eval::{Evaluator, Heads, MOVE_COST, Outputs};
use quarterturn_core::Puzzle;
use quarterturn_core::net::bound_cost;
use std::sync::{Mutex, PoisonError};

/// States per call: enough to keep a device busy, few enough for its memory.
const BATCH: usize = 1 << 14;

/// A borrowed network. It uses all cores by itself, so callers take turns.
#[derive(Debug)]
pub struct TrainedNet<'a> {
    net: Mutex<&'a mut dyn Net>,
    heads: Heads,
    above_bound: bool,
}

impl<'a> TrainedNet<'a> {
    /// Wraps the network that `recipe` describes.
    pub fn new(net: &'a mut dyn Net, recipe: &recipe::Net) -> Self {
        let heads = recipe.heads();
        let heads = Heads {
            value: heads.contains(&Head::Value),
            q: heads.contains(&Head::Q),
            policy: heads.contains(&Head::Policy),
        };
        Self {
            net: Mutex::new(net),
            heads,
            above_bound: recipe.above_bound(),
        }
    }

    fn batch<P: Puzzle>(&self, puzzle: &P, states: &[P::State]) -> Output {
        let active = puzzle.inputs().active;
        let mut features = vec![0u16; active * states.len()];
        for (state, row) in states.iter().zip(features.chunks_exact_mut(active)) {
            puzzle.features(state, row);
        }
        let net = self.net.lock().unwrap_or_else(PoisonError::into_inner);
        let out = net.evaluate(&features);
        if !self.above_bound {
            return out;
        }
        let bounds = states.iter().map(|state| bound_cost(puzzle, state) as f32);
        let bounds: Vec<f32> = bounds.map(|bound| bound / MOVE_COST as f32).collect();
        out.above(&bounds)
    }
}

impl<P: Puzzle> Evaluator<P> for TrainedNet<'_> {
    fn heads(&self) -> Heads {
        self.heads
    }

    fn preferred_batch(&self) -> usize {
        BATCH
    }

    fn evaluate(&self, puzzle: &P, states: &[P::State], out: Outputs<'_>) {
        let each = [1, puzzle.move_count(), puzzle.move_count()];
        let mut rest = [out.value, out.q, out.policy];
        for (to, each) in rest.iter().zip(each) {
            assert!(
                [0, states.len() * each].contains(&to.len()),
                "output of the wrong length"
            );
        }
        for chunk in states.chunks(BATCH) {
            let out = self.batch(puzzle, chunk);
            let policy = |logits: Vec<f32>| costs_of_policy(&logits, puzzle.move_count());
            let results = [out.value, out.q, out.policy.map(policy)];
            for ((to, result), each) in rest.iter_mut().zip(results).zip(each) {
                if to.is_empty() {
                    continue;
                }
                let result = result.expect("only heads that exist are asked for");
                let (now, later) = std::mem::take(to).split_at_mut(chunk.len() * each);
                for (cost, x) in now.iter_mut().zip(result) {
                    *cost = (x * MOVE_COST as f32).round_ties_even() as i32;
                }
                *to = later;
            }
        }
    }

    fn name(&self) -> &str {
        "float"
    }
}
