//! `POST /api/solve`.

use crate::app::App;
use crate::body::{self, JSON};
use crate::gate::Place;
use crate::problem::Problem;
use crate::schema::{Answer, Refusals, StreamEvent};
use crate::search::{self, Signals};
use crate::stream::{self, EVENTS, Tell};
use crate::words::Words;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::task::{AbortHandle, JoinHandle};

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
        Err(_) => return Err(panicked(&app)),
    };
    let answer = app.bodies.answer(answer)?;
    Ok(([(CONTENT_TYPE, JSON)], Body::from(answer)).into_response())
}

/// Reads what is to be solved.
pub(crate) async fn words(app: &App, request: Request) -> Result<Words, Problem> {
    let body = body::read(app, request, &[JSON], app.config.body).await?;
    Words::read(&body)
}

/// A search ended by a defect.
pub(crate) fn panicked(app: &App) -> Problem {
    app.metrics.panicked();
    Problem::internal()
}

/// Starts a search. It ends early if what is returned first is dropped.
pub(crate) fn start(
    app: &Arc<App>,
    place: Place,
    words: Words,
    tell: Option<Tell>,
) -> (Leaving, JoinHandle<Result<Vec<u8>, Problem>>) {
    let signals = Signals::default();
    let watch = tokio::spawn(watch(app.clone(), signals.clone())).abort_handle();
    let watch = Watch(watch);
    let leaving = Leaving {
        app: app.clone(),
        signals: signals.clone(),
        left: true,
    };
    let app = app.clone();
    let task = tokio::task::spawn_blocking(move || {
        let _held = (place, watch);
        search::solve(&app, &words, &signals, tell.as_ref())
    });
    (leaving, task)
}

/// Ends a search when its time is over, or the server ends.
async fn watch(app: Arc<App>, signals: Signals) {
    let mut ending = app.ending.subscribe();
    tokio::select! {
        () = tokio::time::sleep(app.config.time_limit) => {
            signals.over.store(true, Ordering::Relaxed);
        }
        _ = ending.wait_for(|ending| *ending) => {}
    }
    signals.cancel.store(true, Ordering::Relaxed);
}

/// Stops watching.
struct Watch(AbortHandle);

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Dropped before the search is over, it ends it: nobody waits for the answer.
pub(crate) struct Leaving {
    app: Arc<App>,
    signals: Signals,
    left: bool,
}

impl Leaving {
    /// The search is over.
    pub fn stays(&mut self) {
        self.left = false;
    }
}

impl Drop for Leaving {
    fn drop(&mut self) {
        if self.left {
            self.signals.cancel.store(true, Ordering::Relaxed);
            self.app.metrics.left();
        }
    }
}
