//! `GET /api/openapi.json`: the description of the interface.

use super::{models, puzzles, server, solve, stream};
use crate::body::JSON;
use crate::schema::{Fault, Refused};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use std::sync::LazyLock;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi};

struct Token;

impl Modify for Token {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        let components = api.components.get_or_insert_default();
        components.add_security_scheme("token", scheme);
    }
}

#[derive(OpenApi)]
#[openapi(
    info(title = "quarterturn", description = "Solves the Rubik's cube and its relatives"),
    paths(
        solve::solve, stream::solve, puzzles::list, puzzles::one, puzzles::take, models::list, models::take,
        serve, server::health, server::metrics,
    ),
    components(schemas(Refused, Fault)),
    modifiers(&Token),
    security((), ("token" = [])),
)]
struct Api;

/// The description of the interface, in the format OpenAPI.
pub fn description() -> String {
    Api::openapi().to_json().unwrap_or_default()
}

static DESCRIPTION: LazyLock<String> = LazyLock::new(description);

/// Describes this interface
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "server",
    responses((status = 200, description = "This description", body = Object)),
)]
pub(crate) async fn serve() -> impl IntoResponse {
    ([(CONTENT_TYPE, JSON)], DESCRIPTION.as_str())
}
