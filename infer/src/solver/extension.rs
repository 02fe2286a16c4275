//! A place for searches from outside the library.

use super::{BuildError, SettingsError, Tell};
use crate::eval::Evaluator;
use crate::puzzles::Puzzle;
use crate::search::Search;
use quarterturn_core::Puzzle as Rules;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// A search of another crate, for some puzzles. Solvers take it as their search
/// ([`SearchKind::Extension`](super::SearchKind::Extension)), and its lower bound in place of a network
/// ([`Builder::bound`](super::Builder::bound)).
///
/// [`Puzzle::visit`] gives the type of a puzzle's states, which a [`Search`] wants to know.
pub trait Extension: Send + Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// Whether its solutions are certainly shortest ones.
    fn exact(&self) -> bool {
        false
    }

    /// The search for a puzzle. Tables that take long are better made when it first runs, or in
    /// [`Search::prepare`]; `tell` is told of them.
    ///
    /// # Errors
    /// [`Unsolved`](SettingsError::Unsolved) where it does not solve the puzzle.
    fn search(&self, puzzle: &Puzzle, tell: &Arc<Tell>) -> Result<AnySearch, BuildError>;

    /// A lower bound on the length of solutions, for other searches.
    ///
    /// # Errors
    /// [`Unsolved`](SettingsError::Unsolved) where it has none for the puzzle.
    fn bound(&self, puzzle: &Puzzle, tell: &Arc<Tell>) -> Result<AnyBound, BuildError> {
        let _ = tell;
        Err(unsolved(self.name(), puzzle))
    }
}

impl fmt::Debug for dyn Extension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Extension({})", self.name())
    }
}

pub(super) fn unsolved(solver: &'static str, puzzle: &Puzzle) -> BuildError {
    BuildError::Settings(SettingsError::Unsolved {
        solver,
        puzzle: puzzle.name().into(),
    })
}

/// A [`Search`] for a puzzle of any type.
pub struct AnySearch(Box<dyn Any + Send + Sync>);

/// A lower bound, as an [`Evaluator`], for a puzzle of any type.
pub struct AnyBound(Box<dyn Any + Send + Sync>);

impl AnySearch {
    /// That search.
    pub fn new<P: Rules>(search: Arc<dyn Search<P>>) -> Self {
        Self(Box::new(search))
    }

    /// The search, if it is for puzzles of type `P`.
    pub fn get<P: Rules>(&self) -> Option<Arc<dyn Search<P>>> {
        self.0.downcast_ref().cloned()
    }
}

impl AnyBound {
    /// That bound.
    pub fn new<P: Rules>(bound: Arc<dyn Evaluator<P>>) -> Self {
        Self(Box::new(bound))
    }

    /// The bound, if it is for puzzles of type `P`.
    pub fn get<P: Rules>(&self) -> Option<Arc<dyn Evaluator<P>>> {
        self.0.downcast_ref().cloned()
    }
}

impl fmt::Debug for AnySearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnySearch")
    }
}

impl fmt::Debug for AnyBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyBound")
    }
}

/// The search of an extension for a puzzle of type `P`.
pub(super) fn search_of<P: Rules>(
    extension: &dyn Extension,
    puzzle: &Puzzle,
    tell: &Arc<Tell>,
) -> Result<Arc<dyn Search<P>>, BuildError> {
    let search = extension.search(puzzle, tell)?;
    search
        .get()
        .ok_or_else(|| unsolved(extension.name(), puzzle))
}

/// The lower bound of an extension for a puzzle of type `P`.
pub(super) fn bound_of<P: Rules>(
    extension: &dyn Extension,
    puzzle: &Puzzle,
    tell: &Arc<Tell>,
) -> Result<Arc<dyn Evaluator<P>>, BuildError> {
    let bound = extension.bound(puzzle, tell)?;
    bound
        .get()
        .ok_or_else(|| unsolved(extension.name(), puzzle))
}
