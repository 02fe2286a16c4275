//! `POST /api/solve/stream`: better answers as they are found.

use crate::app::App;
use crate::events::{EVENTS, Tell, named};
use crate::job::{Leaving, start, words};
use crate::problem::Problem;
use crate::schema::{Refusals, StreamEvent};
use crate::words::Words;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use std::convert::Infallible;
use std::sync::Arc;
use tokio::sync::mpsc::{Receiver, channel};

/// Most events that wait to be read. Who reads more slowly misses some, but never the last one.
const WAITING: usize = 64;

/// Solves a state, and tells how it goes
///
/// Server-sent events: `better` with a solution, `progress` with counts, at most ten a second, and at the end `done` with the
/// answer or `error` with a refusal. A request that is refused before the search begins has its status as elsewhere.
#[utoipa::path(
    post, path = "/api/solve/stream", tag = "solve", request_body = Words,
    responses((status = 200, description = "Events", body = StreamEvent, content_type = "text/event-stream"), Refusals),
)]
pub(crate) async fn solve(
    State(app): State<Arc<App>>,
    request: Request,
) -> Result<Response, Problem> {
    let words = words(&app, request).await?;
    let place = app.gate.enter().await?;
    let (sender, receiver) = channel(WAITING);
    let (leaving, task) = start(&app, place, words, Some(Tell(sender.clone())));
    let owner = app.clone();
    tokio::spawn(async move {
        let last = match task.await {
            Ok(Ok(answer)) => named("done", Some(answer)),
            Ok(Err(problem)) => named("error", Some(problem.json())),
            Err(_) => named("error", Some(owner.panicked().json())),
        };
        let _ = sender.send(last).await;
    });
    let body = Body::from_stream(unfold((receiver, leaving), next));
    Ok(([(CONTENT_TYPE, EVENTS)], body).into_response())
}

type Listening = (Receiver<Bytes>, Leaving);

/// The next event. After the last one every sender is gone.
async fn next(
    (mut receiver, mut leaving): Listening,
) -> Option<(Result<Bytes, Infallible>, Listening)> {
    match receiver.recv().await {
        Some(event) => Some((Ok(event), (receiver, leaving))),
        None => {
            leaving.stays();
            None
        }
    }
}
