//! Solutions that are computed directly, for puzzles that allow it.

use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::puzzles::Text;
use crate::search::Search;
use crate::search::run::run;

/// [`Text::solution`] as a search: exact, and without a network.
#[derive(Clone, Copy, Debug, Default)]
pub struct Direct;

impl<P: Text> Search<P> for Direct {
    fn name(&self) -> &'static str {
        "direct"
    }

    fn run(&self, puzzle: &P, state: &P::State, limits: &Limits) -> Outcome {
        run(puzzle, state, limits, |run| {
            run.check()?;
            run.optimal = !run.priced();
            puzzle
                .solution(state)
                .map_or(Ok(()), |moves| run.offer(moves))
        })
    }
}
