//! Trying again, from other sides and with more effort, for as long as it is worth it.
//!
//! A search that fails from one view of a state (a symmetry frame, the state or its inverse) often
//! succeeds from another, and one that succeeds often finds a shorter solution. Attempts go
//! through the views in turn, and each looks only for solutions shorter than the best so far.
//!
//! Without a clock the effort doubles every [`Anytime::views`] attempts. Against the clock a first
//! attempt is quick, so that there is an answer, and those after it use the time that is left.

use super::Search;
use super::effort::{Effort, Plan};
use super::run::{Run, run};
use crate::limits::{Limits, Stopped};
use crate::outcome::Outcome;
use quarterturn_core::Puzzle;
use quarterturn_core::search::View;
use std::fmt::{self, Debug};
use std::sync::Arc;

/// Effort never doubles more often than this: a beam of 64 becomes one of a million.
const DOUBLINGS: usize = 14;

/// Makes the search for a multiple of the least effort: of a beam's width, say.
type Make<P> = dyn Fn(usize) -> Box<dyn Search<P>> + Send + Sync;

/// Repeated attempts with any search.
///
/// Without a time limit and a target length it stops at the first solution after its sweep; with
/// either it goes on until the time is up, the target is met or the attempts are used up.
pub struct Anytime<P: Puzzle> {
    /// Most attempts. A view is tried once, but where a puzzle has few and limits of time or length ask
    /// for more, again with more effort.
    pub attempts: usize,
    /// Attempts of the same effort. At first: a state and its inverse, two.
    pub views: usize,
    /// Attempts that are always made, unless a target length is met; the shortest solution is
    /// kept. At first: one.
    pub sweep: usize,
    /// The effort of the first attempt against the clock, in multiples of the least. At first: 1.
    pub first: usize,
    make: Box<Make<P>>,
    name: &'static str,
}

impl<P: Puzzle> Debug for Anytime<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Anytime")
            .field("attempts", &self.attempts)
            .field("views", &self.views)
            .field("sweep", &self.sweep)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl<P: Puzzle> Anytime<P> {
    /// Repeats the searches that `make` makes for so many times the least effort.
    pub fn new(make: impl Fn(usize) -> Box<dyn Search<P>> + Send + Sync + 'static) -> Self {
        Self {
            attempts: usize::MAX,
            views: 2,
            sweep: 1,
            first: 1,
            name: make(1).name(),
            make: Box::new(make),
        }
    }

    /// The attempts; `Ok` when they are used up.
    fn search(&self, run: &mut Run<'_, P>) -> Result<(), Stopped> {
        let puzzle = run.puzzle;
        let mut most = 1 << DOUBLINGS;
        let sides = View::count(puzzle);
        let views = self.views.clamp(1, sides);
        let goes_on = run.limits.time.is_some() || run.limits.target_length.is_some();
        let most_attempts = match goes_on {
            true => sides.max(DOUBLINGS * views),
            false => sides,
        };
        let mut effort = Effort::new(self.first, views, views == sides);
        // The most effort that each view has had to the end.
        let mut tried = vec![0; sides];
        for attempt in 0..self.attempts.min(most_attempts) {
            run.check()?;
            let plan = match run.watch.left() {
                Some(left) => effort.next(left, run.length().is_some()),
                None => Plan {
                    times: 1 << (attempt / views).min(DOUBLINGS),
                    time: None,
                },
            };
            let times = plan.times.min(most);
            // The same again finds the same.
            let mut others = (attempt..attempt + sides).map(|nth| nth % sides);
            let Some(side) = others.find(|&side| tried[side] < times) else {
                break;
            };
            let search = (self.make)(times);
            let started = run.watch.elapsed();
            let view = View::nth(puzzle, side);
            let mut limits = run.remaining();
            limits.time = plan.time.or(limits.time);
            if let Some(costs) = &mut limits.costs {
                *costs = Arc::new(costs.seen_from(puzzle, view));
            }
            let outcome = search.run(puzzle, &view.of(puzzle, &run.root), &limits);
            let took = run.watch.elapsed() - started;
            effort.took(times, took, outcome.stopped);
            if outcome.stopped != Stopped::Time {
                tried[side] = times;
            }
            run.absorb(&outcome);
            if let Some(mut solution) = outcome.solution {
                view.restore(puzzle, &mut solution);
                if run.limits.time.is_some() || attempt + 1 < self.sweep {
                    run.collect(solution)?;
                } else {
                    run.offer(solution)?;
                }
            }
            match outcome.stopped {
                Stopped::Exhausted | Stopped::Solved => {}
                // The time of the attempt; whether all time is over is asked before the next.
                Stopped::Time if plan.time.is_some() => {}
                // Other views may do with less; more effort will not.
                Stopped::Memory if times > 1 => most = times / 2,
                stopped => return Err(stopped),
            }
            let swept = attempt + 1 >= self.sweep;
            if run.length().is_some() && (run.bound() == 0 || swept && !goes_on) {
                break;
            }
        }
        match run.length() {
            // All that was to be tried has been tried.
            Some(_) if run.limits.target_length.is_none() => Err(Stopped::Solved),
            _ => Ok(()),
        }
    }
}

impl<P: Puzzle> Search<P> for Anytime<P> {
    /// The name of what is repeated.
    fn name(&self) -> &'static str {
        self.name
    }

    fn run(&self, puzzle: &P, state: &P::State, limits: &Limits) -> Outcome {
        run(puzzle, state, limits, |run| self.search(run))
    }
}
