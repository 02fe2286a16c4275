//! What guides a search, and where it comes from.

use super::{Extension, SearchKind};
use crate::models::{Model, ModelError};
use crate::puzzles::Puzzle;
use std::sync::Arc;

/// What guides a search without a network: a lower bound, by which A* finds shortest solutions.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Known {
    /// The puzzle's own.
    Bound,
    /// That of another crate.
    Extension(Arc<dyn Extension>),
}

/// Where a model comes from.
pub(super) enum Weights {
    /// The embedded one of the puzzle.
    Default,
    /// An embedded model or a file.
    Named(String),
    /// No network.
    Known(Known),
    Loaded(Arc<Model>),
}

impl Weights {
    /// Whether nobody named them.
    pub const fn are_own(&self) -> bool {
        matches!(self, Self::Default)
    }

    /// What guides a search where no network does.
    pub fn known(&self) -> Known {
        match self {
            Self::Known(known) => known.clone(),
            _ => Known::Bound,
        }
    }

    /// The network that guides a search of the puzzle, if one does.
    pub fn model(
        &self,
        puzzle: &Puzzle,
        kind: &SearchKind,
    ) -> Result<Option<Arc<Model>>, ModelError> {
        Ok(match self {
            Self::Known(_) => None,
            _ if !kind.guided() => None,
            Self::Default => {
                let metric = puzzle.metric().name();
                Some(Model::embedded_in(puzzle.family(), metric)?.into())
            }
            Self::Named(name) => Some(Model::find(name)?.into()),
            Self::Loaded(model) => Some(model.clone()),
        })
    }
}
