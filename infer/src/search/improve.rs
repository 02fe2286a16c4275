//! Shortens given solutions, and finds paths to states other than the goal.

use super::Search;
use super::run::{Run, run};
use crate::limits::{Limits, Stopped};
use crate::outcome::Outcome;
use quarterturn_core::search::View;
use quarterturn_core::{Move, Puzzle};

/// A search and the number of moves of a solution that it is shown at a time.
pub type Window<'a, P> = (&'a dyn Search<P>, usize);

/// Replaces stretches of a solution by shorter paths between their ends, until no window of any
/// search yields a shorter one. The searches take turns in the order given, so the cheapest and
/// shortest should come first: [`super::Bidirectional`] up to ten quarter turns of the 3×3×3 cube,
/// then a beam.
///
/// The limits hold for all of it together; the outcome has the solution as far as it was improved,
/// and `Solved` when nothing more was to be done or the target length was reached. A sequence that
/// does not solve `state` is [`Stopped::Wrong`], one with a forbidden move is no solution.
pub fn improve<P: Puzzle>(
    puzzle: &P,
    state: &P::State,
    solution: &[Move],
    windows: &[Window<'_, P>],
    limits: &Limits,
) -> Outcome {
    // The maximum length is one of solutions looked for, and this one is there already.
    let limits = Limits {
        max_length: limits.max_length.max(solution.len()),
        ..limits.clone()
    };
    run(puzzle, state, &limits, |run| {
        let mut best = solution.to_vec();
        run.collect(best.clone())?;
        while pass(run, &mut best, windows)? {}
        run.length().map_or(Ok(()), |_| Err(Stopped::Solved))
    })
}

/// Looks through every window until one yields; false when none does.
fn pass<P: Puzzle>(
    run: &mut Run<'_, P>,
    best: &mut Vec<Move>,
    windows: &[Window<'_, P>],
) -> Result<bool, Stopped> {
    for &(search, size) in windows {
        // Stretches shorter than the window are part of others, but for a short solution as a whole.
        for start in 0..=best.len().saturating_sub(size) {
            run.check()?;
            let end = best.len().min(start + size);
            if let Some(shorter) = between(run, search, &best[start..end])? {
                best.splice(start..end, shorter);
                run.collect(best.clone())?;
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// A shorter path between the ends of a stretch of moves.
fn between<P: Puzzle>(
    run: &mut Run<'_, P>,
    search: &dyn Search<P>,
    moves: &[Move],
) -> Result<Option<Vec<Move>>, Stopped> {
    let Some(shorter) = moves.len().checked_sub(1) else {
        return Ok(None);
    };
    let mut back = moves.to_vec();
    let inverse = View {
        frame: 0,
        inverse: true,
    };
    inverse.restore(run.puzzle, &mut back);
    let limits = Limits {
        max_length: shorter,
        target_length: None,
        ..run.remaining()
    };
    let goal = run.puzzle.goal().filter(|_| run.puzzle.is_group());
    let start = run.puzzle.apply_all(&goal.ok_or(Stopped::Unfit)?, &back);
    let outcome = search.run(run.puzzle, &start, &limits);
    run.absorb(&outcome);
    match (outcome.solution, outcome.stopped) {
        (Some(found), _) => Ok(Some(found)),
        // A search's bug costs only an improvement here.
        (None, Stopped::Exhausted | Stopped::Memory | Stopped::Wrong) => Ok(None),
        (None, stopped) => Err(stopped),
    }
}

/// The state whose solutions are the ways from `state` to `target`; `None` where states are not group
/// elements.
pub fn towards<P: Puzzle>(puzzle: &P, state: &P::State, target: &P::State) -> Option<P::State> {
    puzzle.then(&puzzle.invert(target)?, state)
}
