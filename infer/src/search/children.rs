//! What each move of a state costs, by whichever head there is.

use super::Rank;
use super::run::Run;
use crate::eval::{Evaluator, Heads, Outputs};
use quarterturn_core::Puzzle;

/// The head that scores moves best for its price: Q asks for one evaluation a state where the value
/// asks for one a child.
pub(super) fn cheapest(heads: Heads) -> Rank {
    match heads {
        Heads { q: true, .. } => Rank::Q,
        Heads { value: true, .. } => Rank::Value,
        _ => Rank::Policy,
    }
}

/// Scores all moves of some states: `n × MOVES` costs, state by state.
pub(super) fn costs<P: Puzzle>(
    evaluator: &impl Evaluator<P>,
    by: Rank,
    states: &[P::State],
    run: &mut Run<'_, P>,
) -> Vec<i32> {
    let mut costs = vec![0; states.len() * P::MOVES];
    run.counters.expanded += states.len() as u64;
    if by == Rank::Value {
        let children = |s| P::moves().map(move |mv| P::apply(s, mv));
        let children: Vec<P::State> = states.iter().flat_map(children).collect();
        let out = Outputs {
            value: &mut costs,
            ..Outputs::default()
        };
        evaluator.evaluate(&children, out);
        run.counters.generated += children.len() as u64;
        run.counters.evaluated += children.len() as u64;
        for (cost, child) in costs.iter_mut().zip(&children) {
            *cost = if P::is_solved(child) { 0 } else { *cost };
        }
        return costs;
    }
    let mut out = Outputs::default();
    match by {
        Rank::Policy => out.policy = &mut costs,
        _ => out.q = &mut costs,
    }
    evaluator.evaluate(states, out);
    run.counters.evaluated += states.len() as u64;
    costs
}
