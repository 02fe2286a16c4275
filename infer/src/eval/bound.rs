//! A puzzle's own lower bound as an evaluator: what is known without learning, and the yardstick of
//! what learning adds. With it, A* (`bwas` at λ = 1) and IDA* find shortest solutions.

use super::{Evaluator, Heads, MOVE_COST, Outputs};
use quarterturn_core::Puzzle;
use rayon::prelude::*;

/// [`Puzzle::bound`] as the cost-to-go.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bound;

impl Bound {
    /// States of a job.
    const JOB: usize = 1024;

    /// The name where a model is asked for.
    pub const NAME: &str = "bound";
}

impl<P: Puzzle> Evaluator<P> for Bound {
    fn heads(&self) -> Heads {
        Heads {
            value: true,
            q: false,
            policy: false,
        }
    }

    fn preferred_batch(&self) -> usize {
        Self::JOB
    }

    fn evaluate(&self, puzzle: &P, states: &[P::State], out: Outputs<'_>) {
        assert!(
            out.q.is_empty()
                && out.policy.is_empty()
                && [0, states.len()].contains(&out.value.len()),
            "outputs do not match"
        );
        let cost = |state| puzzle.bound(state).min(1 << 20) as i32 * MOVE_COST;
        let values = out.value.par_iter_mut().with_min_len(Self::JOB).zip(states);
        values.for_each(|(value, state)| *value = cost(state));
    }

    fn name(&self) -> &str {
        Self::NAME
    }
}
