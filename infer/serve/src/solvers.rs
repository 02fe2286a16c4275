//! Solvers, kept ready: what takes long to make serves all requests for the same puzzle and network.

use crate::config::Config;
use crate::problem::Problem;
use crate::recent::Recent;
use quarterturn::models::Model;
use quarterturn::{Puzzle, Solver};
use std::sync::{Arc, Mutex, PoisonError};

/// A solver keeps an end-game table for each size that was asked for. One with more tables than this is made again.
const BALLS: usize = 8;

/// What guides searches.
#[derive(Clone)]
pub(crate) enum Guide {
    /// The embedded network of the puzzle, if it has one.
    Own,
    /// The puzzle's lower bound.
    Bound,
    Model(Arc<Model>),
}

/// A puzzle and what guides its searches.
type Key = (String, String, String);

pub(crate) struct Solvers(Mutex<Recent<Key, Arc<Solver>>>);

impl Solvers {
    pub fn new(kept: usize) -> Self {
        Self(Mutex::new(Recent::new(kept)))
    }

    /// The solver of a puzzle.
    ///
    /// # Errors
    /// The network does not serve the puzzle.
    pub fn of(
        &self,
        config: &Config,
        puzzle: &Puzzle,
        guide: &Guide,
    ) -> Result<Arc<Solver>, Problem> {
        let guided = match guide {
            Guide::Own => String::new(),
            Guide::Bound => "bound".into(),
            Guide::Model(model) => format!("{} {:08x}", model.name, model.checksum()),
        };
        let key = (puzzle.name().to_owned(), puzzle.id().to_owned(), guided);
        if let Some(solver) = self.kept(&key) {
            return Ok(solver);
        }
        let mut builder = Solver::builder()
            .puzzle(puzzle)
            .memory_budget(config.memory);
        builder = match guide {
            Guide::Own => builder,
            Guide::Bound => builder.model("bound"),
            Guide::Model(model) => builder.loaded_model(Model::clone(model)),
        };
        let solver = Arc::new(builder.build()?);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.put(key, solver.clone());
        Ok(solver)
    }

    fn kept(&self, key: &Key) -> Option<Arc<Solver>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let solver = all.get(key)?.clone();
        if solver.made().balls > BALLS {
            all.forget(key);
            return None;
        }
        Some(solver)
    }
}
