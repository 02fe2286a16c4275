//! `/api/models`.

use super::work::{answer, work};
use crate::app::App;
use crate::body::{self, BYTES};
use crate::problem::Problem;
use crate::schema::Refusals;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use quarterturn::models::{EMBEDDED, Model};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use utoipa::ToSchema;

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
