//! The cost of each move of a state, by the head that the network has.

use super::Rank;
use super::pace::Pace;
use super::run::Run;
use crate::eval::{Evaluator, Outputs};
use crate::limits::Stopped;
use quarterturn_core::Puzzle;

/// Scores all moves of some states: a cost for each move, state by state.
pub(super) fn costs<P: Puzzle>(
    evaluator: &impl Evaluator<P>,
    by: Rank,
    states: &[P::State],
    pace: &mut Pace,
    run: &mut Run<'_, P>,
) -> Result<Vec<i32>, Stopped> {
    let mut costs = vec![0; states.len() * run.puzzle.move_count()];
    run.counters.expanded += states.len() as u64;
    let batch = evaluator.preferred_batch();
    if by == Rank::Value {
        let puzzle = run.puzzle;
        let children = |s| puzzle.moves().map(move |mv| puzzle.apply(s, mv));
        let children: Vec<P::State> = states.iter().flat_map(children).collect();
        pace.slices(run.watch, children.len(), batch, |slice| {
            let out = Outputs {
                value: &mut costs[slice.clone()],
                ..Outputs::default()
            };
            evaluator.evaluate(run.puzzle, &children[slice], out);
        })?;
        run.counters.generated += children.len() as u64;
        run.counters.evaluated += children.len() as u64;
        for (cost, child) in costs.iter_mut().zip(&children) {
            *cost = if run.puzzle.is_solved(child) {
                0
            } else {
                *cost
            };
        }
        return Ok(costs);
    }
    pace.slices(run.watch, states.len(), batch, |slice| {
        let rows =
            &mut costs[slice.start * run.puzzle.move_count()..slice.end * run.puzzle.move_count()];
        let mut out = Outputs::default();
        match by {
            Rank::Policy => out.policy = rows,
            _ => out.q = rows,
        }
        evaluator.evaluate(run.puzzle, &states[slice], out);
    })?;
    run.counters.evaluated += states.len() as u64;
    Ok(costs)
}
