//! Puzzles and networks that clients send.

use crate::harness::{Served, Service, config, large, post, receive};
use axum::body::Body;
use quarterturn::Puzzle;
use quarterturn::models::EMBEDDED;
use quarterturn_serve::Config;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::AsyncWriteExt;

const BYTES: &str = "application/octet-stream";
const RING: &str = "turn:=(1,2,3,4,5); swap:=(1,2);";

#[tokio::test]
async fn an_own_puzzle_is_taken_and_solved() {
    let service = Service::new(config());
    let taken = service.post("/api/puzzles", BYTES, RING).await;
    assert_eq!(taken.status, 201, "{}", taken.body);
    let item = taken.json();
    assert_eq!(
        (&item["states"], &item["stickers"], &item["uploaded"]),
        (&json!("120"), &json!(5), &json!(true))
    );
    let name = item["name"].as_str().unwrap();
    let response = service
        .solve(json!({"puzzle": name, "state": "turn swap turn turn"}))
        .await;
    let answer = response.json();
    assert_eq!(
        (&answer["puzzle"], &answer["search"]),
        (&json!(name), &json!("bidirectional")),
        "{answer}"
    );
    let ring = Puzzle::parse(RING.as_bytes()).unwrap();
    let state = ring.read("turn swap turn turn").unwrap();
    assert!(
        state
            .apply(answer["solution"].as_str().unwrap())
            .unwrap()
            .is_solved(),
        "{answer}"
    );
    // The same again, which is nothing new.
    let again = service.post("/api/puzzles", BYTES, RING).await;
    assert_eq!(
        (again.status, again.json()["name"].as_str()),
        (201, Some(name))
    );
    let list = service.get("/api/puzzles").await.json();
    let all: Vec<&Value> = list["puzzles"].as_array().unwrap().iter().collect();
    assert_eq!(
        all.iter().filter(|item| item["uploaded"] == true).count(),
        1
    );
    let cube = all.iter().find(|item| item["name"] == "cube3").unwrap();
    assert_eq!(cube["moves"].as_array().unwrap().len(), 12);
    assert_eq!(cube["networks"][0], "cube3-base");
    assert_eq!(cube["states"], "43252003274489856000");
    let cube_htm = all.iter().find(|item| item["name"] == "cube3-htm").unwrap();
    assert_eq!(cube_htm["networks"][0], "cube3-htm-base");
}

#[tokio::test]
async fn json_definitions_and_files_of_several() {
    let service = Service::new(config());
    let kaggle = r#"{"central_side_length": 1}"#;
    let refused = service
        .post("/api/puzzles", "application/json", kaggle)
        .await;
    assert_eq!(refused.status, 422, "{}", refused.body);
    let refused = service.post("/api/puzzles?part=cube_2", BYTES, RING).await;
    assert_eq!((refused.status, &*refused.code()), (422, "one-puzzle"));
    let refused = service.post("/api/puzzles?name=x", BYTES, RING).await;
    assert_eq!((refused.status, &*refused.code()), (422, "unknown-field"));
}

#[tokio::test]
async fn what_defines_nothing_is_refused() {
    let service = Service::new(config());
    for (body, code) in [
        (Body::empty(), "unknown-format"),
        (Body::from("Once upon a time"), "unknown-format"),
        (Body::from(vec![0xff; 100]), "not-text"),
        (Body::from("turn:=(1,2,3"), "gap-syntax"),
    ] {
        let response = service.post("/api/puzzles", BYTES, body).await;
        assert_eq!(response.status, 422, "{}", response.body);
        let found = response.code();
        if code != "gap-syntax" {
            assert_eq!(found, code, "{}", response.body);
        }
        assert!(!found.is_empty());
    }
    let large = service
        .post("/api/puzzles", BYTES, vec![b' '; (1 << 20) + 1])
        .await;
    assert_eq!((large.status, &*large.code()), (413, "too-large"));
    let kind = service.post("/api/puzzles", "text/plain", RING).await;
    assert_eq!((kind.status, &*kind.code()), (415, "wrong-type"));
}

#[tokio::test]
async fn the_definition_used_longest_ago_goes_first() {
    let service = Service::new(Config {
        kept: 2,
        ..config()
    });
    let mut names = Vec::new();
    for length in 3..6 {
        let cycle: Vec<String> = (1..=length).map(|n| n.to_string()).collect();
        let text = format!("turn:=({}); swap:=(1,2);", cycle.join(","));
        let taken = service.post("/api/puzzles", BYTES, text).await.json();
        names.push(taken["name"].as_str().unwrap().to_owned());
    }
    let mut statuses = Vec::new();
    for name in &names {
        statuses.push(
            service
                .solve(json!({"puzzle": name, "state": "turn"}))
                .await
                .status,
        );
    }
    assert_eq!(statuses, [422, 200, 200]);
}

#[tokio::test]
async fn a_network_is_taken_and_guides_a_search() {
    let service = Service::new(config());
    let own = EMBEDDED
        .iter()
        .find(|own| own.name == "cube2-base")
        .unwrap();
    let taken = service.post("/api/models", BYTES, own.bytes.to_vec()).await;
    assert_eq!(taken.status, 201, "{}", taken.body);
    let item = taken.json();
    let name = item["name"].as_str().unwrap();
    assert!(name.starts_with("cube2-base-"), "{name}");
    // The puzzle is that of the network.
    let response = service
        .solve(json!({"model": name, "state": "R U2 F'"}))
        .await;
    let answer = response.json();
    assert_eq!(
        (&answer["model"], &answer["puzzle"], &answer["length"]),
        (&json!(name), &json!("cube2"), &json!(4)),
        "{answer}"
    );
    let list = service.get("/api/models").await.json();
    let names: Vec<&str> = list["models"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|m| m["name"].as_str())
        .collect();
    assert!(
        names.contains(&name) && names.contains(&"cube3-base"),
        "{names:?}"
    );
    let mut broken = own.bytes.to_vec();
    let middle = broken.len() / 2;
    broken[middle] ^= 1;
    let refused = service.post("/api/models", BYTES, broken).await;
    assert_eq!((refused.status, &*refused.code()), (422, "weight-file"));
    let refused = service.post("/api/models", BYTES, "x").await;
    assert_eq!(refused.status, 422);
}

#[tokio::test]
async fn a_list_leaves_out_long_texts() {
    let service = Service::new(config());
    for number in 0..32 {
        let taken = service.post("/api/puzzles", BYTES, large(1500, number));
        let taken = taken.await;
        assert_eq!(taken.status, 201, "{:.500}", taken.body);
        // Who has sent it is told all.
        assert!(taken.json()["start"].as_str().unwrap().len() > 4096);
    }
    let list = service.get("/api/puzzles").await;
    assert!(list.body.len() < 100_000, "{} bytes", list.body.len());
    let list = list.json();
    let all = list["puzzles"].as_array().unwrap();
    let (sent, known): (Vec<&Value>, Vec<_>) =
        all.iter().partition(|item| item["uploaded"] == true);
    assert_eq!(sent.len(), 32);
    for item in known {
        assert!(
            item["start"].is_string() && item["picture"].is_string(),
            "{item}"
        );
    }
    for item in sent {
        assert_eq!(item["stickers"], 1500);
        assert!(item["start"].is_null() && item["solved"].is_null() && item["picture"].is_null());
        let path = format!("/api/puzzles/{}", item["name"].as_str().unwrap());
        let one = service.get(&path).await.json();
        assert_eq!((&one["id"], &one["moves"]), (&item["id"], &item["moves"]));
        assert!(one["start"].as_str().unwrap().len() > 4096 && one["start"] == one["solved"]);
    }
    let cube = service.get("/api/puzzles/cube3").await.json();
    assert_eq!(
        (&cube["version"], &cube["name"]),
        (&json!(1), &json!("cube3"))
    );
    for none in ["cube%209", "%ff"] {
        let none = service.get(&format!("/api/puzzles/{none}")).await;
        assert_eq!((none.status, &*none.code()), (404, "unknown-puzzle"));
    }
}

/// What is sent slowly is held all that time, so there is a bound on it; what is small always has room.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_uploads_together_have_a_bound() {
    let network = 100 << 10;
    let served = Served::start(Config {
        memory: 1 << 20,
        connections: 20,
        network,
        ..config()
    })
    .await;
    let head = |length: usize| {
        format!(
            "POST /api/models HTTP/1.1\r\nHost: localhost\r\nContent-Type: {BYTES}\r\nConnection: close\r\n\
             Content-Length: {length}\r\n\r\n"
        )
    };
    let send = async |bytes: usize| {
        let mut stream = served.connect().await;
        let all = [head(network).into_bytes(), vec![0; bytes]].concat();
        stream.write_all(&all).await.unwrap();
        stream
    };
    let mut held = Vec::new();
    let mut refused = loop {
        let mut stream = send(network - 1).await;
        served
            .until("quarterturn_connections", 2.0 + held.len() as f64)
            .await;
        if held.len() == 4 {
            stream.write_all(&[0]).await.unwrap();
            break stream;
        }
        held.push(stream);
    };
    let refused = receive(&mut refused).await;
    assert_eq!((refused.status, &*refused.code()), (503, "busy"));
    assert_eq!(refused.headers["retry-after"], "1");
    let answer = served.solve(r#"{"state": "R"}"#).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    drop(held);
    served.until("quarterturn_connections", 1.0).await;
    let mut stream = send(network).await;
    let unfit = receive(&mut stream).await;
    assert_eq!((unfit.status, &*unfit.code()), (422, "weight-file"));
    served.end().await;
}

/// Reading is work: it has a place, which it gives back whether anybody still waits or not, and a time limit.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reading_gives_its_place_back() {
    let impatient = Config {
        threads: 1,
        time_limit: Duration::ZERO,
        ..config()
    };
    let served = Served::start(impatient).await;
    let request = post("/api/puzzles", &large(3000, 1));
    let late = served.send(&request).await;
    assert_eq!((late.status, &*late.code()), (422, "too-long"));
    for _ in 0..3 {
        let mut stream = served.connect().await;
        stream.write_all(request.as_bytes()).await.unwrap();
        drop(stream);
        assert_eq!(served.get("/healthz").await.body, "ok\n");
    }
    served.until("quarterturn_searches_running", 0.0).await;
    served.until("quarterturn_searches_waiting", 0.0).await;
    served.end().await;
}
