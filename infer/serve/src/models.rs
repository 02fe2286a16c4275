//! The networks of a server, and `/api/models`.

use crate::app::App;
use crate::body::{self, BYTES};
use crate::problem::Problem;
use crate::puzzles::{answer, work};
use crate::recent::Recent;
use crate::schema::Refusals;
use crate::solvers::Guide;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use quarterturn::Puzzle;
use quarterturn::models::{EMBEDDED, Embedded, Model};
use serde::Serialize;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use utoipa::ToSchema;

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

    fn more(&self) -> Vec<Arc<Model>> {
        let sent: Vec<_> = self.sent().values().cloned().collect();
        self.given.iter().cloned().chain(sent).collect()
    }

    /// Keeps a network that a client sent, by its name and its checksum.
    fn keep(&self, mut model: Model) -> Arc<Model> {
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

/// What guides the search of a request.
pub(crate) fn guide_of(app: &App, name: Option<&str>) -> Result<Guide, Problem> {
    Ok(match name {
        None => Guide::Own,
        Some("bound") => Guide::Bound,
        Some(name) => Guide::Model(app.models.find(name)?),
    })
}

/// All networks.
#[derive(Serialize, ToSchema)]
pub(crate) struct ModelList {
    models: Vec<ModelItem>,
}

/// A network.
#[derive(Serialize, ToSchema)]
pub(crate) struct ModelItem {
    /// The name to give as `model`
    name: String,
    /// The family of puzzles that it serves
    family: String,
    /// The metric that it counts in: `qtm`, `htm` or `moves`
    metric: String,
    /// The size of its weight file
    bytes: usize,
    /// The puzzle that its file defines, by the name to give as `puzzle`
    puzzle: Option<String>,
}

impl From<&Model> for ModelItem {
    fn from(model: &Model) -> Self {
        Self {
            name: model.name.clone(),
            family: model.family.clone(),
            metric: model.metric.clone(),
            bytes: model.bytes.len(),
            puzzle: None,
        }
    }
}

/// Lists the networks
#[utoipa::path(
    get, path = "/api/models", tag = "models",
    responses((status = 200, description = "The networks", body = ModelList), Refusals),
)]
pub(crate) async fn list(State(app): State<Arc<App>>) -> Result<Response, Problem> {
    let own = EMBEDDED.iter().map(|own| ModelItem {
        name: own.name.into(),
        family: own.family.into(),
        metric: own.metric.into(),
        bytes: own.bytes.len(),
        puzzle: None,
    });
    let more = app.models.more();
    let models = own
        .chain(more.iter().map(|model| ModelItem::from(&**model)))
        .collect();
    answer(&app, StatusCode::OK, &ModelList { models })
}

/// Takes a network
///
/// The body is a weight file. The answer has the name to give as `model`; if the file defines a puzzle, that is taken too.
#[utoipa::path(
    post, path = "/api/models", tag = "models",
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 201, description = "The network", body = ModelItem), Refusals),
)]
pub(crate) async fn take(
    State(app): State<Arc<App>>,
    request: Request,
) -> Result<Response, Problem> {
    let body = body::read(&app, request, &[BYTES], app.config.network).await?;
    let item = work(&app, move |app| {
        let model = Model::parse(body.bytes)?;
        let puzzle = model.own_puzzle().transpose()?;
        let puzzle = puzzle.map(|puzzle| app.puzzles.keep(puzzle));
        let puzzle = puzzle.transpose()?;
        let model = app.models.keep(model);
        app.version.fetch_add(1, Ordering::Release);
        Ok(ModelItem {
            puzzle: puzzle.map(|entry| entry.puzzle.name().to_owned()),
            ..ModelItem::from(&*model)
        })
    });
    answer(&app, StatusCode::CREATED, &item.await?)
}
