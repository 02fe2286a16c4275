//! `POST /api/solve`.

use super::stream;
use crate::app::App;
use crate::body::JSON;
use crate::events::EVENTS;
use crate::job::{start, words};
use crate::problem::Problem;
use crate::schema::{Answer, Refusals, StreamEvent};
use crate::words::Words;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Solves a state
///
/// The answer is the JSON of `quarterturn solve --json`; that no solution was found within the limits is an answer too. With
/// `Accept: text/event-stream` the answer is that of `/api/solve/stream`.
#[utoipa::path(
    post, path = "/api/solve", tag = "solve", request_body = Words,
    responses(
        (status = 200, description = "The answer", content(
            (Answer = "application/json"), (StreamEvent = "text/event-stream"),
        )),
        Refusals,
    ),
)]
pub(crate) async fn solve(
    State(app): State<Arc<App>>,
    request: Request,
) -> Result<Response, Problem> {
    let accepted = request
        .headers()
        .get(ACCEPT)
        .and_then(|value| value.to_str().ok());
    if accepted.is_some_and(|accepted| accepted.contains(EVENTS)) {
        return stream::solve(State(app), request).await;
    }
    let words = words(&app, request).await?;
    let place = app.gate.enter().await?;
    let (mut leaving, task) = start(&app, place, words, None);
    let answer = task.await;
    leaving.stays();
    let answer = match answer {
        Ok(answer) => answer?,
        Err(_) => return Err(app.panicked()),
    };
    let answer = app.bodies.answer(answer)?;
    Ok(([(CONTENT_TYPE, JSON)], Body::from(answer)).into_response())
}
