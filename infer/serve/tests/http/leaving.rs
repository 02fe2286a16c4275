//! Clients that leave, clients that wait, and servers that end.

use crate::harness::{HARD, Served, config, post, receive};
use quarterturn_serve::Config;
use serde_json::json;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

fn long() -> String {
    json!({"state": HARD, "time_limit": 50}).to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_ends_when_its_client_leaves() {
    let served = Served::start(config()).await;
    for (path, left) in [("/api/solve", 1.0), ("/api/solve/stream", 2.0)] {
        let mut stream = served.connect().await;
        stream
            .write_all(post(path, &long()).as_bytes())
            .await
            .unwrap();
        served.until("quarterturn_searches_running", 1.0).await;
        drop(stream);
        served.until("quarterturn_searches_running", 0.0).await;
        assert_eq!(served.counter("quarterturn_clients_left_total").await, left);
        assert_eq!(
            served
                .counter("quarterturn_searches_total{stopped=\"cancelled\"}")
                .await,
            left
        );
    }
    served.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_queue_refuses_and_who_leaves_makes_room() {
    let served = Served::start(Config {
        threads: 1,
        queue: 1,
        ..config()
    })
    .await;
    let mut searching = served.connect().await;
    searching
        .write_all(post("/api/solve", &long()).as_bytes())
        .await
        .unwrap();
    served.until("quarterturn_searches_running", 1.0).await;
    let mut waiting = served.connect().await;
    waiting
        .write_all(post("/api/solve", &long()).as_bytes())
        .await
        .unwrap();
    served.until("quarterturn_searches_waiting", 1.0).await;
    let refused = served.solve(&json!({"state": "R"}).to_string()).await;
    assert_eq!((refused.status, &*refused.code()), (429, "queue-full"));
    assert_eq!(refused.headers["retry-after"], "1");
    // What needs no search is answered all the same.
    assert_eq!(served.get("/api/puzzles").await.status, 200);
    drop(waiting);
    served.until("quarterturn_searches_waiting", 0.0).await;
    drop(searching);
    let answer = served.solve(&json!({"state": "R"}).to_string()).await;
    assert_eq!(
        (answer.status, &answer.json()["solution"]),
        (200, &json!("R'"))
    );
    served.end().await;
}

/// Who asked before the end gets an answer, and the end comes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_ends_with_answers() {
    let served = Served::start(Config {
        grace: Duration::from_millis(300),
        ..config()
    })
    .await;
    let mut plain = served.connect().await;
    plain
        .write_all(post("/api/solve", &long()).as_bytes())
        .await
        .unwrap();
    let mut streaming = served.connect().await;
    streaming
        .write_all(post("/api/solve/stream", &long()).as_bytes())
        .await
        .unwrap();
    // One that says nothing, one that has said half.
    let mut silent = served.connect().await;
    let mut half = served.connect().await;
    half.write_all(b"POST /api/solve HTTP/1.1\r\nHost: loc")
        .await
        .unwrap();
    served.until("quarterturn_searches_running", 2.0).await;
    let address = served.address;
    served.end().await;
    let answer = receive(&mut plain).await;
    assert_eq!(
        (answer.status, &answer.json()["stopped"]),
        (200, &json!("cancelled")),
        "{}",
        answer.body
    );
    let events = receive(&mut streaming).await;
    assert!(events.body.contains("event: done\n"), "{}", events.body);
    let mut rest = Vec::new();
    let _ = silent.read_to_end(&mut rest).await;
    assert!(tokio::net::TcpStream::connect(address).await.is_err());
}
