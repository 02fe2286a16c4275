//! Better answers as they are found.

use crate::harness::{HARD, Service, config};
use axum::body::Body;
use axum::http::Request;
use quarterturn::Puzzle;
use serde_json::{Value, json};

/// The events by name, with their data.
fn events(body: &str) -> Vec<(String, Value)> {
    let event = |text: &str| {
        let (name, data) = text.split_once('\n').unwrap();
        let name = name.strip_prefix("event: ").unwrap();
        let data = data.strip_prefix("data: ").unwrap();
        (name.into(), serde_json::from_str(data).unwrap())
    };
    body.split_terminator("\n\n").map(event).collect()
}

#[tokio::test]
async fn answers_get_shorter_and_the_last_is_the_best() {
    let service = Service::new(config());
    let words = json!({"state": HARD, "time_limit": 1.5, "threads": 1}).to_string();
    let response = service
        .post("/api/solve/stream", "application/json", words)
        .await;
    assert_eq!(response.headers["content-type"], "text/event-stream");
    let events = events(&response.body);
    let state = Puzzle::named("cube3").unwrap().read(HARD).unwrap();
    let mut lengths = Vec::new();
    for (_, better) in events.iter().filter(|(name, _)| name == "better") {
        let end = state.apply(better["solution"].as_str().unwrap()).unwrap();
        assert!(end.is_solved(), "{better}");
        lengths.push(better["length"].as_u64().unwrap());
    }
    assert!(
        !lengths.is_empty() && lengths.is_sorted_by(|a, b| a > b),
        "{lengths:?}"
    );
    assert!(
        events
            .iter()
            .any(|(name, far)| name == "progress" && far["generated"].as_u64() > Some(0))
    );
    let (name, last) = events.last().unwrap();
    assert_eq!((&**name, &last["length"]), ("done", &json!(lengths.last())));
    assert_eq!(last["stopped"], "time");
    assert_eq!(events.iter().filter(|(name, _)| name == "done").count(), 1);
}

#[tokio::test]
async fn who_accepts_events_gets_them() {
    let service = Service::new(config());
    let request = Request::post("/api/solve")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("accept", "text/event-stream");
    let words = json!({"state": "R U", "width": 64, "costs": {"quarter": 2}});
    let response = service
        .send(request.body(Body::from(words.to_string())).unwrap())
        .await;
    let events = events(&response.body);
    let (name, done) = events.last().unwrap();
    assert_eq!((&**name, &done["cost"]), ("done", &json!(4.0)));
    let better: Vec<_> = events.iter().filter(|(name, _)| name == "better").collect();
    assert!(
        better.iter().all(|(_, better)| better["cost"].is_number()),
        "{better:?}"
    );
}

#[tokio::test]
async fn a_state_that_is_refused_is_an_event() {
    let service = Service::new(config());
    let words = json!({"state": "R Q"}).to_string();
    let response = service
        .post("/api/solve/stream", "application/json", words)
        .await;
    let events = events(&response.body);
    assert_eq!(events.len(), 1);
    assert_eq!(
        (&*events[0].0, &events[0].1["error"]["at"]),
        ("error", &json!(2))
    );
}
