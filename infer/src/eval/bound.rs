//! A puzzle's own lower bound as an evaluator. It needs no learning, so it shows what learning adds. With
//! it, A* (`bwas` at λ = 1) and IDA* find shortest solutions.

use super::{Evaluator, Heads, Outputs};
use crate::parallel;
use quarterturn_core::Puzzle;
use quarterturn_core::net::bound_cost;

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
        Heads::VALUE
    }

    fn preferred_batch(&self) -> usize {
        Self::JOB
    }

    fn evaluate(&self, puzzle: &P, states: &[P::State], out: Outputs<'_>) {
        each(puzzle, states, out, &|state| bound_cost(puzzle, state));
    }

    fn name(&self) -> &str {
        Self::NAME
    }
}

/// Evaluates `cost` for each state, for evaluators that have only values.
///
/// # Panics
/// As [`Evaluator::evaluate`].
pub fn each<P: Puzzle>(
    puzzle: &P,
    states: &[P::State],
    out: Outputs<'_>,
    cost: &(dyn Fn(&P::State) -> i32 + Sync),
) {
    out.check(puzzle, Heads::VALUE, states.len());
    parallel::rows(out.value, 1, &|at, values| {
        for (value, state) in values.iter_mut().zip(&states[at..]) {
            *value = cost(state);
        }
    });
}
