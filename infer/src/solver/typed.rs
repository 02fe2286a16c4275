//! The solver of one puzzle of a known type, behind an interface of text.

use super::dear::Dear;
use super::engine::typed;
use super::extension::search_of;
use super::only;
use super::open::towards_open;
use super::{Answer, BuildError, Extension, Made, Plan, SearchKind, SolveError};
use crate::costs::MoveCosts;
use crate::eval::Evaluator;
use crate::foreign;
use crate::limits::{Limits, Stopped};
use crate::news::{News, Tell};
use crate::outcome::{Outcome, WrongSolution, verify};
use crate::puzzles::{self, Puzzle, State, Text};
use crate::refusal::Refusal;
use crate::search::{Bidirectional, Search, cheapest, improve, towards};
use crate::solver::SettingsError;
use quarterturn_core::Move;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// Moves of a solution that are replaced by exact search: a second of work at most.
const EXACT: usize = 8;
/// Length of the windows of a solution that the chosen search improves.
const GUIDED: usize = 20;

/// A search with its model, for one puzzle.
pub trait Engine: Send + Sync {
    /// Reads a state.
    ///
    /// # Errors
    /// [`Refusal`] with the place.
    fn read(&self, text: &str) -> Result<Box<dyn Task + '_>, Refusal>;

    /// Makes the tables now, so that the first state does not wait for them.
    fn prepare(&self) {}
}

/// An engine that requests with other plans share.
pub(super) trait Base: Engine {
    /// Takes a state of the engine's puzzle.
    ///
    /// # Errors
    /// [`Refusal`] where it is another puzzle's.
    fn task(&self, state: &State) -> Result<Box<dyn Task + '_>, Refusal>;

    /// An engine by another plan, for the same puzzle and the same network. It uses what this one has made.
    ///
    /// # Errors
    /// [`BuildError`].
    fn again(&self, plan: &Plan<'_>) -> Result<Box<dyn Base>, BuildError>;

    /// What has been made once for all requests.
    fn made(&self) -> Made;
}

/// A state that was read, ready to be solved.
pub trait Task: Send + Sync {
    /// Searches for a solution; the costs are those of the engine.
    ///
    /// # Errors
    /// [`SolveError`] when the moves to be improved are no solution, or a search breaks its contract.
    fn solve(&self, limits: &Limits) -> Result<Answer, SolveError>;
}

/// An [`Engine`] for puzzle `P`.
pub(crate) struct Typed<P: Text> {
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
    /// What answers when the time is over, and the puzzle.
    pub rescue: Option<(Arc<dyn Extension>, Puzzle)>,
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
            target: None,
            improve: None,
        }
    }

    /// A state of the puzzle, or of another that a text gave.
    pub fn at(&self, puzzle: P, state: P::State) -> Box<dyn Task + '_> {
        Box::new(Position {
            puzzle,
            state,
            engine: self,
        })
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

impl<P: Text> Engine for Typed<P> {
    fn prepare(&self) {
        self.search.prepare();
    }

    fn read(&self, text: &str) -> Result<Box<dyn Task + '_>, Refusal> {
        let read = self.puzzle.read(text);
        let (puzzle, state) = read.map_err(|fault| named(text, fault))?;
        Ok(self.at(puzzle, state))
    }
}

impl<P: Text> Base for Typed<P> {
    fn task(&self, state: &State) -> Result<Box<dyn Task + '_>, Refusal> {
        let own = state.typed::<P>();
        let own = own.filter(|(puzzle, _)| puzzle.id() == self.puzzle.id());
        let (puzzle, state) = own.ok_or_else(|| state.foreign(self.puzzle.name()))?;
        Ok(self.at(puzzle.clone(), state.clone()))
    }

    fn again(&self, plan: &Plan<'_>) -> Result<Box<dyn Base>, BuildError> {
        if let Some(engine) = towards_open(&self.puzzle, plan) {
            return engine;
        }
        Ok(Box::new(typed(&self.puzzle, plan, &self.dear, Some(self))?))
    }

    fn made(&self) -> Made {
        self.dear.made()
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

struct Position<'a, P: Text> {
    /// The puzzle of the engine or, if the text gives a puzzle, that one.
    puzzle: P,
    state: P::State,
    engine: &'a Typed<P>,
}

impl<P: Text> Position<'_, P> {
    /// The text of a solution, read back and replayed: it must solve `state` in the same number of moves, at the
    /// same cost.
    fn written(&self, state: &P::State, moves: &[Move]) -> Result<String, WrongSolution> {
        let (puzzle, costs) = (&self.puzzle, self.engine.costs.as_deref());
        let text = puzzle.write_moves(state, moves, costs);
        let read = puzzle.read_moves(&text).map_err(|_| WrongSolution)?;
        verify(puzzle, state, &read)?;
        let cost = |moves: &[Move]| costs.and_then(|costs| costs.sum(moves));
        if read.len() == moves.len() && cost(&read) == cost(moves) {
            Ok(text)
        } else {
            Err(WrongSolution)
        }
    }

    /// Searches, or improves what is there.
    fn outcome(&self, state: &P::State, limits: &Limits) -> Outcome {
        let (puzzle, search) = (&self.puzzle, self.engine.search.as_ref());
        match &self.engine.improve {
            None if limits.costs.is_some() => cheapest(puzzle, state, search, limits),
            None => search.run(puzzle, state, limits),
            Some(solution) => {
                let windows = [(&Bidirectional as &dyn Search<P>, EXACT), (search, GUIDED)];
                improve(puzzle, state, solution, &windows, limits)
            }
        }
    }

    /// If the time was over before there was a solution: the solution of the fallback, with its name.
    fn fall_back(
        &self,
        state: &P::State,
        limits: &Limits,
        outcome: &mut Outcome,
    ) -> Option<&'static str> {
        let in_vain = outcome.stopped == Stopped::Time && outcome.solution.is_none();
        let (rescue, puzzle) = self.engine.rescue.as_ref().filter(|_| in_vain)?;
        let limits = Limits {
            time: None,
            ..limits.clone()
        };
        let tell = Arc::new(|_: News<'_>| {}) as Arc<Tell>;
        let search = search_of(&**rescue, puzzle, &tell).ok()?;
        let found = search.run(&self.puzzle, state, &limits);
        outcome.elapsed += found.elapsed;
        outcome.solution = found.solution;
        outcome.solution.as_ref().map(|_| search.name())
    }
}

impl<P: Text> Task for Position<'_, P> {
    fn solve(&self, limits: &Limits) -> Result<Answer, SolveError> {
        let Self { puzzle, engine, .. } = self;
        let towards = |target| towards(puzzle, &self.state, target);
        let state = engine.target.as_ref().and_then(towards);
        let state = state.unwrap_or_else(|| self.state.clone());
        if let Some(solution) = &engine.improve
            && verify(puzzle, &state, solution).is_err()
        {
            return Err(SolveError::NoSolution);
        }
        if let Some(costs) = &engine.costs
            && let Some(only) = engine.only.get_or_init(|| only::only(puzzle, costs))
        {
            only::check(only, puzzle, &state)?;
        }
        let limits = Limits {
            costs: engine.costs.clone(),
            ..limits.clone()
        };
        let remembered = || engine.cache.as_ref().map(|cache| cache.remembered());
        let before = remembered();
        let mut outcome = self.outcome(&state, &limits);
        let fallback = self.fall_back(&state, &limits, &mut outcome);
        // Searches of other crates say it only of themselves, and not of a solution.
        outcome.optimal |=
            engine.is_exact() && fallback.is_none() && outcome.stopped == Stopped::Solved;
        let remembered = remembered().zip(before).map(|(now, before)| now - before);
        if outcome.stopped == Stopped::Wrong {
            return Err(WrongSolution.into());
        }
        let moves = outcome.solution.as_deref();
        let solution = moves.map(|moves| self.written(&state, moves)).transpose()?;
        let name = |&mv: &Move| puzzle.move_name(mv).to_owned();
        let names = |moves: &[Move]| moves.iter().map(name).collect();
        Ok(Answer {
            solution,
            length: moves.map(<[_]>::len),
            names: moves.map(names).unwrap_or_default(),
            turns: moves.and_then(|moves| puzzle.turns(moves)),
            remembered,
            fallback,
            doubt: puzzle.doubt(),
            cost: moves.and_then(|m| engine.costs.as_ref()?.total(m)),
            outcome,
            by: None,
        })
    }
}
