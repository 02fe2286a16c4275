//! The solver of one puzzle of a known type, behind an interface of states as values.

use super::dear::Dear;
use super::engine::typed;
use super::only;
use super::open::towards_open;
use super::{BuildError, Made, Plan, SearchKind, SolveError};
use crate::costs::MoveCosts;
use crate::eval::Evaluator;
use crate::foreign;
use crate::limits::{Limits, Stopped};
use crate::outcome::{Outcome, WrongSolution, verify};
use crate::puzzles::{self, Kind, Puzzle, State, Text};
use crate::refusal::Refusal;
use crate::search::{Bidirectional, Chain, Search, cheapest, improve, towards};
use crate::solver::SettingsError;
use quarterturn_core::Move;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// Moves of a solution that are replaced by exact search: a second of work at most.
const EXACT: usize = 8;
/// Length of the windows of a solution that the chosen search improves.
const GUIDED: usize = 20;

/// What came of a search.
pub(super) struct Reply {
    pub outcome: Outcome,
    /// States evaluated from memory, if evaluations are remembered.
    pub remembered: Option<u64>,
    /// The algorithm that found the solution in place of the search.
    pub fallback: Option<&'static str>,
}

/// A search with its model, for one puzzle: what requests share.
pub(super) trait Engine: Send + Sync {
    /// Searches for a solution of a state of the engine's puzzle; the costs are those of the engine.
    ///
    /// # Errors
    /// [`SolveError`] when it is a state of another puzzle, when the moves to be improved are no solution, or when a search
    /// breaks its contract.
    fn solve(&self, state: &State, limits: &Limits) -> Result<Reply, SolveError>;

    /// Makes the tables now, so that the first state does not wait for them.
    fn prepare(&self) {}

    /// An engine by another plan, for the same puzzle and the same network. It uses what this one has made.
    ///
    /// # Errors
    /// [`BuildError`].
    fn again(&self, plan: &Plan<'_>) -> Result<Box<dyn Engine>, BuildError>;

    /// What has been made once for all requests.
    fn made(&self) -> Made;
}

/// A state by its type, and its own puzzle, which a level of Sokoban brings.
pub(super) fn own<'a, P: Text>(
    state: &'a State,
    puzzle: &P,
) -> Result<(&'a P, &'a P::State), Refusal> {
    let own = state.typed::<P>();
    let own = own.filter(|(own, _)| own.id() == puzzle.id());
    own.ok_or_else(|| state.foreign(puzzle.name()))
}

/// An engine for puzzle `P`.
pub(super) struct Typed<P: Text> {
    puzzle: P,
    pub search: Arc<dyn Search<P>>,
    dear: Arc<Dear<P>>,
    /// What an unguided search was made by: it has tables of its own, and serves others that ask for the same.
    pub unguided: Option<SearchKind>,
    /// The evaluator, where it remembers.
    pub cache: Option<Arc<dyn Evaluator<P>>>,
    pub costs: Option<Arc<MoveCosts>>,
    /// The puzzle with the moves that are not forbidden, if some are.
    only: OnceLock<Option<Puzzle>>,
    /// What answers when the time is over.
    pub rescue: Option<Arc<dyn Search<P>>>,
    /// What answers where a network's search finds nothing.
    pub chain: Option<Chain>,
    target: Option<P::State>,
    improve: Option<Vec<Move>>,
}

impl<P: Text> fmt::Debug for Typed<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Typed({:?})", self.puzzle)
    }
}

impl<P: Text> Typed<P> {
    pub fn new(puzzle: P, search: Arc<dyn Search<P>>, dear: Arc<Dear<P>>) -> Self {
        Self {
            puzzle,
            search,
            dear,
            unguided: None,
            cache: None,
            costs: None,
            only: OnceLock::new(),
            rescue: None,
            chain: None,
            target: None,
            improve: None,
        }
    }

    /// Whether the search finds shortest solutions only, and this question is about them.
    fn is_exact(&self) -> bool {
        let exact = self.unguided.as_ref().is_some_and(SearchKind::exact);
        exact && self.costs.is_none() && self.improve.is_none()
    }

    /// Sets the state to reach in place of the goal, and the solution to shorten in place of a search.
    pub fn aim(&mut self, target: Option<&str>, improve: Option<&str>) -> Result<(), BuildError> {
        let lacks = |what| SettingsError::Lacks {
            what,
            needs: "states that are group elements",
            puzzle: self.puzzle.name().into(),
        };
        let fail = |option| move |refusal| BuildError::Option { option, refusal };
        if let Some(text) = target {
            if !self.puzzle.is_group() {
                return Err(lacks("target").into());
            }
            let read = self.puzzle.read(text).map_err(|fault| named(text, fault));
            let read = read.map_err(|fault| match fault.code {
                "colour-count" => Refusal {
                    hint: Some("a target is a whole state: give all its stickers".into()),
                    ..fault
                },
                _ => fault,
            });
            self.target = Some(read.map_err(fail("target"))?.1);
        }
        if let Some(text) = improve {
            if !self.puzzle.is_group() {
                return Err(lacks("improve").into());
            }
            self.improve = Some(self.puzzle.read_moves(text).map_err(fail("improve"))?);
        }
        Ok(())
    }
}

impl<P: Text + Into<Kind>> Engine for Typed<P> {
    fn prepare(&self) {
        self.search.prepare();
    }

    fn solve(&self, state: &State, limits: &Limits) -> Result<Reply, SolveError> {
        let (puzzle, state) = own(state, &self.puzzle)?;
        self.solve_typed(puzzle, state, limits)
    }

    fn again(&self, plan: &Plan<'_>) -> Result<Box<dyn Engine>, BuildError> {
        if let Some(engine) = towards_open(&self.puzzle, plan) {
            return engine;
        }
        Ok(Box::new(typed(&self.puzzle, plan, &self.dear, Some(self))?))
    }

    fn made(&self) -> Made {
        Made {
            tables: self.search.bytes(),
            ..self.dear.made()
        }
    }
}

/// A refusal by the name of the format, where a text is of another program's.
pub(super) fn named(text: &str, fault: Refusal) -> Refusal {
    let read = puzzles::CODES.contains(&fault.code);
    match foreign::refusal(text) {
        Some(named) if !read => named,
        _ => fault,
    }
}

impl<P: Text> Typed<P> {
    /// Solves a state of the puzzle, or of another that a text gave.
    pub fn solve_typed(
        &self,
        puzzle: &P,
        state: &P::State,
        limits: &Limits,
    ) -> Result<Reply, SolveError> {
        let there = self.target.as_ref();
        let there = there.and_then(|target| towards(puzzle, state, target));
        let state = there.as_ref().unwrap_or(state);
        if let Some(solution) = &self.improve
            && verify(puzzle, state, solution).is_err()
        {
            return Err(SolveError::NoSolution);
        }
        if let Some(costs) = &self.costs
            && let Some(only) = self.only.get_or_init(|| only::only(puzzle, costs))
        {
            only::check(only, puzzle, state)?;
        }
        let limits = Limits {
            costs: self.costs.clone(),
            ..limits.clone()
        };
        let remembered = || self.cache.as_ref().map(|cache| cache.remembered());
        let before = remembered();
        let mut outcome = self.outcome(puzzle, state, &limits);
        let fallback = self.fall_back(puzzle, state, &limits, &mut outcome);
        let fallback = fallback.or_else(|| self.chained(puzzle, state, &limits, &mut outcome));
        // Searches of other crates say it only of themselves, and not of a solution.
        outcome.optimal |=
            self.is_exact() && fallback.is_none() && outcome.stopped == Stopped::Solved;
        if outcome.stopped == Stopped::Wrong {
            return Err(WrongSolution.into());
        }
        if let Some(moves) = &outcome.solution {
            verify(puzzle, state, moves)?;
        }
        Ok(Reply {
            outcome,
            remembered: remembered().zip(before).map(|(now, before)| now - before),
            fallback,
        })
    }

    /// Searches, or improves what is there.
    fn outcome(&self, puzzle: &P, state: &P::State, limits: &Limits) -> Outcome {
        let search = self.search.as_ref();
        match &self.improve {
            None if limits.costs.is_some() => cheapest(puzzle, state, search, limits),
            None => search.run(puzzle, state, limits),
            Some(solution) => {
                let windows = [(&Bidirectional as &dyn Search<P>, EXACT), (search, GUIDED)];
                // The chain's first words are long.
                let guided = self.unguided != Some(SearchKind::Chain);
                let windows = &windows[..1 + usize::from(guided)];
                improve(puzzle, state, solution, windows, limits)
            }
        }
    }

    /// If the search ended without a solution: that of the chain, at once where no time is left.
    fn chained(
        &self,
        puzzle: &P,
        state: &P::State,
        limits: &Limits,
        outcome: &mut Outcome,
    ) -> Option<&'static str> {
        let ended = matches!(outcome.stopped, Stopped::Cancelled | Stopped::Wrong);
        let plain =
            limits.costs.is_none() && self.improve.is_none() && limits.target_length.is_none();
        let chain = self
            .chain
            .as_ref()
            .filter(|_| plain && !ended && outcome.solution.is_none())?;
        let limits = Limits {
            time: limits.time.map(|time| time.saturating_sub(outcome.elapsed)),
            nodes: None,
            ..limits.clone()
        };
        outcome.instead(chain, puzzle, state, &limits)
    }

    /// If the time was over before there was a solution: the solution of the fallback, with its name.
    fn fall_back(
        &self,
        puzzle: &P,
        state: &P::State,
        limits: &Limits,
        outcome: &mut Outcome,
    ) -> Option<&'static str> {
        let in_vain = outcome.stopped == Stopped::Time && outcome.solution.is_none();
        let rescue = self.rescue.as_ref().filter(|_| in_vain)?;
        let limits = Limits {
            time: None,
            ..limits.clone()
        };
        outcome.instead(rescue.as_ref(), puzzle, state, &limits)
    }
}

impl Outcome {
    /// Takes the solution of another search, which has its name.
    fn instead<P: Text>(
        &mut self,
        search: &dyn Search<P>,
        puzzle: &P,
        state: &P::State,
        limits: &Limits,
    ) -> Option<&'static str> {
        let found = search.run(puzzle, state, limits);
        self.elapsed += found.elapsed;
        self.solution = found.solution;
        self.solution.as_ref().map(|_| search.name())
    }
}
