//! `/healthz` and `/metrics`: how the server is.

use crate::app::App;
use crate::schema::Refusals;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use std::sync::Arc;

/// Says that the server is there
#[utoipa::path(
    get, path = "/healthz", tag = "server",
    responses((status = 200, description = "It is there", body = String, content_type = "text/plain")),
)]
pub(crate) async fn health() -> &'static str {
    "ok\n"
}

/// Shows what the server has counted, for Prometheus
#[utoipa::path(
    get, path = "/metrics", tag = "server",
    responses(
        (status = 200, description = "Counters", body = String, content_type = "text/plain"),
        Refusals,
    ),
)]
pub(crate) async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(CONTENT_TYPE, kind)], app.metrics.text(&app.gate))
}
