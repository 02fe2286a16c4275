//! Cheap solutions where moves differ in cost.
//!
//! A network counts moves, so a search that adds prices to its values sometimes finds more expensive
//! solutions than the plain search, or none. So the plain search comes first, and the search by
//! cost must stay below the cost of its solution. Both solutions are then cleared of detours, such as an
//! expensive half turn where two quarter turns are cheaper.

use super::Search;
use super::neighbourhood::straightened;
use super::run::{Run, run};
use crate::costs::MoveCosts;
use crate::limits::{Limits, Stopped};
use crate::outcome::Outcome;
use quarterturn_core::{Move, Puzzle};

/// The plain search gets one part in this many of the time and of the nodes.
const PLAIN: u32 = 4;
/// Moves tried around a solution at a time: some hundredths of a second.
const AROUND: usize = 1 << 17;

/// The cheapest solution that `search` finds by the costs of the limits and without them. Without costs it is
/// the search alone.
///
/// Where moves are forbidden, the plain search makes all others at the same cost.
pub fn cheapest<P: Puzzle>(
    puzzle: &P,
    state: &P::State,
    search: &dyn Search<P>,
    limits: &Limits,
) -> Outcome {
    let Some(costs) = &limits.costs else {
        return search.run(puzzle, state, limits);
    };
    run(puzzle, state, limits, |run| {
        let level = (costs.forbidden() > 0).then(|| costs.levelled().into());
        let plain = search.run(
            puzzle,
            state,
            &Limits {
                time: limits.time.map(|time| time / PLAIN),
                nodes: limits.nodes.map(|nodes| nodes.div_ceil(PLAIN.into())),
                costs: level,
                ..run.remaining()
            },
        );
        // Other reasons that stopped this search need not stop the next one.
        let stopped = offer_outcome(run, plain)?;
        if let Stopped::Cancelled | Stopped::Unfit | Stopped::Wrong = stopped {
            return Err(stopped);
        }
        run.check()?;
        let by_cost = search.run(puzzle, state, &run.remaining());
        match (offer_outcome(run, by_cost)?, run.length()) {
            (Stopped::Solved | Stopped::Exhausted, Some(_)) => Err(Stopped::Solved),
            (Stopped::Solved | Stopped::Exhausted, None) => Ok(()),
            (stopped, _) => Err(stopped),
        }
    })
}

/// Offers the solution of a search, as it is and without its detours. Returns what stopped the search.
fn offer_outcome<P: Puzzle>(run: &mut Run<'_, P>, found: Outcome) -> Result<Stopped, Stopped> {
    run.absorb(&found);
    if let Some(solution) = found.solution {
        run.collect(solution.clone())?;
        let way = without_detours(run, solution);
        run.collect(way)?;
    }
    Ok(found.stopped)
}

fn without_detours<P: Puzzle>(run: &Run<'_, P>, solution: Vec<Move>) -> Vec<Move> {
    let costs: &MoveCosts = &run.costs;
    straightened(run.puzzle, &run.root, solution, costs, AROUND)
}
