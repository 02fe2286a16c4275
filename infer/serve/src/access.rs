//! Who may ask. A page of another site, opened in a browser on this machine, can send requests to a server on the loopback; it
//! can even give the loopback a name of its own. Such requests are known by their `Origin` and their `Host`.

use crate::app::App;
use crate::config::{Config, is_loopback};
use crate::problem::Problem;
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HOST, ORIGIN, RETRY_AFTER};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, Uri, Version};
use axum::middleware::Next;
use axum::response::Response;
use std::net::IpAddr;
use std::sync::Arc;
use tower_http::cors::CorsLayer;

/// Lets a request pass, or says why not.
pub(crate) async fn check(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let (uri, headers) = (request.uri(), request.headers());
    // Who watches over a server may ask in the old way, which knows no Host.
    let is_bare = request.version() == Version::HTTP_10 && !headers.contains_key(HOST);
    if is_bare && uri.path() == "/healthz" {
        return Ok(next.run(request).await);
    }
    let host = host(&app, uri, headers)?;
    origin(&app.config, headers, &host)?;
    if is_guarded(uri.path()) {
        token(app.config.token.as_deref(), headers)?;
    }
    Ok(next.run(request).await)
}

/// What lets pages of the other sites that are named ask, and read the answers.
pub(crate) fn others(config: &Config) -> Option<CorsLayer> {
    let origins = config.origins().unwrap_or_default();
    let layer = CorsLayer::new()
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([ACCEPT, AUTHORIZATION, CONTENT_TYPE])
        .expose_headers([RETRY_AFTER]);
    (!origins.is_empty()).then(|| layer.allow_origin(origins))
}

/// Whether a path is behind the token. The page itself knows no secret, and asks its reader for the token.
fn is_guarded(path: &str) -> bool {
    path.starts_with("/api/") || path == "/metrics"
}

/// The one value of a header.
fn single<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Result<Option<&'h str>, ()> {
    let mut all = headers.get_all(name).iter();
    match (all.next(), all.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| ()),
        _ => Err(()),
    }
}

/// The host that the client means to talk to.
fn host(app: &App, uri: &Uri, headers: &HeaderMap) -> Result<Authority, Problem> {
    let refused = |message: String| {
        Problem::new(StatusCode::MISDIRECTED_REQUEST, "foreign-host", message)
            .hint("use the address that the server printed, or start it with --name NAME")
    };
    let given = single(headers, &HOST).map_err(|()| refused("there is no one Host".into()))?;
    let host = match (uri.authority(), given) {
        (Some(authority), _) => Some(authority.clone()),
        (None, Some(text)) if !text.contains('@') => text.parse().ok(),
        _ => None,
    };
    let host: Authority = host.ok_or_else(|| refused("there is no Host".into()))?;
    let name = host.host();
    let own = |known: &String| known.eq_ignore_ascii_case(name);
    // Only a name can be given to the loopback by others, an address cannot.
    let numbers = name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
    let known = is_loopback(name)
        || own(&app.config.host)
        || app.config.names.iter().any(own)
        || numbers && !app.config.is_local();
    match known {
        true => Ok(host),
        false => Err(refused(format!("this server is not called {name:.80}"))),
    }
}

/// Refuses requests that a page of another site makes, unless it is one of those that are named.
fn origin(config: &Config, headers: &HeaderMap, host: &Authority) -> Result<(), Problem> {
    let refused = || {
        let message = "pages of other sites may not use this server";
        Problem::new(StatusCode::FORBIDDEN, "foreign-origin", message).hint(
            "open the server's own page, send no Origin, or start the server with --origin URL",
        )
    };
    let Some(origin) = single(headers, &ORIGIN).map_err(|()| refused())? else {
        return Ok(());
    };
    let rest = origin
        .strip_prefix("http://")
        .or_else(|| origin.strip_prefix("https://"));
    match rest {
        Some(rest) if rest.eq_ignore_ascii_case(host.as_str()) => Ok(()),
        _ if config
            .origins()
            .is_ok_and(|known| known.iter().any(|known| known == origin)) =>
        {
            Ok(())
        }
        _ => Err(refused()),
    }
}

/// Asks for the token.
fn token(wanted: Option<&str>, headers: &HeaderMap) -> Result<(), Problem> {
    let Some(wanted) = wanted else { return Ok(()) };
    let given = single(headers, &AUTHORIZATION).ok().flatten();
    let given = given.and_then(|text| {
        let (scheme, token) = text.split_once(' ')?;
        scheme
            .eq_ignore_ascii_case("bearer")
            .then_some(token.trim())
    });
    if given.is_some_and(|given| is_same(given.as_bytes(), wanted.as_bytes())) {
        return Ok(());
    }
    let message = "this server answers only who knows its token";
    let problem = Problem::new(StatusCode::UNAUTHORIZED, "no-token", message);
    Err(problem.hint("send the header `Authorization: Bearer TOKEN`"))
}

/// Compares in a time that does not depend on where the texts differ.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    let differ = one.iter().zip(other).fold(0, |all, (a, b)| all | (a ^ b));
    one.len() == other.len() && std::hint::black_box(differ) == 0
}
