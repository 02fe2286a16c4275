//! The puzzles of a server, and `/api/puzzles`.

use crate::app::App;
use crate::body::{self, BYTES, JSON};
use crate::facts::Facts;
use crate::problem::Problem;
use crate::recent::Recent;
use crate::schema::{Refusals, Refused};
use crate::solve::panicked;
use crate::words::CubeMetric;
use axum::body::{Body, Bytes};
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use quarterturn::puzzles::{self, PuzzleError};
use quarterturn::{Metric, Puzzle};
use quarterturn_lab::json;
use serde::{Deserialize, Serialize};
use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};
use utoipa::{IntoParams, ToSchema};

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

    fn facts(&self) -> &Facts {
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

    fn all(&self) -> Vec<Arc<Entry>> {
        let sent: Vec<_> = self.sent().values().cloned().collect();
        self.known.iter().cloned().chain(sent).collect()
    }

    fn sent(&self) -> std::sync::MutexGuard<'_, Recent<String, Arc<Entry>>> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All puzzles.
#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzleList {
    puzzles: Vec<PuzzleItem>,
}

/// A puzzle, and the networks that serve it.
#[derive(Serialize, ToSchema)]
pub(crate) struct PuzzleItem {
    #[serde(flatten)]
    facts: Facts,
    /// Names of networks that serve it, its own first
    networks: Vec<String>,
}

impl PuzzleItem {
    fn of(app: &App, entry: &Entry) -> Self {
        Self::with(app, entry, entry.facts().clone())
    }

    fn with(app: &App, entry: &Entry, facts: Facts) -> Self {
        Self {
            facts,
            networks: app.models.serving(&entry.puzzle),
        }
    }
}

/// Lists the puzzles
///
/// Long texts are left out: `start`, `solved` and `picture` of large puzzles are null. `/api/puzzles/{name}` has them.
#[utoipa::path(
    get, path = "/api/puzzles", tag = "puzzles",
    responses((status = 200, description = "The puzzles", body = PuzzleList), Refusals),
)]
pub(crate) async fn list(State(app): State<Arc<App>>) -> Result<Response, Problem> {
    shared(app, String::new(), |app| {
        let item = |entry: &Arc<Entry>| PuzzleItem::with(app, entry, entry.facts().brief());
        let puzzles = app.puzzles.all().iter().map(item).collect();
        written(&PuzzleList { puzzles })
    })
    .await
}

/// Says all of one puzzle
#[utoipa::path(
    get, path = "/api/puzzles/{name}", tag = "puzzles",
    params(("name" = String, Path, description = "The name to give as `puzzle`")),
    responses(
        (status = 200, description = "The puzzle", body = PuzzleItem),
        (status = 404, description = "There is none of that name", body = Refused),
        Refusals,
    ),
)]
pub(crate) async fn one(
    State(app): State<Arc<App>>,
    name: Result<Path<String>, PathRejection>,
) -> Result<Response, Problem> {
    // What is no text is no name either.
    let name = name.map(|Path(name)| name).unwrap_or_default();
    let found = app.puzzles.find(&name, None);
    let entry = found.map_err(|problem| problem.status(StatusCode::NOT_FOUND))?;
    shared(app, name, move |app| written(&PuzzleItem::of(app, &entry))).await
}

/// An answer that is the same for all until a puzzle or a network comes. It may take a while to find out.
async fn shared(
    app: Arc<App>,
    name: String,
    make: impl FnOnce(&App) -> Result<Vec<u8>, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let owner = app.clone();
    let version = app.version.load(Ordering::Acquire);
    let made = move || app.bodies.shared(&name, version, || make(&app));
    let made = tokio::task::spawn_blocking(made).await;
    Ok(response(
        StatusCode::OK,
        made.map_err(|_| panicked(&owner))??,
    ))
}

/// What may be said of a definition.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Part {
    /// The puzzle that is meant, in a file of several
    part: Option<String>,
}

/// Takes a definition
///
/// The body is a file that `quarterturn solve --puzzle FILE` reads: GAP, KPuzzle, ksolve, twsearch or Kaggle's. The answer has
/// the name to give as `puzzle`. Definitions are kept in memory; the one that was used longest ago goes first.
#[utoipa::path(
    post, path = "/api/puzzles", tag = "puzzles", params(Part),
    request_body(content((Vec<u8> = "application/octet-stream"), (Object = "application/json"))),
    responses((status = 201, description = "The puzzle", body = PuzzleItem), Refusals),
)]
pub(crate) async fn take(
    State(app): State<Arc<App>>,
    part: Result<Query<Part>, QueryRejection>,
    request: Request,
) -> Result<Response, Problem> {
    let Query(part) = part.map_err(|error| {
        Problem::unfit("unknown-field", error.body_text()).hint("the query may have `part`")
    })?;
    let body = body::read(&app, request, &[BYTES, JSON], app.config.definition).await?;
    let item = work(&app, move |app| {
        let puzzle = match &part.part {
            Some(part) => Puzzle::parse_part(&body, part),
            None => Puzzle::parse(&body),
        };
        let entry = app.puzzles.keep(puzzle?)?;
        app.version.fetch_add(1, Ordering::Release);
        Ok(PuzzleItem::of(app, &entry))
    });
    answer(&app, StatusCode::CREATED, &item.await?)
}

/// Reads what a client sent, which is work as a search is: it needs a place, which it keeps to its end, and the client
/// waits no longer than for a search.
///
/// # Errors
/// Those of `read`; there is no place, or it takes too long.
pub(crate) async fn work<T: Send + 'static>(
    app: &Arc<App>,
    read: impl FnOnce(&App) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let place = app.gate.enter().await?;
    let (owner, time) = (app.clone(), app.config.time_limit);
    let task = tokio::task::spawn_blocking(move || {
        let _place = place;
        read(&owner)
    });
    match tokio::time::timeout(time, task).await {
        Ok(Ok(read)) => read,
        Ok(Err(_)) => Err(panicked(app)),
        Err(_) => {
            let message = format!("it takes longer to read than {} s", time.as_secs_f64());
            Err(Problem::unfit("too-long", message).hint("send something smaller"))
        }
    }
}

/// An object with the version of the contract.
pub(crate) fn answer(
    app: &App,
    status: StatusCode,
    value: &impl Serialize,
) -> Result<Response, Problem> {
    Ok(response(status, app.bodies.answer(written(value)?)?))
}

fn written(value: &impl Serialize) -> Result<Vec<u8>, Problem> {
    json::object(value).map_err(|_| Problem::internal())
}

fn response(status: StatusCode, bytes: Bytes) -> Response {
    (status, [(CONTENT_TYPE, JSON)], Body::from(bytes)).into_response()
}
