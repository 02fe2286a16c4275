//! Work for a client beside searches, and its answers.

use crate::app::App;
use crate::body::JSON;
use crate::problem::Problem;
use axum::body::{Body, Bytes};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use quarterturn_lab::json;
use serde::Serialize;
use std::sync::Arc;

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
        Ok(Err(_)) => Err(app.panicked()),
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

/// The bytes of such an object.
pub(crate) fn written(value: &impl Serialize) -> Result<Vec<u8>, Problem> {
    json::object(value).map_err(|_| Problem::internal())
}

/// An answer in JSON.
pub(crate) fn response(status: StatusCode, bytes: Bytes) -> Response {
    (status, [(CONTENT_TYPE, JSON)], Body::from(bytes)).into_response()
}
