//! What every search keeps while it runs: its clock, its counters and the best solution so far.

use crate::costs::MoveCosts;
use crate::limits::{Found, Limits, Stopped, Watch};
use crate::memory::budget::Budget;
use crate::outcome::{Counters, Outcome, verify};
use crate::parallel;
use crate::progress::Reporter;
use quarterturn_core::{Move, Puzzle};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// One run of a search on one state.
pub struct Run<'a, P: Puzzle> {
    /// What is to be solved.
    pub puzzle: &'a P,
    /// The input.
    pub root: P::State,
    /// What bounds the run.
    pub limits: &'a Limits,
    /// The clock.
    pub watch: Watch<'a>,
    /// Nodes so far.
    pub counters: Counters,
    /// The width that the memory limit left to a beam, or the widest that there is.
    pub narrowed: Option<usize>,
    /// What moves cost: one each, unless the limits say otherwise.
    pub costs: Arc<MoveCosts>,
    /// Which moves are redundant after which, `[moves][moves]`.
    redundant: Vec<bool>,
    best: Option<Vec<Move>>,
    budget: u64,
    memory: usize,
    /// What it holds of the memory that it shares with others.
    held: usize,
    /// The depth that a beam has reached.
    pub depth: Option<usize>,
    /// States that a beam keeps of each depth.
    pub width: Option<usize>,
    /// Whether no solution is shorter than the best.
    pub optimal: bool,
    /// The search that works now, where several take turns and it is not the one that the run is named by.
    pub part: Option<&'static str>,
    /// The one that found the best solution.
    by: Option<&'static str>,
    reporter: Option<Reporter>,
}

impl<P: Puzzle> Drop for Run<'_, P> {
    fn drop(&mut self) {
        if let Some(budget) = &self.limits.budget {
            budget.change(self.held, 0);
        }
    }
}

impl<P: Puzzle> fmt::Debug for Run<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Run({:?}, {:?})", self.puzzle, self.counters)
    }
}

/// Runs `search` on a state that may be solved already. A search ends with `Ok` when it ran out of
/// states, else with the reason that stopped it.
pub fn run<'a, P: Puzzle>(
    puzzle: &'a P,
    state: &P::State,
    limits: &'a Limits,
    search: impl FnOnce(&mut Run<'a, P>) -> Result<(), Stopped>,
) -> Outcome {
    let mut run = Run::new(puzzle, state, limits);
    let ended = match run.best {
        Some(_) => Err(Stopped::Solved),
        None => search(&mut run),
    };
    run.end(ended)
}

/// As [`run`], on a thread of the current pool. A search outside of it would fall asleep and be woken
/// at every step that the pool does for it.
pub(crate) fn run_pooled<'a, P: Puzzle>(
    puzzle: &'a P,
    state: &P::State,
    limits: &'a Limits,
    mut search: impl FnMut(&mut Run<'a, P>) -> Result<(), Stopped> + Send,
) -> Outcome {
    run(puzzle, state, limits, |run| {
        let mut ended = Ok(());
        parallel::on_pool(&mut || ended = search(run));
        ended
    })
}

impl<'a, P: Puzzle> Run<'a, P> {
    /// The beginning, where a solved state has its solution.
    fn new(puzzle: &'a P, state: &P::State, limits: &'a Limits) -> Self {
        let unit = || MoveCosts::unit(puzzle).into();
        Self {
            puzzle,
            root: state.clone(),
            limits,
            watch: limits.start(),
            counters: Counters::default(),
            narrowed: None,
            costs: limits.costs.clone().unwrap_or_else(unit),
            redundant: redundant(puzzle, limits.costs.as_deref()),
            best: puzzle.is_solved(state).then(Vec::new),
            budget: limits.most(),
            memory: 0,
            held: 0,
            depth: None,
            width: None,
            optimal: puzzle.is_solved(state),
            part: None,
            by: None,
            reporter: limits.progress.as_ref().map(|own| own.started(limits.time)),
        }
    }

    fn end(mut self, ended: Result<(), Stopped>) -> Outcome {
        Outcome {
            optimal: self.optimal && self.best.is_some(),
            by: self.by,
            solution: self.best.take(),
            stopped: ended.err().unwrap_or(Stopped::Exhausted),
            counters: self.counters,
            elapsed: self.watch.elapsed(),
            memory: self.memory,
            narrowed: self.narrowed,
        }
    }
}

impl<P: Puzzle> Run<'_, P> {
    /// Stops the search at its limits; asked often.
    pub fn check(&self) -> Result<(), Stopped> {
        self.check_at(self.counters.generated)
    }

    /// As [`Run::check`], for workers that share the run and count nodes on their own.
    pub fn check_at(&self, generated: u64) -> Result<(), Stopped> {
        if let Some(reporter) = &self.reporter {
            let generated = generated.max(self.counters.generated);
            let counters = Counters {
                generated,
                ..self.counters
            };
            reporter.report(counters, [self.depth, self.width, self.length()]);
        }
        self.watch.stop(generated).map_or(Ok(()), Err)
    }

    /// Counts memory that is about to be held, or stops the search if it is too much.
    pub fn hold(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.hold_for_good(bytes)?;
        self.watch.will_free(bytes);
        Ok(())
    }

    /// As [`Run::hold`], of memory that is not given back to the system when the search ends.
    pub fn hold_for_good(&mut self, bytes: usize) -> Result<(), Stopped> {
        if bytes > self.limits.memory.unwrap_or(usize::MAX - 1) {
            return Err(Stopped::Memory);
        }
        if let Some(budget) = &self.limits.budget {
            if !budget.change(self.held, bytes) {
                return Err(Stopped::Memory);
            }
            self.held = bytes;
        }
        self.memory = self.memory.max(bytes);
        Ok(())
    }

    /// The most memory that it may hold now, in bytes, where anything limits it.
    pub fn room(&self) -> Option<usize> {
        let left = |budget: &Arc<Budget>| budget.left() + self.held;
        let shared = self.limits.budget.as_ref().map(left);
        self.limits.memory.into_iter().chain(shared).min()
    }

    /// Adds the counters and times of a part of the search.
    pub fn absorb(&mut self, part: &Outcome) {
        self.counters += part.counters;
        self.memory = self.memory.max(part.memory);
        self.narrowed = part.narrowed.or(self.narrowed);
    }

    /// What is left of the limits for a part of the search, which must find something better.
    pub fn remaining(&self) -> Limits {
        let limits = self.limits;
        let spent = self.counters.generated;
        Limits {
            time: limits.time.map(|t| t.saturating_sub(self.watch.elapsed())),
            nodes: limits.nodes.map(|n| n.saturating_sub(spent)),
            max_length: self.bound(),
            max_cost: self.priced().then_some(self.budget),
            // Solutions of a part are offered to the whole run, which reports them.
            observer: None,
            progress: (self.reporter.as_ref()).map(|own| own.part(self.counters, self.length())),
            ..limits.clone()
        }
    }

    /// Takes a solution as [`Run::offer`] does, but goes on unless that meets a target length.
    pub fn collect(&mut self, solution: Vec<Move>) -> Result<(), Stopped> {
        match self.offer(solution) {
            Err(Stopped::Solved) if self.limits.target_length.is_none() => Ok(()),
            ended => ended,
        }
    }

    /// Takes the solution that ends a search. Where it costs no less than what is known already, there is none.
    pub fn finish(&mut self, solution: Vec<Move>) -> Result<(), Stopped> {
        self.offer(solution)?;
        if self.limits.most() < u64::MAX {
            return Err(Stopped::Exhausted);
        }
        Ok(())
    }

    /// The best solution so far.
    pub fn best(&self) -> Option<&[Move]> {
        self.best.as_deref()
    }

    /// Length of the best solution so far.
    pub fn length(&self) -> Option<usize> {
        self.best.as_ref().map(Vec::len)
    }

    /// Whether moves differ in cost, so that the shortest solution need not be the best.
    pub fn priced(&self) -> bool {
        self.limits.costs.is_some()
    }

    /// Whether the best solution is as short as was asked for.
    pub fn has_met_target(&self) -> bool {
        let target = self.limits.target_length;
        target.is_some_and(|target| self.length().is_some_and(|length| length <= target))
    }

    /// The longest solution that is still worth finding.
    pub fn bound(&self) -> usize {
        let better = self.length().filter(|_| !self.priced());
        let step = self.puzzle.length_step();
        let better = better.map_or(usize::MAX, |l| l.saturating_sub(step));
        self.limits.max_length.min(better)
    }

    /// The cost that a solution must stay below to be worth finding, in units of 1/1024.
    pub fn budget(&self) -> u64 {
        self.budget
    }

    /// For each move, whether a best solution never needs it right after `previous`.
    pub fn redundant_after(&self, previous: Move) -> &[bool] {
        let moves = self.puzzle.move_count();
        &self.redundant[previous.index() * moves..][..moves]
    }

    /// Ends a search that has nothing more to try. Where moves differ in cost it went on after its
    /// first solution, and the best is its answer.
    pub fn settle(&self) -> Result<(), Stopped> {
        match self.best {
            Some(_) if self.priced() => Err(Stopped::Solved),
            _ => Ok(()),
        }
    }

    /// Takes a solution if it is the best so far, and stops the search if it is good enough.
    ///
    /// A solution with a forbidden move does not count. A solution that does not solve the input is a bug in
    /// the search, which ends as [`Stopped::Wrong`] without an answer.
    pub fn offer(&mut self, solution: Vec<Move>) -> Result<(), Stopped> {
        if verify(self.puzzle, &self.root, &solution).is_err() {
            self.best = None;
            return Err(Stopped::Wrong);
        }
        let Some(cost) = self.costs.sum(&solution) else {
            return Ok(());
        };
        if solution.len() > self.bound() || cost >= self.budget {
            return Ok(());
        }
        self.budget = cost;
        let enough = self
            .limits
            .target_length
            .is_none_or(|t| solution.len() <= t);
        if let Some(observer) = &self.limits.observer {
            observer.tell(Found {
                solution: &solution,
                cost: self.costs.total(&solution).filter(|_| self.priced()),
                elapsed: self.watch.elapsed(),
            });
        }
        self.by = self.part;
        self.best = Some(solution);
        if enough { Err(Stopped::Solved) } else { Ok(()) }
    }
}

/// Which moves a best solution never needs right after which, `[moves][moves]`.
fn redundant<P: Puzzle>(puzzle: &P, costs: Option<&MoveCosts>) -> Vec<bool> {
    let Some(costs) = costs else {
        return pairs(puzzle, |previous, next| puzzle.redundant(previous, next));
    };
    if let Some(goal) = puzzle.goal().filter(|_| puzzle.is_group()) {
        return more_expensive(puzzle, &goal, costs);
    }
    // A pair may be redundant for a single move, or for the same turn the other way round, that is expensive or
    // forbidden. Two kinds remain: moves that undo each other, and moves that commute.
    pairs(puzzle, |previous, next| {
        let commute = || !puzzle.redundant(next, previous);
        puzzle.redundant(previous, next) && (Some(next) == puzzle.undo(previous) || commute())
    })
}

/// What `redundant` says of each pair of moves, in order.
fn pairs<P: Puzzle>(puzzle: &P, redundant: impl Fn(Move, Move) -> bool) -> Vec<bool> {
    let moves = || puzzle.moves();
    let pairs = moves().flat_map(|previous| moves().map(move |next| (previous, next)));
    pairs.map(|(p, n)| redundant(p, n)).collect()
}

/// The pairs that do what no move, one move or another pair does at a lower price; of those at the same price
/// the shortest stays, and of those the first.
///
/// What two group elements do at the goal they do everywhere. Replacing such pairs in a best solution gives one
/// that comes earlier in that order, so there is a best solution without them.
fn more_expensive<P: Puzzle>(puzzle: &P, goal: &P::State, costs: &MoveCosts) -> Vec<bool> {
    let ways = costs.allowed().flat_map(|first| {
        let pairs = costs.allowed().map(move |next| vec![first, next]);
        std::iter::once(vec![first]).chain(pairs)
    });
    let worth = |way: &[Move]| (costs.sum(way), way.len(), way.to_vec());
    let mut best = HashMap::from([(goal.clone(), worth(&[]))]);
    for way in ways {
        let worth = worth(&way);
        let known = best.entry(puzzle.apply_all(goal, &way));
        let known = known.or_insert_with(|| worth.clone());
        if worth < *known {
            *known = worth;
        }
    }
    pairs(puzzle, |previous, next| {
        let way = [previous, next];
        let known = best.get(&puzzle.apply_all(goal, &way));
        known.is_some_and(|known| *known < worth(&way))
    })
}
