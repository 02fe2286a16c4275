//! A search for a client: it ends when its time is over, when the client leaves, or when the server ends.

use crate::app::App;
use crate::body::{self, JSON};
use crate::events::Tell;
use crate::gate::Place;
use crate::problem::Problem;
use crate::search::{self, Signals};
use crate::words::Words;
use axum::extract::Request;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::task::{AbortHandle, JoinHandle};

/// Reads what is to be solved.
pub(crate) async fn words(app: &App, request: Request) -> Result<Words, Problem> {
    let body = body::read(app, request, &[JSON], app.config.body).await?;
    Words::read(&body)
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
