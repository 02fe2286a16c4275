//! What is refused, with its status and its code.

use crate::harness::{Service, config};
use axum::body::Body;
use axum::http::Request;
use serde_json::json;

#[tokio::test]
async fn bodies() {
    let service = Service::new(config());
    let long = json!({"state": "R ".repeat(40_000)}).to_string();
    for (body, status, code) in [
        ("", 400, "not-json"),
        ("{", 400, "not-json"),
        ("R U F", 400, "not-json"),
        ("{\"state\": \"R\"} {}", 400, "not-json"),
        ("\u{0}\u{1}", 400, "not-json"),
        ("[]", 422, "wrong-field"),
        ("null", 422, "wrong-field"),
        ("{}", 422, "no-state"),
        ("{\"state\": null}", 422, "no-state"),
        ("{\"state\": 7}", 422, "wrong-field"),
        ("{\"state\": \"R\", \"state\": \"U\"}", 422, "wrong-field"),
        (
            "{\"state\": \"R\", \"scramble\": \"U\"}",
            422,
            "several-states",
        ),
        ("{\"state\": \"R\", \"speed\": 9}", 422, "unknown-field"),
        ("{\"state\": \"R\", \"cache\": 9}", 422, "unknown-field"),
        (
            "{\"state\": \"R\", \"width\": \"wide\"}",
            422,
            "wrong-field",
        ),
        ("{\"state\": \"R\", \"width\": 0}", 422, "out-of-range"),
        (
            "{\"state\": \"R\", \"width\": 1000000000}",
            422,
            "out-of-range",
        ),
        (
            "{\"state\": \"R\", \"width\": 99999999999}",
            422,
            "out-of-range",
        ),
        (
            "{\"state\": \"R\", \"batch\": 1000000000, \"search\": \"bwas\"}",
            422,
            "out-of-range",
        ),
        ("{\"state\": \"R\", \"threads\": 3}", 422, "out-of-range"),
        (
            "{\"state\": \"R\", \"workers\": 3, \"search\": \"mcts\"}",
            422,
            "out-of-range",
        ),
        ("{\"state\": \"R\", \"ball\": 7}", 422, "out-of-range"),
        ("{\"state\": \"R\", \"views\": 97}", 422, "out-of-range"),
        (
            "{\"state\": \"R\", \"time_limit\": 61}",
            422,
            "out-of-range",
        ),
        (
            "{\"state\": \"R\", \"time_limit\": \"2m\"}",
            422,
            "out-of-range",
        ),
        (
            "{\"state\": \"R\", \"time_limit\": -1}",
            422,
            "out-of-range",
        ),
        (
            "{\"state\": \"R\", \"time_limit\": 1e300}",
            422,
            "out-of-range",
        ),
        (
            "{\"state\": \"R\", \"time_limit\": \"soon\"}",
            422,
            "out-of-range",
        ),
        ("{\"state\": \"R\", \"time_limit\": []}", 422, "wrong-field"),
        (
            "{\"state\": \"R\", \"memory_limit\": \"1GiB\"}",
            422,
            "out-of-range",
        ),
        (
            "{\"state\": \"R\", \"lambda\": 2, \"search\": \"bwas\"}",
            422,
            "out-of-range",
        ),
        ("{\"state\": \"R\", \"lambda\": 0.5}", 422, "means-nothing"),
        (
            "{\"state\": \"R\", \"search\": \"dijkstra\"}",
            422,
            "unknown-search",
        ),
        (
            "{\"state\": \"R\", \"search\": \"korf\"}",
            422,
            "unknown-search",
        ),
        (
            "{\"state\": \"R\", \"metric\": \"moves\"}",
            422,
            "wrong-field",
        ),
        (
            "{\"state\": \"R\", \"puzzle\": \"cube3-htm\", \"metric\": \"qtm\"}",
            422,
            "other-metric",
        ),
        (
            "{\"state\": \"R\", \"puzzle\": \"puzzle15\", \"metric\": \"qtm\"}",
            422,
            "other-metric",
        ),
        (
            "{\"state\": \"R\", \"puzzle\": \"cube7\"}",
            422,
            "unknown-puzzle",
        ),
        (
            "{\"state\": \"R\", \"puzzle\": \"../../etc/passwd\"}",
            422,
            "unknown-puzzle",
        ),
        (
            "{\"state\": \"R\", \"puzzle\": \"/etc/passwd\"}",
            422,
            "unknown-puzzle",
        ),
        (
            "{\"state\": \"R\", \"puzzle\": \"Cargo.toml\"}",
            422,
            "unknown-puzzle",
        ),
        (
            "{\"state\": \"R\", \"model\": \"../../etc/passwd\"}",
            422,
            "unknown-model",
        ),
        (
            "{\"state\": \"R\", \"model\": \"Cargo.toml\"}",
            422,
            "unknown-model",
        ),
        (
            "{\"state\": \"R\", \"model\": \"puzzle15-base\", \"puzzle\": \"cube3\"}",
            422,
            "other-puzzle",
        ),
        (
            "{\"state\": \"1 0 0 0 0 0 0 0 1\", \"puzzle\": \"lightsout3\", \"width\": 64}",
            422,
            "means-nothing",
        ),
        ("{\"state\": \"R Q\"}", 422, "unknown-move"),
        ("{\"state\": \"UUUUUUUUURRRRRRRRR\"}", 422, "facelet-count"),
        ("{\"scramble\": \"RQ\"}", 422, "unknown-move"),
        ("{\"state\": \"R\", \"target\": \"Q\"}", 422, "unknown-move"),
        (
            "{\"state\": \"R\", \"costs\": {\"half\": 2}}",
            422,
            "no-half-turns",
        ),
        (
            "{\"state\": \"R\", \"costs\": {\"quarter\": -1}}",
            422,
            "no-cost",
        ),
        (
            "{\"state\": \"R\", \"costs\": {\"moves\": {\"Q\": 1}}}",
            422,
            "unknown-move",
        ),
        (
            "{\"state\": \"R\", \"costs\": {\"dear\": 1}}",
            422,
            "unknown-field",
        ),
        ("{\"state\": \"R\", \"costs\": 5}", 422, "wrong-field"),
        ("{\"state\": \"R\", \"costs\": []}", 422, "wrong-field"),
        (&long, 413, "too-large"),
    ] {
        let response = service.solve(body).await;
        let (found, said) = (response.code(), &response.body);
        assert_eq!(
            (response.status, &*found),
            (status, code),
            "{body:.200}\n{said:.500}"
        );
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
async fn a_refusal_names_the_field() {
    let service = Service::new(config());
    for (body, field) in [
        (json!({"state": "R", "spede": 9}), "spede"),
        (json!({"state": "R", "costs": {"spede": 9}}), "spede"),
        (
            json!({"state": "R", "costs": {"moves": {"U": []}}}),
            "costs.moves.U",
        ),
        (json!({"state": "R", "width": 0}), "width"),
        (json!({"state": "R", "time_limit": 1e9}), "time_limit"),
        (json!({"state": "R", "lambda": 0.5}), "lambda"),
        (json!({"state": "R", "shortlist": 0}), "shortlist"),
    ] {
        let json = service.solve(&body).await.json();
        let message = json["error"]["message"].as_str().unwrap();
        assert!(message.contains(field), "{body}: {message}");
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
