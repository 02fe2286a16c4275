//! From a plan to an engine, whatever the puzzle.

use super::build::{Guidance, search};
use super::finer::Finer;
use super::typed::Typed;
use super::{BuildError, Engine, Known, Plan, SettingsError};
#[cfg(feature = "compare")]
use crate::baseline::{self, Classical};
use crate::eval::{self, Bound, Cached, Evaluator};
use crate::models::ModelError;
#[cfg(feature = "compare")]
use crate::news::Tell;
use crate::puzzles::{Puzzle, Text, Visitor, knows_bound};
#[cfg(feature = "libtorch")]
use crate::search::There;
use std::sync::Arc;

/// What solves states by a plan.
pub(super) fn engine(puzzle: &Puzzle, plan: &Plan<'_>) -> Result<Box<dyn Engine>, BuildError> {
    puzzle.visit(By(plan))
}

struct By<'a>(&'a Plan<'a>);

impl Visitor for By<'_> {
    type Output = Result<Box<dyn Engine>, BuildError>;

    fn visit<P: Text>(self, puzzle: &P) -> Self::Output {
        typed(puzzle, self.0)
    }
}

fn typed<P: Text>(puzzle: &P, plan: &Plan<'_>) -> Result<Box<dyn Engine>, BuildError> {
    if let Some(finer) = plan.model.and_then(|model| puzzle.finer(&model.family)) {
        let engine = typed(&finer, plan)?;
        let puzzle = puzzle.clone();
        return Ok(Box::new(Finer { puzzle, engine }));
    }
    let mut cache = None;
    let load = || {
        let evaluator = evaluator(puzzle, plan)?;
        #[cfg(feature = "libtorch")]
        let there = on_device(puzzle, plan)?;
        let guided = |evaluator| Guidance {
            evaluator,
            #[cfg(feature = "libtorch")]
            there,
        };
        let Some(bytes) = plan.settings.cache else {
            return Ok(guided(evaluator));
        };
        let remembering: Arc<dyn Evaluator<P>> = Arc::new(Cached::new(puzzle, evaluator, bytes));
        cache = Some(remembering.clone());
        Ok(guided(remembering))
    };
    let search = search(plan.settings, puzzle, load, plan.tell)?;
    let mut typed = Typed::new(puzzle.clone(), search);
    typed.cache = cache;
    typed.costs = plan.costs.clone();
    typed.fallback = plan.fallback;
    typed.aim(plan.target, plan.improve)?;
    Ok(Box::new(typed))
}

/// What guides the search of a plan.
fn evaluator<P: Text>(puzzle: &P, plan: &Plan<'_>) -> Result<Arc<dyn Evaluator<P>>, BuildError> {
    if let Some(model) = plan.model {
        let loaded = eval::load_on(puzzle, &model.bytes, plan.device);
        return Ok(loaded.map_err(ModelError::from)?);
    }
    match plan.known {
        Known::Bound if knows_bound(puzzle) => Ok(Arc::new(Bound)),
        Known::Bound => Err(BuildError::Settings(SettingsError::Lacks {
            what: "--model bound",
            needs: "a lower bound of its own",
            puzzle: puzzle.name().into(),
        })),
        #[cfg(feature = "compare")]
        Known::Patterns => baseline::bound(puzzle, plan.settings.tables.as_deref(), &**plan.tell),
    }
}

/// What a beam needs to keep its states on the device of a plan, if it can and is to: a cache of what the
/// network said is on the processor.
#[cfg(feature = "libtorch")]
fn on_device<P: Text>(
    puzzle: &P,
    plan: &Plan<'_>,
) -> Result<Option<Arc<There<P::State>>>, BuildError> {
    let beam = plan.settings.kind() == super::SearchKind::Beam && plan.settings.cache.is_none();
    match plan.model.filter(|_| beam) {
        Some(model) => {
            Ok(There::load(puzzle, &model.bytes, plan.device).map_err(ModelError::from)?)
        }
        None => Ok(None),
    }
}

/// A classical solver with the bytes of its tables; `tell` hears of their making.
///
/// # Errors
/// [`BuildError`] when it does not solve the puzzle.
#[cfg(feature = "compare")]
pub fn classical(
    puzzle: &Puzzle,
    kind: &Classical,
    tell: &Tell,
) -> Result<(Box<dyn Engine>, usize), BuildError> {
    puzzle.visit(Made { kind, tell })
}

#[cfg(feature = "compare")]
struct Made<'a> {
    kind: &'a Classical,
    tell: &'a Tell,
}

#[cfg(feature = "compare")]
impl Visitor for Made<'_> {
    type Output = Result<(Box<dyn Engine>, usize), BuildError>;

    fn visit<P: Text>(self, puzzle: &P) -> Self::Output {
        let made = self.kind.made(puzzle, self.tell)?;
        let engine = Typed::new(puzzle.clone(), made.search);
        Ok((Box::new(engine), made.bytes))
    }
}
