//! The puzzles by name: the one registry of the library, the command line and the bindings.

mod check;
mod cubes;
mod text;

pub use check::Against;
pub use text::Text;

use crate::costs::{CostsError, MoveCosts};
use crate::eval::{self, Cached, Errors, Evaluator, Results};
use crate::models::{Model, ModelError};
use crate::solver::{BuildError, Engine, Plan, Typed, search};
#[cfg(feature = "compare")]
use crate::{baseline::Classical, solver::Tell};
use quarterturn_core::cube::{Cube2Htm, Cube2Qtm, Cube3Htm, Cube3Qtm};
use quarterturn_core::random::random_moves;
use quarterturn_core::{Metric, Move, Puzzle};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

/// Every puzzle there is a name for.
pub static ALL: &[&dyn AnyPuzzle] = &[&Cube3Qtm, &Cube3Htm, &Cube2Qtm, &Cube2Htm];

/// The puzzle of that name.
pub fn find(name: &str) -> Option<&'static dyn AnyPuzzle> {
    ALL.iter().copied().find(|p| p.name() == name)
}

/// The puzzle that a model counts in.
pub fn of_model(model: &Model) -> Option<&'static dyn AnyPuzzle> {
    let fits = |p: &&dyn AnyPuzzle| p.family() == model.family && p.metric().name() == model.metric;
    ALL.iter().copied().find(fits)
}

/// A state to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scramble {
    /// The moves that lead to it from the goal, where it was made by moves.
    pub moves: Option<String>,
    /// The state in the puzzle's own text form.
    pub state: String,
}

/// A puzzle whose type is not known. It talks in text.
pub trait AnyPuzzle: Send + Sync {
    /// [`Puzzle::name`].
    fn name(&self) -> &str;

    /// [`Puzzle::family`].
    fn family(&self) -> &str;

    /// [`Puzzle::metric`].
    fn metric(&self) -> Metric;

    /// Reads what moves cost; see [`MoveCosts::parse`].
    ///
    /// # Errors
    /// [`CostsError`] with the line at fault.
    fn costs(&self, text: &str) -> Result<MoveCosts, CostsError>;

    /// A random state, by `length` random moves where given, else uniform.
    fn scramble(&self, rng: &mut Xoshiro256PlusPlus, length: Option<usize>) -> Scramble;

    /// Everything a model says about states in the puzzle's own text form: all values, all Q, all
    /// policy, as far as it has them.
    ///
    /// # Errors
    /// [`BuildError`] when the model does not serve the puzzle or a text is no state.
    fn evaluate(&self, model: &Model, states: &[String]) -> Result<Vec<i32>, BuildError>;

    /// How far a model differs from another, or one kernel from another, over so many states.
    ///
    /// # Errors
    /// [`ModelError`] when a model does not serve the puzzle.
    fn check(
        &self,
        model: &Model,
        against: Against<'_>,
        count: usize,
    ) -> Result<Errors, ModelError>;

    /// What solves states by this plan. [`crate::Solver`] is the front door.
    ///
    /// # Errors
    /// [`BuildError`].
    fn engine(&self, plan: &Plan<'_>) -> Result<Box<dyn Engine>, BuildError>;

    /// A classical solver with the bytes of its tables; `tell` hears of their making.
    ///
    /// # Errors
    /// [`BuildError`] when it does not solve the puzzle.
    #[cfg(feature = "compare")]
    fn classical(
        &self,
        kind: &Classical,
        tell: &Tell,
    ) -> Result<(Box<dyn Engine>, usize), BuildError>;
}

impl<P: Text> AnyPuzzle for P {
    fn name(&self) -> &str {
        Puzzle::name(self)
    }

    fn family(&self) -> &str {
        Puzzle::family(self)
    }

    fn metric(&self) -> Metric {
        Puzzle::metric(self)
    }

    fn costs(&self, text: &str) -> Result<MoveCosts, CostsError> {
        MoveCosts::parse(self, text)
    }

    fn scramble(&self, rng: &mut Xoshiro256PlusPlus, length: Option<usize>) -> Scramble {
        let Some(length) = length else {
            let state = self.write(&self.random(rng));
            return Scramble { moves: None, state };
        };
        let start = self.start();
        let moves: Vec<Move> = random_moves(self, start, rng, length).collect();
        Scramble {
            moves: Some(self.write_moves(&start, &moves, None)),
            state: self.write(&self.apply_all(&start, &moves)),
        }
    }

    fn evaluate(&self, model: &Model, states: &[String]) -> Result<Vec<i32>, BuildError> {
        let evaluator = eval::load(self, &model.bytes).map_err(ModelError::from)?;
        let states = states.iter().map(|s| Ok(self.read(s)?.1));
        let states: Result<Vec<_>, _> = states.collect();
        let states = states.map_err(|refusal| BuildError::Option {
            option: "state",
            refusal,
        })?;
        let mut all = Results::for_all(self, evaluator.heads(), states.len());
        evaluator.evaluate(self, &states, all.outputs());
        Ok([all.value, all.q, all.policy].concat())
    }

    fn check(
        &self,
        model: &Model,
        against: Against<'_>,
        count: usize,
    ) -> Result<Errors, ModelError> {
        check::check(self, model, against, count)
    }

    fn engine(&self, plan: &Plan<'_>) -> Result<Box<dyn Engine>, BuildError> {
        let mut cache = None;
        let load = || {
            let none = || ModelError::NoDefault(Puzzle::name(self).into());
            let model = plan.model.ok_or_else(none)?;
            let evaluator = eval::load(self, &model.bytes).map_err(ModelError::from)?;
            let Some(bytes) = plan.settings.cache else {
                return Ok(evaluator);
            };
            let remembering: Arc<dyn Evaluator<P>> = Arc::new(Cached::new(self, evaluator, bytes));
            cache = Some(remembering.clone());
            Ok(remembering)
        };
        let search = search(plan.settings, self, load, plan.tell)?;
        let mut typed = Typed::new(self.clone(), search);
        typed.cache = cache;
        typed.costs = plan.costs.clone();
        typed.aim(plan.target, plan.improve)?;
        Ok(Box::new(typed))
    }

    #[cfg(feature = "compare")]
    fn classical(
        &self,
        kind: &Classical,
        tell: &Tell,
    ) -> Result<(Box<dyn Engine>, usize), BuildError> {
        let (search, bytes) = kind.made(self, tell)?;
        Ok((Box::new(Typed::new(self.clone(), search)), bytes))
    }
}
