//! A classical solver that makes its tables when there is something to solve.

use super::{Classical, Tabled};
use quarterturn::limits::{Limits, Stopped};
use quarterturn::outcome::Outcome;
use quarterturn::search::Search;
use quarterturn::search::run::run;
use quarterturn::solver::{BuildError, Extension, Tell};
use quarterturn_core::Puzzle;
use std::sync::{Arc, OnceLock};

/// A search that makes its tables only when it runs: a state that is refused does not wait for them.
pub(crate) struct Lazy<P: Puzzle> {
    kind: Classical,
    puzzle: P,
    tell: Arc<Tell>,
    made: OnceLock<Tabled<P>>,
}

impl<P: Puzzle> Lazy<P> {
    /// A solver of this kind, if it solves the puzzle.
    pub fn new(kind: Classical, puzzle: &P, tell: &Arc<Tell>) -> Result<Self, BuildError> {
        kind.check(puzzle)?;
        Ok(Self {
            kind,
            puzzle: puzzle.clone(),
            tell: tell.clone(),
            made: OnceLock::new(),
        })
    }
}

impl<P: Puzzle> Search<P> for Lazy<P> {
    fn name(&self) -> &'static str {
        self.kind.name()
    }

    /// Threads that come side by side make tables each, and one set is kept: nobody waits for a thread that
    /// waits for them.
    fn prepare(&self) {
        if self.made.get().is_none()
            && let Ok(made) = self.kind.build(&self.puzzle, &*self.tell)
        {
            // Where another one was faster, its tables are the same.
            let _ = self.made.set(made);
        }
    }

    fn bytes(&self) -> usize {
        self.made.get().map_or(0, |made| made.bytes)
    }

    /// The time to make the tables is not that of the search.
    fn run(&self, puzzle: &P, state: &P::State, limits: &Limits) -> Outcome {
        self.prepare();
        match self.made.get() {
            Some(made) => made.search.run(puzzle, state, limits),
            None => run(puzzle, state, limits, |_| Err(Stopped::Unfit)),
        }
    }
}
