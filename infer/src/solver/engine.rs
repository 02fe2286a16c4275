//! From a plan to an engine, whatever the puzzle.

use super::build::{Guidance, search};
use super::dear::Dear;
use super::extension::bound_of;
use super::finer::{Finer, is_plain};
use super::open::towards_open;
use super::renamed::renamed;
use super::typed::Base;
use super::typed::Typed;
use super::{BuildError, Engine, Known, Plan, SearchKind, Settings, SettingsError};
use crate::eval::{self, Bound, Evaluator};
use crate::models::{Model, ModelError};
use crate::puzzles::{Puzzle, Text, Visitor, knows_bound};
use crate::search::Search;
#[cfg(feature = "libtorch")]
use crate::search::There;
use std::sync::Arc;

/// The engine that solves states by a plan.
pub(super) fn engine(puzzle: &Puzzle, plan: &Plan<'_>) -> Result<Box<dyn Base>, BuildError> {
    puzzle.visit(By(plan))
}

struct By<'a>(&'a Plan<'a>);

impl Visitor for By<'_> {
    type Output = Result<Box<dyn Base>, BuildError>;

    fn visit<P: Text>(self, puzzle: &P) -> Self::Output {
        if let Some(engine) = towards_open(puzzle, self.0) {
            return engine;
        }
        let guides = self.0.model.filter(|_| self.0.settings.kind().guided());
        match guides.filter(|model| !puzzle.is_read_by(&model.family)) {
            Some(model) => by_another(puzzle, model, self.0),
            None => Ok(Box::new(typed(puzzle, self.0, &Arc::default(), None)?)),
        }
    }
}

/// The engine of a plan whose network is not for the puzzle as it is: it may be for the same one by another definition, or for
/// one where all stickers differ, or for the latter by another definition.
fn by_another<P: Text>(
    puzzle: &P,
    model: &Model,
    plan: &Plan<'_>,
) -> Result<Box<dyn Base>, BuildError> {
    let finer = |engine| {
        Ok(Box::new(Finer {
            puzzle: puzzle.clone(),
            engine,
            dear: Arc::default(),
            plain: is_plain(plan),
        }) as Box<dyn Base>)
    };
    if let Some(finest) = puzzle.finer(&model.family) {
        return finer(Box::new(typed(&finest, plan, &Arc::default(), None)?));
    }
    if let Some(engine) = renamed(puzzle, plan) {
        return engine;
    }
    let finest = puzzle.finest();
    if let Some(engine) = finest.and_then(|finest| renamed(&finest, plan)) {
        return finer(engine?);
    }
    // It says whom the network is for.
    Ok(Box::new(typed(puzzle, plan, &Arc::default(), None)?))
}

/// What a search that no network guides is made by, so that it serves all that ask for the same: it may have tables.
fn unguided(settings: &Settings) -> Option<SearchKind> {
    Some(settings.kind()).filter(|kind| !kind.guided())
}

/// The engine of a plan. It shares with others what takes long to make; `before` is one of these.
pub(super) fn typed<P: Text>(
    puzzle: &P,
    plan: &Plan<'_>,
    dear: &Arc<Dear<P>>,
    before: Option<&Typed<P>>,
) -> Result<Typed<P>, BuildError> {
    let mut cache = None;
    let load = || {
        let evaluator = dear.evaluator(|| evaluator(puzzle, plan))?;
        if let Some(bytes) = plan.settings.cache {
            // What it remembers is on the processor.
            let evaluator = dear.remembering(puzzle, evaluator, bytes);
            cache = Some(evaluator.clone());
            return Ok(Guidance {
                evaluator,
                #[cfg(feature = "libtorch")]
                there: None,
            });
        }
        Ok(Guidance {
            evaluator,
            #[cfg(feature = "libtorch")]
            there: match plan.settings.kind() {
                SearchKind::Beam => dear.there(|| on_device(puzzle, plan))?,
                _ => None,
            },
        })
    };
    let unguided = unguided(plan.settings);
    let search = match before.filter(|before| unguided.is_some() && before.unguided == unguided) {
        Some(before) => before.search.clone(),
        None => search(plan, puzzle, load, dear)?,
    };
    let mut typed = Typed::new(puzzle.clone(), search, dear.clone());
    typed.unguided = unguided;
    typed.cache = cache;
    typed.costs = plan.costs.clone();
    let rescue = plan.rescue.filter(|_| plan.fallback);
    typed.rescue = rescue.map(|rescue| (rescue.clone(), plan.puzzle.clone()));
    typed.aim(plan.target, plan.improve)?;
    Ok(typed)
}

/// What guides the search of a plan.
fn evaluator<P: Text>(puzzle: &P, plan: &Plan<'_>) -> Result<Arc<dyn Evaluator<P>>, BuildError> {
    if let Some(model) = plan.model {
        let loaded = eval::load_on(puzzle, &model.bytes, plan.device);
        return Ok(loaded.map_err(ModelError::from)?);
    }
    match &plan.known {
        Known::Bound if knows_bound(puzzle) => Ok(Arc::new(Bound)),
        Known::Bound => Err(BuildError::Settings(SettingsError::Lacks {
            what: "model bound",
            needs: "a lower bound of its own",
            puzzle: puzzle.name().into(),
        })),
        Known::Extension(extension) => bound_of(&**extension, plan.puzzle, plan.tell),
    }
}

/// What a beam needs to keep its states on the device of a plan, if it can.
#[cfg(feature = "libtorch")]
fn on_device<P: Text>(
    puzzle: &P,
    plan: &Plan<'_>,
) -> Result<Option<Arc<There<P::State>>>, BuildError> {
    match plan.model {
        Some(model) => {
            Ok(There::load(puzzle, &model.bytes, plan.device).map_err(ModelError::from)?)
        }
        None => Ok(None),
    }
}

/// A search of another crate as an engine: states in any text form, answers verified.
pub fn engine_of<P: Text>(puzzle: &P, search: Arc<dyn Search<P>>) -> Box<dyn Engine> {
    Box::new(Typed::new(puzzle.clone(), search, Arc::default()))
}
