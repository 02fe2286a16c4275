//! The networks of a server.

use crate::problem::Problem;
use crate::recent::Recent;
use crate::solvers::Guide;
use quarterturn::Puzzle;
use quarterturn::models::{EMBEDDED, Embedded, Model};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Networks besides the embedded ones.
pub(crate) struct Models {
    given: Vec<Arc<Model>>,
    sent: Mutex<Recent<String, Arc<Model>>>,
}

impl Models {
    pub fn new(given: Vec<Model>, kept: usize) -> Self {
        Self {
            given: given.into_iter().map(Arc::new).collect(),
            sent: Mutex::new(Recent::new(kept)),
        }
    }

    /// What guides the search of a request.
    ///
    /// # Errors
    /// No network has that name.
    pub fn guide(&self, name: Option<&str>) -> Result<Guide, Problem> {
        Ok(match name {
            None => Guide::Own,
            Some("bound") => Guide::Bound,
            Some(name) => Guide::Model(self.find(name)?),
        })
    }

    /// The network of that name. No name is ever that of a file.
    fn find(&self, name: &str) -> Result<Arc<Model>, Problem> {
        if let Some(given) = self.given.iter().find(|model| model.name == name) {
            return Ok(given.clone());
        }
        if let Some(sent) = self.sent().get(&name.to_owned()) {
            return Ok(sent.clone());
        }
        if EMBEDDED.iter().any(|own| own.name == name) {
            return Ok(Arc::new(Model::find(name)?));
        }
        let mut embedded: Vec<&str> = EMBEDDED.iter().map(|own| own.name).collect();
        embedded.push("bound");
        let message = format!(
            "no network is called {name:.80?}; there are {}",
            embedded.join(", ")
        );
        Err(Problem::unfit("unknown-model", message)
            .hint("GET /api/models lists them; POST /api/models takes a weight file"))
    }

    /// The names of those that serve a puzzle, the embedded ones of its metric first.
    pub fn serving(&self, puzzle: &Puzzle) -> Vec<String> {
        let (family, metric) = (puzzle.family(), puzzle.metric().name());
        let own = EMBEDDED.iter().filter(|own| own.family == family);
        let (first, rest): (Vec<&Embedded>, Vec<_>) = own.partition(|own| own.metric == metric);
        let own = first.into_iter().chain(rest).map(|own| own.name.to_owned());
        let more = self.more();
        let more = more.iter().filter(|model| model.family == family);
        own.chain(more.map(|model| model.name.clone())).collect()
    }

    /// Those that are not embedded.
    pub fn more(&self) -> Vec<Arc<Model>> {
        let sent: Vec<_> = self.sent().values().cloned().collect();
        self.given.iter().cloned().chain(sent).collect()
    }

    /// Keeps a network that a client sent, by its name and its checksum.
    pub fn keep(&self, mut model: Model) -> Arc<Model> {
        let name: String = model.name.chars().take(40).collect();
        let name = format!("{name}-{:08x}", model.checksum());
        model.name.clone_from(&name);
        let model = Arc::new(model);
        self.sent().put(name, model.clone());
        model
    }

    fn sent(&self) -> MutexGuard<'_, Recent<String, Arc<Model>>> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
