//! The puzzles of a server.

use crate::facts::Facts;
use crate::problem::Problem;
use crate::recent::Recent;
use crate::words::CubeMetric;
use axum::http::StatusCode;
use quarterturn::puzzles::{self, PuzzleError};
use quarterturn::{Metric, Puzzle};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

/// A puzzle and what is said of it.
pub(crate) struct Entry {
    pub puzzle: Puzzle,
    uploaded: bool,
    /// Found out when somebody first asks: how many states there are takes a while.
    facts: OnceLock<Facts>,
}

impl Entry {
    fn new(puzzle: Puzzle, uploaded: bool) -> Arc<Self> {
        Arc::new(Self {
            puzzle,
            uploaded,
            facts: OnceLock::new(),
        })
    }

    pub fn facts(&self) -> &Facts {
        let find = || Facts::of(&self.puzzle, self.uploaded);
        self.facts.get_or_init(find)
    }
}

/// The puzzles that have a name, for all servers of this process.
static NAMED: LazyLock<Vec<Arc<Entry>>> = LazyLock::new(|| {
    puzzles::all()
        .map(|puzzle| Entry::new(puzzle, false))
        .collect()
});

/// The puzzles that have a name, and those that clients sent.
pub(crate) struct Puzzles {
    known: Vec<Arc<Entry>>,
    sent: Mutex<Recent<String, Arc<Entry>>>,
}

impl Puzzles {
    pub fn new(more: Vec<Puzzle>, kept: usize) -> Self {
        let more = more.into_iter().map(|puzzle| Entry::new(puzzle, false));
        Self {
            known: NAMED.iter().cloned().chain(more).collect(),
            sent: Mutex::new(Recent::new(kept)),
        }
    }

    /// The puzzle of that name, in that metric.
    ///
    /// # Errors
    /// There is none, or it has no such metric.
    pub fn find(&self, name: &str, metric: Option<CubeMetric>) -> Result<Arc<Entry>, Problem> {
        let known = self.known.iter().find(|entry| entry.puzzle.name() == name);
        let found = known
            .cloned()
            .or_else(|| self.sent().get(&name.to_owned()).cloned());
        let found = found.ok_or_else(|| {
            let names: Vec<&str> = self.known.iter().map(|entry| entry.puzzle.name()).collect();
            Problem::from(PuzzleError::Unknown {
                name: name.chars().take(80).collect(),
                known: names.join(", "),
            })
        })?;
        match metric {
            None => Ok(found),
            Some(metric) => self.counted(&found, metric),
        }
    }

    /// The same puzzle in another metric. The name of a family leaves the metric open.
    fn counted(&self, found: &Arc<Entry>, metric: CubeMetric) -> Result<Arc<Entry>, Problem> {
        let wanted = match metric {
            CubeMetric::Qtm => Metric::Quarter,
            CubeMetric::Htm => Metric::Half,
        };
        let same = found.puzzle.in_metric(wanted);
        same.map(|puzzle| self.of(puzzle)).ok_or_else(|| {
            let (name, own) = (found.puzzle.name(), found.puzzle.metric());
            let message = format!("metric: {name} counts in {own}");
            Problem::unfit("other-metric", message).hint("leave `metric` out")
        })
    }

    /// The entry of a puzzle that may be unknown here, such as the one inside a network.
    pub fn of(&self, puzzle: Puzzle) -> Arc<Entry> {
        let known = self
            .known
            .iter()
            .find(|entry| entry.puzzle.name() == puzzle.name());
        known.cloned().unwrap_or_else(|| Entry::new(puzzle, true))
    }

    /// Keeps a puzzle that a client sent.
    ///
    /// # Errors
    /// Another puzzle has its name.
    pub fn keep(&self, puzzle: Puzzle) -> Result<Arc<Entry>, Problem> {
        let name = puzzle.name().to_owned();
        if let Ok(found) = self.find(&name, None) {
            if found.puzzle.id() == puzzle.id() {
                return Ok(found);
            }
            let message = format!("another puzzle is called {name}");
            let problem = Problem::new(StatusCode::CONFLICT, "name-taken", message);
            return Err(problem.hint("give a move another name"));
        }
        let entry = Entry::new(puzzle, true);
        // Found out here, so that no list waits for it.
        entry.facts();
        self.sent().put(name, entry.clone());
        Ok(entry)
    }

    /// Finds out what is said of the puzzles, so that nobody waits for it later.
    pub fn prepare(&self) {
        self.known.iter().for_each(|entry| {
            entry.facts();
        });
    }

    pub fn all(&self) -> Vec<Arc<Entry>> {
        let sent: Vec<_> = self.sent().values().cloned().collect();
        self.known.iter().cloned().chain(sent).collect()
    }

    fn sent(&self) -> MutexGuard<'_, Recent<String, Arc<Entry>>> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
