//! Networks that distinguish stickers that look alike. They guide a search in the puzzle where all stickers
//! differ.
//!
//! A shortest solution there need not be one here: stickers that look alike may change places. So nothing of its proofs is
//! passed on. What no network guides is searched in the puzzle itself, and so is the rest of the time, once a guided search
//! has ended.
//!
//! Such a network fits only if it distinguishes *all* stickers. A network with classes in between (of six
//! beads that look alike, three are one kind and three another) is refused, although it could guide too. The
//! reason: a network names its puzzle by a hash of the moves and the classes
//! ([`Tables::identity`](crate::puzzles::Tables::identity)). A hash tells whether two partitions are the same,
//! but not which partition it was made of. To find that out, all partitions between the puzzle's own and the
//! finest would have to be hashed, and fifteen stickers that look alike already have 1,382,958,545 of them.
//! Weight files would have to list the classes.

use super::dear::Dear;
use super::elsewhere::Elsewhere;
use super::engine::typed;
use super::open::towards_open;
use super::typed::{Engine, Reply, Typed, own};
use super::{BuildError, Made, Plan, SearchKind, SolveError};
use crate::limits::{Limits, Stopped};
use crate::puzzles::{Kind, State, Text};
use crate::refusal::Refusal;
use crate::search::Bidirectional;
use std::sync::Arc;

/// The engine of a puzzle with the same moves where all stickers differ, for states of one where some look
/// alike. Whatever solves the former solves the latter.
pub(super) struct Finer<P: Text> {
    at: Elsewhere<P>,
    /// What searches in the puzzle itself share.
    dear: Arc<Dear<P>>,
    /// Whether the question is the shortest way to the goal.
    plain: bool,
}

/// Where the stickers of a state come from, by one that looks like this one where all stickers differ.
pub(super) fn told_apart<P: Text>(puzzle: &P, state: &P::State) -> Result<Vec<u16>, Refusal> {
    let told = puzzle.told_apart(state);
    told.ok_or_else(|| Refusal {
        code: "not-told-apart",
        message: "the network distinguishes stickers that look alike, and which are which was not found out"
            .into(),
        at: None,
        hint: Some("give moves, or use a search without a network".into()),
    })
}

/// Whether a plan asks for the shortest way to the goal, and for nothing else.
fn is_plain(plan: &Plan<'_>) -> bool {
    plan.costs.is_none() && plan.target.is_none() && plan.improve.is_none()
}

impl<P: Text + Into<Kind>> Finer<P> {
    /// That of a puzzle, by the engine of the puzzle where all stickers differ.
    pub fn new(puzzle: &P, finest: &P, engine: Box<dyn Engine>, plan: &Plan<'_>) -> Self {
        let dear = Arc::default();
        Self::made(puzzle, finest.clone(), engine, dear, plan)
    }

    fn made(
        puzzle: &P,
        finest: P,
        engine: Box<dyn Engine>,
        dear: Arc<Dear<P>>,
        plan: &Plan<'_>,
    ) -> Self {
        let there = move |puzzle: &P, state: &P::State| {
            let told = told_apart(puzzle, state)?;
            let state = finest.arranged(&told);
            let state = state.ok_or_else(|| unreachable(puzzle.name()))?;
            Ok(State::of(&finest, state))
        };
        Self {
            at: Elsewhere {
                puzzle: puzzle.clone(),
                there: Box::new(there),
                back: None,
                // It was replayed where all stickers differ.
                ends: Box::new(|_, _| true),
                engine,
            },
            dear,
            plain: is_plain(plan),
        }
    }
}

/// No such state is reached by moves.
pub(super) fn unreachable(puzzle: &str) -> Refusal {
    Refusal::new(
        "unreachable-state",
        format!("no moves of {puzzle} lead to this state"),
    )
}

impl<P: Text + Into<Kind>> Engine for Finer<P> {
    fn solve(&self, state: &State, limits: &Limits) -> Result<Reply, SolveError> {
        let mut reply = self.at.solve(state, limits)?;
        let length = reply.outcome.solution.as_ref().map(Vec::len);
        reply.outcome.optimal = length == Some(0);
        match self.left(limits, &reply) {
            Some(limits) => self.shorter(state, reply, &limits),
            None => Ok(reply),
        }
    }

    fn again(&self, plan: &Plan<'_>) -> Result<Box<dyn Engine>, BuildError> {
        let puzzle = &self.at.puzzle;
        if let Some(engine) = towards_open(puzzle, plan) {
            return engine;
        }
        match puzzle.finest().filter(|_| plan.settings.kind().guided()) {
            Some(finest) => {
                let engine = self.at.engine.again(plan)?;
                let dear = self.dear.clone();
                Ok(Box::new(Self::made(puzzle, finest, engine, dear, plan)))
            }
            None => Ok(Box::new(typed(puzzle, plan, &self.dear, None)?)),
        }
    }

    fn made(&self) -> Made {
        self.at.engine.made()
    }
}

impl<P: Text> Finer<P> {
    /// What a search for shorter solutions may still take; `None` where there is nothing to look for.
    fn left(&self, limits: &Limits, reply: &Reply) -> Option<Limits> {
        let outcome = &reply.outcome;
        let length = outcome.solution.as_ref()?.len();
        let time = limits.time?.checked_sub(outcome.elapsed)?;
        let made = outcome.counters.generated;
        let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(made));
        let usual = SearchKind::Bidirectional.memory();
        let looks = self.plain
            && length > limits.target_length.unwrap_or(0)
            && outcome.stopped != Stopped::Cancelled
            && nodes != Some(0);
        looks.then(|| Limits {
            time: Some(time),
            nodes,
            memory: Some(limits.memory.map_or(usual, |memory| memory.min(usual))),
            max_length: length.saturating_sub(self.at.puzzle.length_step()),
            ..limits.clone()
        })
    }

    /// The answer, or a shorter one by exact search in the puzzle itself.
    fn shorter(
        &self,
        state: &State,
        mut reply: Reply,
        limits: &Limits,
    ) -> Result<Reply, SolveError> {
        let (puzzle, state) = own(state, &self.at.puzzle)?;
        let exact = Typed::new(puzzle.clone(), Arc::new(Bidirectional), self.dear.clone());
        let found = exact.solve_typed(puzzle, state, limits)?.outcome;
        let outcome = &mut reply.outcome;
        // All that is shorter was looked at.
        outcome.optimal = found.optimal || found.stopped == Stopped::Exhausted;
        outcome.stopped = match outcome.optimal {
            true => Stopped::Solved,
            false => found.stopped,
        };
        outcome.counters += found.counters;
        outcome.elapsed += found.elapsed;
        outcome.memory = outcome.memory.max(found.memory);
        if found.solution.is_some() {
            outcome.solution = found.solution;
            outcome.by = Some(SearchKind::Bidirectional.name());
            reply.fallback = None;
        }
        Ok(reply)
    }
}
