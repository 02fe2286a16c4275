//! Which path leads where, and what all answers have.

use crate::access;
use crate::app::App;
use crate::config::{Config, ConfigError};
use crate::handlers::{models, openapi, page, puzzles, server, solve, stream};
use crate::problem::Problem;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;

/// What every answer has, unless it has its own.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (header::CACHE_CONTROL, "no-store"),
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; frame-ancestors 'none'",
    ),
];

/// The whole service.
///
/// # Errors
/// [`ConfigError`].
pub fn router(config: Config) -> Result<Router, ConfigError> {
    Ok(service(App::new(config)?))
}

pub(crate) fn service(app: Arc<App>) -> Router {
    let routes = Router::new()
        .route("/api/solve", post(solve::solve))
        .route("/api/solve/stream", post(stream::solve))
        .route("/api/puzzles", get(puzzles::list).post(puzzles::take))
        .route("/api/puzzles/{name}", get(puzzles::one))
        .route("/api/models", get(models::list).post(models::take))
        .route("/api/openapi.json", get(openapi::serve))
        .route("/healthz", get(server::health))
        .route("/metrics", get(server::metrics))
        .fallback(page::serve)
        .method_not_allowed_fallback(other_method);
    guarded(routes, &app).with_state(app)
}

/// Puts every check around routes.
fn guarded(routes: Router<Arc<App>>, app: &Arc<App>) -> Router<Arc<App>> {
    let owner = app.clone();
    let caught = move |_| owner.panicked().into_response();
    let routes = routes
        .layer(middleware::from_fn_with_state(app.clone(), access::check))
        .layer(CatchPanicLayer::custom(caught));
    let routes = match access::others(&app.config) {
        Some(others) => routes.layer(others),
        None => routes,
    };
    routes.layer(middleware::from_fn_with_state(app.clone(), dress))
}

/// Counts an answer, and adds what all have.
async fn dress(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    app.metrics.responded(response.status());
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    response
}

async fn other_method() -> Problem {
    let message = "this path is not asked in this way";
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "other-method", message)
        .hint("GET /api/openapi.json says how")
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use tower::ServiceExt;

    #[tokio::test]
    async fn a_panic_ends_one_request_only() {
        let app = App::new(Config::default()).unwrap();
        let routes = Router::new()
            .route("/panics", get(|| async { panic!("on purpose") as &str }))
            .route("/metrics", get(server::metrics));
        let service = guarded(routes, &app).with_state(app);
        let ask = async |path: &str| {
            let request = Request::get(path).header("host", "localhost");
            let response = service
                .clone()
                .oneshot(request.body(Body::empty()).unwrap())
                .await;
            let response = response.unwrap();
            let status = response.status().as_u16();
            let body = axum::body::to_bytes(response.into_body(), 1 << 20)
                .await
                .unwrap();
            (status, String::from_utf8(body.to_vec()).unwrap())
        };
        let (status, body) = ask("/panics").await;
        assert_eq!(status, 500);
        assert!(body.contains("internal-error"), "{body}");
        let (status, body) = ask("/metrics").await;
        assert_eq!(status, 200);
        assert!(body.contains("quarterturn_panics_total 1\n"), "{body}");
    }
}
