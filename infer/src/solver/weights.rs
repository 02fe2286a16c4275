//! What guides a search, and where it comes from.

use super::{BuildError, Extension, SearchKind};
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

    /// The puzzle where nobody named one: that of a weight file that defines it, else `cube3`. A file is read once:
    /// the weights become those of the loaded model.
    pub fn puzzle(&mut self) -> Result<Puzzle, BuildError> {
        if let Self::Named(name) = self {
            *self = Self::Loaded(Model::find(name)?.into());
        }
        let own = match self {
            Self::Loaded(model) => model.own_puzzle(),
            _ => None,
        };
        Ok(own.unwrap_or_else(|| Puzzle::named("cube3"))?)
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
