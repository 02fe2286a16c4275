//! `/api/puzzles`.

use super::work::{answer, response, work, written};
use crate::app::App;
use crate::body::{self, BYTES, JSON};
use crate::facts::Facts;
use crate::problem::Problem;
use crate::puzzles::Entry;
use crate::schema::{Refusals, Refused};
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use quarterturn::Puzzle;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use utoipa::{IntoParams, ToSchema};

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
        made.map_err(|_| owner.panicked())??,
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
