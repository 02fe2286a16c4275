//! The page, at every path that is none of the API's.

use crate::app::App;
use crate::problem::Problem;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// What a page may do: run its own scripts, WebAssembly and workers, and talk to this server.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; \
                      style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; \
                      connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Shows a file of the page.
pub(crate) async fn serve(State(app): State<Arc<App>>, request: Request) -> Response {
    let path = request.uri().path();
    let Some(file) = app.config.page.find(path) else {
        let problem = Problem::new(
            StatusCode::NOT_FOUND,
            "no-such-path",
            "there is nothing here",
        );
        return problem
            .hint("GET /api/openapi.json lists what there is")
            .into_response();
    };
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let message = "a page can only be read";
        return Problem::new(StatusCode::METHOD_NOT_ALLOWED, "other-method", message)
            .hint("use GET")
            .into_response();
    }
    let headers = [
        (CONTENT_TYPE, file.kind),
        // Asked for again each time, and answered briefly where it is the same.
        (CACHE_CONTROL, "no-cache"),
        (ETAG, &*file.tag),
        (CONTENT_SECURITY_POLICY, POLICY),
    ];
    if is_known(request.headers(), &file.tag) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, Body::from(file.bytes.clone())).into_response()
}

/// Whether the browser has this file already.
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers
        .get(IF_NONE_MATCH)
        .and_then(|tags| tags.to_str().ok());
    let mut known = known.unwrap_or("").split(',');
    known.any(|known| known.trim().trim_start_matches("W/") == tag)
}
