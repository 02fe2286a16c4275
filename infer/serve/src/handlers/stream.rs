//! `POST /api/solve/stream`: better answers as they are found, as server-sent events.

use crate::app::App;
use crate::problem::Problem;
use crate::schema::{Refusals, StreamEvent};
use crate::solve::{Leaving, panicked, start, words};
use crate::words::Words;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use quarterturn::Progress;
use quarterturn::solver::Solution;
use quarterturn_lab::json;
use serde::Serialize;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// The type of a stream of events.
pub(crate) const EVENTS: &str = "text/event-stream";

/// What a search tells while it runs.
pub(crate) enum Event {
    Better(Better),
    Progress(Progress),
}

/// A solution that is better than those before.
#[derive(Serialize)]
pub(crate) struct Better {
    solution: String,
    length: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    quarter_turns: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    half_turns: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<f64>,
    seconds: f64,
}

impl Better {
    pub fn of(solution: &Solution, elapsed: Duration) -> Self {
        let turns = solution.turns();
        Self {
            solution: solution.text().into(),
            length: solution.length(),
            quarter_turns: turns.map(|turns| turns.quarter),
            half_turns: turns.map(|turns| turns.half),
            cost: solution.cost(),
            seconds: elapsed.as_secs_f64(),
        }
    }
}

/// How far a search has come.
#[derive(Serialize)]
struct Far {
    seconds: f64,
    share: Option<f64>,
    expanded: u64,
    generated: u64,
    evaluated: u64,
    depth: Option<usize>,
    width: Option<usize>,
    length: Option<usize>,
}

impl From<Progress> for Far {
    fn from(progress: Progress) -> Self {
        Self {
            seconds: progress.elapsed.as_secs_f64(),
            share: progress.share,
            expanded: progress.counters.expanded,
            generated: progress.counters.generated,
            evaluated: progress.counters.evaluated,
            depth: progress.depth,
            width: progress.width,
            length: progress.length,
        }
    }
}

/// Most events that wait to be read. Who reads more slowly misses some, but never the last one.
const WAITING: usize = 64;

/// Where a search tells it.
#[derive(Clone)]
pub(crate) struct Tell(Sender<Bytes>);

impl Tell {
    pub fn send(&self, event: Event) {
        let bytes = match event {
            Event::Better(better) => named("better", json::object(&better).ok()),
            Event::Progress(progress) => named("progress", json::object(&Far::from(progress)).ok()),
        };
        // That nobody listens any more is told to the search elsewhere.
        let _ = self.0.try_send(bytes);
    }
}

/// An event by its name, with JSON on one line.
fn named(name: &str, json: Option<Vec<u8>>) -> Bytes {
    let mut bytes = format!("event: {name}\ndata: ").into_bytes();
    bytes.extend(json.unwrap_or_else(|| Problem::internal().json()));
    bytes.extend(b"\n\n");
    bytes.into()
}

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
            Err(_) => named("error", Some(panicked(&owner).json())),
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
