//! The page, its description, and what all answers have.

use crate::harness::{Service, config};
use axum::body::Body;
use axum::http::Request;
use quarterturn_serve::{Config, Page, PageError};
use std::fs;
use std::path::Path;

#[tokio::test]
async fn a_folder_is_served_and_nothing_beside_it() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("parts")).unwrap();
    assert!(matches!(Page::folder(&folder), Err(PageError::NoIndex(_))));
    assert!(matches!(
        Page::folder(&folder.join("missing")),
        Err(PageError::Read { .. })
    ));
    for (name, text) in [
        ("index.html", "<p>cube</p>"),
        ("app.js", "1"),
        ("parts/net.wasm", "\0asm"),
        ("parts/index.html", "part"),
        (".hidden", "secret"),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    fs::write(folder.with_file_name("outside.txt"), "secret").unwrap();
    #[cfg(unix)]
    {
        let _ = fs::remove_file(folder.join("link.txt"));
        std::os::unix::fs::symlink("../outside.txt", folder.join("link.txt")).unwrap();
    }
    let service = Service::new(Config {
        page: Page::folder(&folder).unwrap(),
        ..config()
    });
    for (path, kind, body) in [
        ("/", "text/html; charset=utf-8", "<p>cube</p>"),
        (
            "/index.html?lang=en",
            "text/html; charset=utf-8",
            "<p>cube</p>",
        ),
        ("/app.js", "text/javascript; charset=utf-8", "1"),
        ("/parts/net.wasm", "application/wasm", "\0asm"),
        ("/parts/", "text/html; charset=utf-8", "part"),
    ] {
        let response = service.get(path).await;
        assert_eq!((response.status, &*response.body), (200, body), "{path}");
        assert_eq!(response.headers["content-type"], kind, "{path}");
        assert_eq!(response.headers["x-content-type-options"], "nosniff");
        let policy = response.headers["content-security-policy"]
            .to_str()
            .unwrap();
        assert!(
            policy.contains("script-src 'self' 'wasm-unsafe-eval'"),
            "{policy}"
        );
        let request = Request::get(path)
            .header("host", "localhost")
            .header("if-none-match", &response.headers["etag"]);
        let again = service.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!((again.status, &*again.body), (304, ""), "{path}");
    }
    for path in [
        "/.hidden",
        "/link.txt",
        "/../outside.txt",
        "/parts/../../outside.txt",
        "/parts",
        "/none",
    ] {
        assert_eq!(service.get(path).await.status, 404, "{path}");
    }
    let posted = service.post("/", "application/json", "{}").await;
    assert_eq!((posted.status, &*posted.code()), (405, "other-method"));
}

#[tokio::test]
async fn without_a_page_there_is_a_note() {
    let response = Service::new(config()).get("/").await;
    assert_eq!(response.status, 200);
    if !Page::default().is_built() {
        assert!(
            response.body.contains(quarterturn_serve::BUILD_THE_PAGE),
            "{}",
            response.body
        );
    }
}

#[tokio::test]
async fn the_description_has_every_path() {
    let service = Service::new(config());
    let response = service.get("/api/openapi.json").await;
    let json = response.json();
    for (path, methods) in [
        ("/api/solve", &["post"][..]),
        ("/api/solve/stream", &["post"]),
        ("/api/puzzles", &["get", "post"]),
        ("/api/models", &["get", "post"]),
        ("/api/openapi.json", &["get"]),
        ("/healthz", &["get"]),
        ("/metrics", &["get"]),
    ] {
        for method in methods {
            let described = &json["paths"][path][method];
            assert!(described["responses"].is_object(), "{method} {path}");
            if *method == "get" {
                assert_eq!(service.get(path).await.status, 200, "{path}");
            }
        }
    }
    assert_eq!(
        json["components"]["schemas"]["Words"]["additionalProperties"],
        false
    );
    assert_eq!(service.get("/healthz").await.body, "ok\n");
    let metrics = service.get("/metrics").await;
    assert_eq!(metrics.headers["cache-control"], "no-store");
    assert!(
        metrics
            .body
            .contains("quarterturn_responses_total{status=\"200\"} "),
        "{}",
        metrics.body
    );
}
