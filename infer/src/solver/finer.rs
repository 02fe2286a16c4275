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
use super::engine::typed;
use super::open::towards_open;
use super::typed::{Base, Typed};
use super::{Answer, BuildError, Engine, Made, Plan, SearchKind, SolveError, Task};
use crate::limits::{Limits, Stopped};
use crate::puzzles::{State, Text};
use crate::refusal::Refusal;
use crate::search::Bidirectional;
use std::sync::Arc;

/// The engine of a puzzle with the same moves where all stickers differ, for states of one where some look
/// alike. Whatever solves the former solves the latter.
pub(super) struct Finer<P: Text> {
    /// Where some look alike.
    pub puzzle: P,
    /// Where all differ.
    pub engine: Box<dyn Base>,
    /// What searches in the puzzle itself share.
    pub dear: Arc<Dear<P>>,
    /// Whether the question is the shortest way to the goal.
    pub plain: bool,
}

/// The numbers of a state that looks like this one where all stickers differ.
pub(super) fn told_apart<P: Text>(puzzle: &P, state: &P::State) -> Result<String, Refusal> {
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
pub(super) fn is_plain(plan: &Plan<'_>) -> bool {
    plan.costs.is_none() && plan.target.is_none() && plan.improve.is_none()
}

impl<P: Text> Engine for Finer<P> {
    fn read(&self, text: &str) -> Result<Box<dyn Task + '_>, Refusal> {
        let (puzzle, state) = self.puzzle.read(text)?;
        self.told(puzzle, state)
    }
}

impl<P: Text> Base for Finer<P> {
    fn task(&self, state: &State) -> Result<Box<dyn Task + '_>, Refusal> {
        let own = state.typed::<P>();
        let own = own.filter(|(puzzle, _)| puzzle.id() == self.puzzle.id());
        let (puzzle, state) = own.ok_or_else(|| state.foreign(self.puzzle.name()))?;
        self.told(puzzle.clone(), state.clone())
    }

    fn again(&self, plan: &Plan<'_>) -> Result<Box<dyn Base>, BuildError> {
        if let Some(engine) = towards_open(&self.puzzle, plan) {
            return engine;
        }
        if !plan.settings.kind().guided() {
            return Ok(Box::new(typed(&self.puzzle, plan, &self.dear, None)?));
        }
        Ok(Box::new(Self {
            puzzle: self.puzzle.clone(),
            engine: self.engine.again(plan)?,
            dear: self.dear.clone(),
            plain: is_plain(plan),
        }))
    }

    fn made(&self) -> Made {
        self.engine.made()
    }
}

impl<P: Text> Finer<P> {
    /// The state as one of the puzzle where all stickers differ.
    fn told(&self, puzzle: P, state: P::State) -> Result<Box<dyn Task + '_>, Refusal> {
        let told = told_apart(&puzzle, &state)?;
        Ok(Box::new(Told {
            finer: self,
            task: self.engine.read(&told)?,
            puzzle,
            state,
        }))
    }
}

/// A state, and the same where all stickers differ.
struct Told<'a, P: Text> {
    finer: &'a Finer<P>,
    task: Box<dyn Task + 'a>,
    puzzle: P,
    state: P::State,
}

impl<P: Text> Task for Told<'_, P> {
    fn solve(&self, limits: &Limits) -> Result<Answer, SolveError> {
        let mut answer = self.task.solve(limits)?;
        answer.outcome.optimal = answer.length == Some(0);
        match self.left(limits, &answer) {
            Some(limits) => self.shorter(answer, &limits),
            None => Ok(answer),
        }
    }
}

impl<P: Text> Told<'_, P> {
    /// What a search for shorter solutions may still take; `None` where there is nothing to look for.
    fn left(&self, limits: &Limits, answer: &Answer) -> Option<Limits> {
        let (outcome, length) = (&answer.outcome, answer.length?);
        let time = limits.time?.checked_sub(outcome.elapsed)?;
        let made = outcome.counters.generated;
        let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(made));
        let usual = SearchKind::Bidirectional.memory();
        let looks = self.finer.plain
            && length > limits.target_length.unwrap_or(0)
            && outcome.stopped != Stopped::Cancelled
            && nodes != Some(0);
        looks.then(|| Limits {
            time: Some(time),
            nodes,
            memory: Some(limits.memory.map_or(usual, |memory| memory.min(usual))),
            max_length: length.saturating_sub(self.puzzle.length_step()),
            ..limits.clone()
        })
    }

    /// The answer, or a shorter one by exact search in the puzzle itself.
    fn shorter(&self, mut answer: Answer, limits: &Limits) -> Result<Answer, SolveError> {
        let (puzzle, exact) = (self.puzzle.clone(), Arc::new(Bidirectional));
        let own = Typed::new(puzzle.clone(), exact, self.finer.dear.clone());
        let found = own.at(puzzle, self.state.clone()).solve(limits)?;
        let (before, after) = (answer.outcome.clone(), found.outcome.clone());
        if found.length.is_some() {
            let remembered = answer.remembered;
            answer = Answer {
                remembered,
                ..found
            };
            answer.outcome.by = Some(SearchKind::Bidirectional.name());
        }
        let outcome = &mut answer.outcome;
        // All that is shorter was looked at.
        outcome.optimal = after.optimal || after.stopped == Stopped::Exhausted;
        outcome.stopped = match outcome.optimal {
            true => Stopped::Solved,
            false => after.stopped,
        };
        outcome.counters = before.counters;
        outcome.counters += after.counters;
        outcome.elapsed = before.elapsed + after.elapsed;
        outcome.memory = before.memory.max(after.memory);
        outcome.narrowed = before.narrowed;
        Ok(answer)
    }
}
