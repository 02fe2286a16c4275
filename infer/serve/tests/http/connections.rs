//! Many connections, slow ones, and bytes that are no requests.

use crate::harness::{Served, config, post, receive};
use quarterturn::Puzzle;
use quarterturn_serve::Config;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// A server that loses patience soon.
fn impatient() -> Config {
    let soon = Duration::from_millis(300);
    Config {
        head_time: soon,
        body_time: soon,
        ..config()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_at_once_and_none_is_lost() {
    let served = Arc::new(
        Served::start(Config {
            queue: 200,
            ..config()
        })
        .await,
    );
    let cube = Puzzle::named("cube2").unwrap();
    let tasks: Vec<_> = (0..200u64)
        .map(|seed| {
            let (served, cube) = (served.clone(), cube.clone());
            tokio::spawn(async move {
                let moves = cube.scramble(seed, 6).moves.unwrap();
                let words =
                    json!({"puzzle": "cube2", "scramble": moves, "width": 32, "threads": 1});
                let answer = served.solve(&words.to_string()).await;
                assert_eq!(answer.status, 200, "{}", answer.body);
                let answer = answer.json();
                assert_eq!(answer["input"], moves);
                let state = cube.read(&moves).unwrap();
                assert!(
                    state
                        .apply(answer["solution"].as_str().unwrap())
                        .unwrap()
                        .is_solved()
                );
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    served.until("quarterturn_connections", 1.0).await;
    assert_eq!(served.counter("quarterturn_clients_left_total").await, 0.0);
    assert_eq!(served.counter("quarterturn_panics_total").await, 0.0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_clients_are_left_alone() {
    let served = Served::start(impatient()).await;
    // Nothing, half a head, and a head that is given away line by line.
    let mut silent = served.connect().await;
    let mut half = served.connect().await;
    half.write_all(b"GET /healthz HTTP/1.1\r\nHo")
        .await
        .unwrap();
    let dripping = served.connect().await;
    let (mut read, mut write) = dripping.into_split();
    let drip = tokio::spawn(async move {
        let _ = write.write_all(b"GET /healthz HTTP/1.1\r\n").await;
        while write.write_all(b"X: y\r\n").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    let mut rest = Vec::new();
    for stream in [&mut silent, &mut half] {
        let _ = stream.read_to_end(&mut rest).await;
    }
    let _ = read.read_to_end(&mut rest).await;
    drip.abort();
    // A body that does not come.
    let mut stream = served.connect().await;
    let whole = post("/api/solve", "{\"state\": \"R\"}");
    stream
        .write_all(&whole.as_bytes()[..whole.len() - 3])
        .await
        .unwrap();
    let late = receive(&mut stream).await;
    assert_eq!((late.status, &*late.code()), (408, "too-slow"));
    served.until("quarterturn_connections", 1.0).await;
    served.end().await;
}

/// Who sends much and reads afterwards is told why it was too much.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_megabytes_are_refused() {
    let served = Served::start(config()).await;
    let large = "x".repeat(10_000_000);
    let refused = served.solve(&large).await;
    assert_eq!((refused.status, &*refused.code()), (413, "too-large"));
    let chunked = format!(
        "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\
         Connection: close\r\n\r\n{:x}\r\n{large}\r\n0\r\n\r\n",
        large.len()
    );
    let refused = served.send(&chunked).await;
    assert_eq!((refused.status, &*refused.code()), (413, "too-large"));
    served.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_request_changes_nothing() {
    let served = Served::start(impatient()).await;
    let headers = "X: y\r\n".repeat(100);
    let long = "y".repeat(100_000);
    for (garbage, statuses) in [
        ("\0\0\0\0\r\n\r\n".to_owned(), &[400, 0][..]),
        ("\u{16}\u{3}\u{1}\u{2}\0\u{1}".into(), &[400, 0]),
        ("GET\r\n\r\n".into(), &[400]),
        ("GET / HTTP/9.9\r\n\r\n".into(), &[400]),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".into(), &[400, 0]),
        (format!("GET / HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n"), &[431]),
        (format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {long}\r\n\r\n"), &[431, 0]),
        (format!("GET /{long} HTTP/1.1\r\nHost: localhost\r\n\r\n"), &[414, 431, 400, 0]),
        (
            "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n".into(),
            &[400],
        ),
        ("POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n".into(), &[400]),
        ("GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n".into(), &[421, 400]),
        ("GET / HTTP/1.1\r\nConnection: close\r\n\r\n".into(), &[421]),
    ] {
        let response = served.send(&garbage).await;
        assert!(statuses.contains(&response.status), "{garbage:.60?}: {}", response.status);
    }
    assert_eq!(served.get("/healthz").await.body, "ok\n");
    assert_eq!(served.counter("quarterturn_panics_total").await, 0.0);
    served.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_reads_nothing_is_left_alone() {
    let served = Served::start(Config {
        read_time: Duration::from_millis(300),
        ..config()
    })
    .await;
    let mut stream = served.connect().await;
    let one = "GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
    // More than all buffers of the system hold; the server takes no more of it than it can answer.
    let _ = stream.write_all(one.repeat(2000).as_bytes()).await;
    served.until("quarterturn_connections", 1.0).await;
    served.end().await;
}

/// HTTP/1.0 knows no Host, and what watches over servers often speaks it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_health_check_needs_no_host() {
    let served = Served::start(config()).await;
    let health = served.send("GET /healthz HTTP/1.0\r\n\r\n").await;
    assert_eq!((health.status, &*health.body), (200, "ok\n"));
    for other in [
        "/healthz HTTP/1.0\r\nHost: evil.example",
        "/ HTTP/1.0",
        "/api/puzzles HTTP/1.0",
    ] {
        let refused = served.send(&format!("GET {other}\r\n\r\n")).await;
        assert_eq!(
            (refused.status, &*refused.code()),
            (421, "foreign-host"),
            "{other}"
        );
    }
    served.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn too_many_connections_are_told_so() {
    let served = Served::start(Config {
        connections: 3,
        ..config()
    })
    .await;
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut stream = served.connect().await;
        stream
            .write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            .await
            .unwrap();
        let mut some = [0; 16];
        stream.read_exact(&mut some).await.unwrap();
        held.push(stream);
    }
    let refused = served.get("/healthz").await;
    assert_eq!(
        (refused.status, &*refused.code()),
        (503, "too-many-connections")
    );
    assert_eq!(refused.headers["retry-after"], "1");
    drop(held);
    for _ in 0..600 {
        if served.get("/healthz").await.status == 200 {
            return served.end().await;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("there is no place again");
}
