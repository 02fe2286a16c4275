//! From a plan to an engine, whatever the puzzle.

use super::build::{Guidance, search};
use super::dear::Dear;
use super::finer::Finer;
use super::typed::Base;
use super::typed::Typed;
use super::{BuildError, Known, Plan, SearchKind, Settings, SettingsError};
#[cfg(feature = "compare")]
use crate::baseline::{self, Classical};
use crate::eval::{self, Bound, Evaluator};
use crate::models::ModelError;
use crate::puzzles::{Puzzle, Text, Visitor, knows_bound};
#[cfg(feature = "libtorch")]
use crate::search::There;
use std::path::PathBuf;
use std::sync::Arc;
#[cfg(feature = "compare")]
use {super::Engine, crate::news::Tell};

/// The engine that solves states by a plan.
pub(super) fn engine(puzzle: &Puzzle, plan: &Plan<'_>) -> Result<Box<dyn Base>, BuildError> {
    puzzle.visit(By(plan))
}

struct By<'a>(&'a Plan<'a>);

impl Visitor for By<'_> {
    type Output = Result<Box<dyn Base>, BuildError>;

    fn visit<P: Text>(self, puzzle: &P) -> Self::Output {
        if let Some(finer) = self.0.model.and_then(|model| puzzle.finer(&model.family)) {
            let engine = Box::new(typed(&finer, self.0, &Arc::default(), None)?);
            let puzzle = puzzle.clone();
            return Ok(Box::new(Finer { puzzle, engine }));
        }
        Ok(Box::new(typed(puzzle, self.0, &Arc::default(), None)?))
    }
}

/// What a search that no network guides is made by, so that it serves all that ask for the same: it may have tables.
fn unguided(settings: &Settings) -> Option<(SearchKind, Option<PathBuf>)> {
    let kind = settings.kind();
    (!kind.guided()).then(|| (kind, settings.tables.clone()))
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
        None => search(plan.settings, puzzle, load, dear, plan.tell)?.into(),
    };
    let mut typed = Typed::new(puzzle.clone(), search, dear.clone());
    typed.unguided = unguided;
    typed.cache = cache;
    typed.costs = plan.costs.clone();
    typed.fallback = plan.fallback;
    typed.aim(plan.target, plan.improve)?;
    Ok(typed)
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

/// A classical solver with the bytes of its tables; `tell` reports progress.
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
        let made = self.kind.build(puzzle, self.tell)?;
        let engine = Typed::new(puzzle.clone(), made.search.into(), Arc::default());
        Ok((Box::new(engine), made.bytes))
    }
}
