//! `GET /api/openapi.json`.

use crate::body::JSON;
use crate::schema::description;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use std::sync::LazyLock;

static DESCRIPTION: LazyLock<String> = LazyLock::new(description);

/// Describes this interface
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "server",
    responses((status = 200, description = "This description", body = Object)),
)]
pub(crate) async fn serve() -> impl IntoResponse {
    ([(CONTENT_TYPE, JSON)], DESCRIPTION.as_str())
}
