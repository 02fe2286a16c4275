//! From a plan to an engine, whatever the puzzle.

use super::build::{Guidance, search, two_phase};
use super::dear::Dear;
use super::extension::bound_of;
use super::finer::Finer;
use super::open::towards_open;
use super::renamed::renamed;
use super::typed::{Engine, Typed};
use super::{BuildError, Known, Plan, SearchKind, Settings, SettingsError};
use crate::eval::{self, Bound, Evaluator};
use crate::models::{Model, ModelError};
use crate::puzzles::{Kind, Puzzle, Text, by_type, is_chained, is_identity, knows_bound};
use crate::search::There;
use std::sync::Arc;

/// The engine that solves states by a plan.
pub(super) fn engine(puzzle: &Puzzle, plan: &Plan<'_>) -> Result<Box<dyn Engine>, BuildError> {
    by_type!(puzzle.kind(), puzzle => first(puzzle, plan))
}

/// The first engine of a puzzle.
fn first<P: Text + Into<Kind>>(puzzle: &P, plan: &Plan<'_>) -> Result<Box<dyn Engine>, BuildError> {
    if let Some(engine) = towards_open(puzzle, plan) {
        return engine;
    }
    let guides = plan.model.filter(|_| plan.settings.kind().guided());
    match guides.filter(|model| !puzzle.is_read_by(&model.family)) {
        Some(model) => by_another(puzzle, model, plan),
        None => Ok(Box::new(typed(puzzle, plan, &Arc::default(), None)?)),
    }
}

/// The engine of a plan whose network is not for the puzzle as it is: it may be for the same one by another definition, or for
/// one where all stickers differ, or for the latter by another definition.
fn by_another<P: Text + Into<Kind>>(
    puzzle: &P,
    model: &Model,
    plan: &Plan<'_>,
) -> Result<Box<dyn Engine>, BuildError> {
    if let Some(finest) = puzzle.finer(&model.family) {
        let engine = Box::new(typed(&finest, plan, &Arc::default(), None)?);
        return Ok(Box::new(Finer::new(puzzle, &finest, engine, plan)));
    }
    if let Some(engine) = renamed(puzzle, plan) {
        return engine;
    }
    if let Some(finest) = puzzle.finest()
        && let Some(engine) = renamed(&finest, plan)
    {
        return Ok(Box::new(Finer::new(puzzle, &finest, engine?, plan)));
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
                there: None,
            });
        }
        Ok(Guidance {
            evaluator,
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
    typed.rescue = plan.fallback.then(|| two_phase(&dear.two_phase)).flatten();
    if plan.rescued && plan.model.is_some() && is_identity(puzzle.family()) && is_chained(puzzle) {
        typed.chain = Some(dear.chain.rescuing());
    }
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
