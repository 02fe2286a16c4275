//! What is refused, with its status and its code.

use crate::harness::{Service, config};
use axum::body::Body;
use axum::http::Request;
use serde_json::json;

#[tokio::test]
async fn bodies() {
    let service = Service::new(config());
    let long = json!({"state": "R ".repeat(40_000)}).to_string();
    let table = include_str!("../../../../tests/data/http.tsv").replace("\\0", "\0");
    let rows = table.lines().filter(|row| !row.starts_with("# "));
    let long = format!("{long}\t413\ttoo-large\t");
    for row in rows.chain([&*long]) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [body, status, code, named] = columns[..] else {
            panic!("{row}");
        };
        let status: u16 = status.parse().unwrap();
        let response = service.solve(body).await;
        let (found, said) = (response.code(), &response.body);
        assert_eq!(
            (response.status, &*found),
            (status, code),
            "{body:.200}\n{said:.500}"
        );
        let json = response.json();
        let message = json["error"]["message"].as_str().unwrap();
        assert!(message.contains(named), "{body:.200}: {message}");
        let streamed = service
            .post("/api/solve/stream", "application/json", body.to_owned())
            .await;
        let before = [
            "not-json",
            "wrong-field",
            "unknown-field",
            "no-state",
            "several-states",
            "too-large",
        ];
        if before.contains(&code) {
            assert_eq!(
                (streamed.status, &*streamed.code()),
                (status, code),
                "{body:.200}"
            );
        } else {
            assert_eq!(streamed.status, 200);
            assert!(
                streamed.body.starts_with("event: error\n"),
                "{}",
                streamed.body
            );
            assert!(
                streamed.body.contains(&format!("\"code\":\"{code}\"")),
                "{}",
                streamed.body
            );
        }
    }
}

#[tokio::test]
async fn types_paths_and_methods() {
    let service = Service::new(config());
    let words = json!({"state": "R"}).to_string();
    for kind in [
        "text/plain",
        "",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonx",
    ] {
        let response = service.post("/api/solve", kind, words.clone()).await;
        assert_eq!(
            (response.status, &*response.code()),
            (415, "wrong-type"),
            "{kind}"
        );
    }
    let charset = service
        .post(
            "/api/solve",
            "Application/JSON; charset=utf-8",
            words.clone(),
        )
        .await;
    assert_eq!(charset.status, 200);
    let zipped = Request::post("/api/solve")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("content-encoding", "gzip");
    let zipped = service.send(zipped.body(Body::from(words)).unwrap()).await;
    assert_eq!(zipped.status, 415);
    for path in [
        "/api/nothing",
        "/etc/passwd",
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc/passwd",
        "//etc/passwd",
    ] {
        let response = service.get(path).await;
        assert_eq!(
            (response.status, &*response.code()),
            (404, "no-such-path"),
            "{path}"
        );
    }
    let response = service.get("/api/solve").await;
    assert_eq!((response.status, &*response.code()), (405, "other-method"));
    assert_eq!(response.headers["allow"], "POST");
    for method in ["DELETE", "PUT", "OPTIONS", "TRACE"] {
        let request = Request::builder()
            .method(method)
            .uri("/api/solve")
            .header("host", "localhost");
        let response = service.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status, 405, "{method}");
        assert!(!response.headers.contains_key("access-control-allow-origin"));
    }
}
