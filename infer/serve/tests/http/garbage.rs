//! Whatever is asked, nothing breaks.

use crate::harness::{Service, config};
use quarterturn_serve::Config;
use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde_json::{Map, Value, json};
use std::time::Duration;

const FIELDS: [&str; 27] = [
    "state",
    "scramble",
    "facelets",
    "puzzle",
    "model",
    "metric",
    "search",
    "width",
    "shortlist",
    "split",
    "ball",
    "views",
    "lambda",
    "batch",
    "exploration",
    "virtual_loss",
    "temperature",
    "workers",
    "as_published",
    "time_limit",
    "restarts",
    "fallback",
    "target_length",
    "node_limit",
    "memory_limit",
    "target",
    "costs",
];
const TEXTS: [&str; 24] = [
    "",
    "R U F'",
    "R2 L2",
    "UUU",
    "cube2",
    "cube3",
    "puzzle15",
    "lightsout3",
    "sokoban",
    "bound",
    "beam",
    "bwas",
    "qstar",
    "mcts",
    "ida",
    "greedy",
    "direct",
    "bidirectional",
    "qtm",
    "deepcube",
    "10ms",
    "64MiB",
    "\u{0}\u{1b}[31m",
    "🟥é",
];

struct Draw(Xoshiro256PlusPlus);

impl Draw {
    fn below(&mut self, most: u32) -> u32 {
        self.0.next_u32() % most
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u32) as usize]
    }

    fn value(&mut self, depth: u32) -> Value {
        match self.below(if depth > 0 { 9 } else { 7 }) {
            0 => Value::Null,
            1 => json!(self.below(2) == 0),
            2 => json!(self.below(200)),
            3 => json!(self.0.next_u64()),
            4 => json!(f64::from(self.below(4000)) / 1000.0 - 1.0),
            5 | 6 => json!(self.of(&TEXTS)),
            7 => (0..self.below(4)).map(|_| self.value(depth - 1)).collect(),
            _ => self.object(depth - 1),
        }
    }

    fn object(&mut self, depth: u32) -> Value {
        let names = ["quarter", "half", "faces", "moves", "U", "R'", "x"];
        let all = (0..self.below(4)).map(|_| (self.of(&names).to_owned(), self.value(depth)));
        Value::Object(all.collect())
    }

    /// Mostly what a request may be.
    fn request(&mut self) -> Value {
        let mut object = Map::new();
        if self.below(8) > 0 {
            object.insert("state".into(), json!("R U F'"));
        }
        for _ in 0..self.below(5) {
            let name = if self.below(20) == 0 {
                "other"
            } else {
                self.of(&FIELDS)
            };
            let value = match name {
                "puzzle" | "search" | "model" | "metric" | "target" => json!(self.of(&TEXTS)),
                _ => self.value(2),
            };
            object.insert(name.into(), value);
        }
        Value::Object(object)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_json_never_breaks_it() {
    let service = Service::new(Config {
        time_limit: Duration::from_millis(30),
        ..config()
    });
    let mut draw = Draw(Xoshiro256PlusPlus::seed_from_u64(54));
    let mut answered = 0;
    for _ in 0..600 {
        let request = draw.request();
        let response = service.solve(&request).await;
        assert!(
            [200, 422].contains(&response.status),
            "{request}: {} {}",
            response.status,
            response.body
        );
        if response.status == 200 {
            answered += 1;
            assert_eq!(response.json()["version"], 1);
        } else {
            response.code();
        }
    }
    assert!(answered > 60, "{answered}");
}

#[tokio::test]
async fn random_bytes_never_break_it() {
    let service = Service::new(config());
    let mut draw = Draw(Xoshiro256PlusPlus::seed_from_u64(55));
    for _ in 0..300 {
        let length = draw.below(200);
        let bytes: Vec<u8> = (0..length).map(|_| draw.below(256) as u8).collect();
        for path in ["/api/solve", "/api/puzzles", "/api/models"] {
            let kind = if path == "/api/solve" {
                "application/json"
            } else {
                "application/octet-stream"
            };
            let response = service.post(path, kind, bytes.clone()).await;
            assert!(
                (400..500).contains(&response.status),
                "{path} {bytes:?}: {}",
                response.body
            );
        }
    }
}
