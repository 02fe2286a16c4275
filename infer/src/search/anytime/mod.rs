//! Anytime search: attempts from other views and with more effort, as long as they can help.
//!
//! A view is a symmetry frame with the state or its inverse. A search that fails from one view often
//! succeeds from another, and a search that succeeds often finds a shorter solution from another. Attempts
//! go through the views in turn, and each looks only for solutions shorter than the best so far.
//!
//! Without a time limit the effort doubles every [`Anytime::views`] attempts. With a time limit the first
//! attempt is quick, so that there is an answer, and later attempts use the time that is left.

mod beside;
mod effort;
mod proof;
mod rest;

pub(crate) use beside::{Beside, Turn};

use super::Search;
use super::run::{Run, run};
use crate::limits::{Limits, Stopped};
use crate::outcome::Outcome;
use effort::{Effort, Plan};
use proof::Proof;
use quarterturn_core::Puzzle;
use quarterturn_core::search::View;
use std::collections::HashSet;
use std::fmt::{self, Debug};
use std::sync::Arc;
use std::time::Duration;

/// Rounds, each with twice the effort, while moves differ in cost and there is no solution yet.
const WIDENINGS: usize = 5;

/// Effort never doubles more often than this: a beam of 64 becomes one of a million.
const DOUBLINGS: usize = 14;

/// States that another search makes before the attempts begin, at least: until then its answers get shorter fast. Two-phase
/// makes them in a quarter of a second of one core.
const ALONE: u64 = 10_000_000;
/// A run of that time is all another search's: attempts would find less in it.
const SHORT: Duration = Duration::from_millis(200);
/// The part of a longer time that another search has at the beginning.
const OPENING: u32 = 2;
/// The part of the time that another search has at the end.
const CLOSING: u32 = 16;

/// A run of less time does not wait for tables of another search that are still to be made: two-phase makes its own in a
/// third of a second of one core.
const TABLES: Duration = Duration::from_secs(1);

/// Makes the search for a multiple of the least effort, such as the width of a beam.
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
    /// The search without a time limit, and its effort in multiples of the least. Under a time limit it is made from each
    /// view of the sweep as soon as there is time for that: then more time gives no longer solution.
    pub(crate) plain: Option<(usize, Arc<dyn Search<P>>)>,
    /// What takes turns with the attempts under a time limit.
    pub(crate) beside: Option<Arc<dyn Beside<P>>>,
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
    /// Repeats the searches that `make` makes; its argument is a multiple of the least effort.
    pub fn new(make: impl Fn(usize) -> Box<dyn Search<P>> + Send + Sync + 'static) -> Self {
        Self {
            attempts: usize::MAX,
            views: 2,
            sweep: 1,
            first: 1,
            plain: None,
            beside: None,
            name: make(1).name(),
            make: Box::new(make),
        }
    }

    /// The attempts; `Ok` when they are used up.
    fn search(&self, run: &mut Run<'_, P>) -> Result<(), Stopped> {
        let puzzle = run.puzzle;
        let mut most = 1 << DOUBLINGS;
        let looks = distinct_views(run);
        let sides = looks.len();
        let views = self.views.clamp(1, sides);
        let anytime = run.limits.time.is_some() || run.limits.target_length.is_some();
        let most_attempts = match anytime {
            true => self.attempts.min(sides.max(DOUBLINGS * views)),
            false => self.attempts.min(sides),
        };
        let mut effort = Effort::new(self.first, views, views == sides);
        // The most effort with which each view was searched to the end.
        let mut tried = vec![0; sides];
        let mut proof = Proof::default();
        // Views from which the plain search has been made.
        let mut swept = 0;
        let waits = run.limits.time.is_some_and(|time| time < TABLES);
        let beside = self.beside.as_deref().filter(|_| !run.priced());
        let beside = beside.filter(|beside| beside.is_ready() || !waits);
        let mut other = beside.map(|beside| Other::new(beside, run));
        if let (Some(other), Some(time)) = (&mut other, run.limits.time) {
            other.open(run, time)?;
            if run.optimal || proof.is_made(run)? {
                return Err(Stopped::Solved);
            }
        }
        for attempt in 0.. {
            // A beam ordered by cost fails more often than others, and there may be no other solution.
            let widens = run.priced() && run.budget() == u64::MAX;
            let widened = if widens { WIDENINGS * views } else { 0 };
            if attempt >= most_attempts.max(widened) {
                break;
            }
            run.check()?;
            if other.is_some() && closes(run) {
                break;
            }
            let left = run.watch.left();
            let more = self.sweep.min(sides) - swept.min(sides);
            let plain = self.plain.as_ref().filter(|_| more > 0);
            let plain = plain.filter(|(times, _)| effort.fits(times * more, left));
            let plan = match (plain, left) {
                (Some((times, _)), _) => Plan {
                    times: *times,
                    time: None,
                },
                (None, Some(left)) => effort.next(left, run.length().is_some()),
                (None, None) => Plan {
                    times: 1 << (attempt / views).min(DOUBLINGS),
                    time: None,
                },
            };
            let times = plan.times.min(most);
            // The same search would find the same.
            let mut others = (attempt..attempt + sides).map(|nth| nth % sides);
            let (side, search) = match plain {
                Some((_, plain)) => (swept, plain.clone()),
                None => match others.find(|&side| tried[side] < times) {
                    Some(side) => (side, (self.make)(times).into()),
                    None => break,
                },
            };
            swept += usize::from(plain.is_some());
            let started = run.watch.elapsed();
            let (view, state) = &looks[side];
            let mut limits = run.remaining();
            limits.time = plan.time.or(limits.time);
            if let Some(costs) = &mut limits.costs {
                *costs = Arc::new(costs.seen_from(puzzle, *view));
            }
            let outcome = search.run(puzzle, state, &limits);
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
            if run.limits.time.is_some() && proof.is_made(run)? {
                return Err(Stopped::Solved);
            }
            let swept = attempt + 1 >= self.sweep;
            if run.length().is_some() && (run.bound() == 0 || swept && !anytime) {
                break;
            }
        }
        if let (Some(other), Some(time)) = (&mut other, run.limits.time) {
            other.go(run, time)?;
        }
        if run.limits.time.is_some() && run.bound() > 0 {
            rest::improve(run)?;
        }
        match run.length() {
            // Everything has been tried.
            Some(_) if run.limits.target_length.is_none() => Err(Stopped::Solved),
            _ => Ok(()),
        }
    }
}

/// Whether too little of the time is left for an attempt, where another search can use it.
fn closes<P: Puzzle>(run: &Run<'_, P>) -> bool {
    let ends = |(left, time): (Duration, Duration)| left < time / CLOSING;
    run.watch.left().zip(run.limits.time).is_some_and(ends)
}

/// The search that takes turns with the attempts.
struct Other<'a, P: Puzzle> {
    turn: Box<Turn<'a, P>>,
    name: &'static str,
    /// Whether it has nothing more to try.
    ended: bool,
}

impl<'a, P: Puzzle> Other<'a, P> {
    fn new(beside: &'a dyn Beside<P>, run: &Run<'_, P>) -> Self {
        Self {
            turn: beside.begin(&run.root),
            name: beside.name(),
            ended: false,
        }
    }

    /// Lets it open a run of that time: a part of it, or until it has made enough states.
    fn open(&mut self, run: &mut Run<'_, P>, time: Duration) -> Result<(), Stopped> {
        if time <= SHORT {
            return self.go(run, time);
        }
        let part = time / OPENING;
        self.go(run, part)?;
        let made = run.counters.generated;
        if self.ended || made >= ALONE {
            return Ok(());
        }
        // As many turns a second as so far. Each stop costs what was half done.
        let until = part.as_secs_f64() * ALONE as f64 / made.max(1) as f64;
        let until = Duration::try_from_secs_f64(until).unwrap_or(time);
        self.go(run, until.min(time))
    }

    /// Lets it work until that time since the start of the run.
    fn go(&mut self, run: &mut Run<'_, P>, until: Duration) -> Result<(), Stopped> {
        run.part = Some(self.name);
        let ended = (self.turn)(run, until);
        run.part = None;
        match ended {
            // The attempts may find more, or need less.
            Ok(()) | Err(Stopped::Solved | Stopped::Memory) if !run.has_met_target() => {
                self.ended = true;
                Ok(())
            }
            // The time of its turn; whether all time is over is asked next.
            Err(Stopped::Time) => run.check(),
            ended => ended,
        }
    }
}

/// The views of the input, with the state in each of them. Some views of a symmetric state are the same, and a
/// solution of one solves the others; but if moves differ in cost, the cost differs.
fn distinct_views<P: Puzzle>(run: &Run<'_, P>) -> Vec<(View, P::State)> {
    let puzzle = run.puzzle;
    let mut seen = HashSet::new();
    let views = (0..View::count(puzzle)).map(|nth| View::nth(puzzle, nth));
    let looks = views.map(|view| (view, view.of(puzzle, &run.root)));
    looks
        .filter(|(_, state)| seen.insert(state.clone()) || run.priced())
        .collect()
}

impl<P: Puzzle> Search<P> for Anytime<P> {
    /// The name of what is repeated.
    fn name(&self) -> &'static str {
        self.name
    }

    fn prepare(&self) {
        if let Some(beside) = &self.beside {
            beside.prepare();
        }
    }

    fn run(&self, puzzle: &P, state: &P::State, limits: &Limits) -> Outcome {
        run(puzzle, state, limits, |run| self.search(run))
    }
}
