//! What a search tells while it runs, as server-sent events.

use crate::problem::Problem;
use axum::body::Bytes;
use quarterturn::Progress;
use quarterturn::solver::Improvement;
use quarterturn_lab::json;
use serde::Serialize;
use tokio::sync::mpsc::Sender;

/// The type of a stream of events.
pub(crate) const EVENTS: &str = "text/event-stream";

/// What a search tells while it runs.
pub(crate) enum Event {
    Better(Better),
    Progress(Progress),
}

/// A solution that is better than those before.
#[derive(Serialize)]
pub(crate) struct Better {
    solution: String,
    length: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    quarter_turns: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    half_turns: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<f64>,
    seconds: f64,
}

impl From<Improvement> for Better {
    fn from(
        Improvement {
            solution, elapsed, ..
        }: Improvement,
    ) -> Self {
        let turns = solution.turns();
        Self {
            solution: solution.text().into(),
            length: solution.length(),
            quarter_turns: turns.map(|turns| turns.quarter),
            half_turns: turns.map(|turns| turns.half),
            cost: solution.cost(),
            seconds: elapsed.as_secs_f64(),
        }
    }
}

/// How far a search has come.
#[derive(Serialize)]
struct Far {
    seconds: f64,
    share: Option<f64>,
    expanded: u64,
    generated: u64,
    evaluated: u64,
    depth: Option<usize>,
    width: Option<usize>,
    length: Option<usize>,
}

impl From<Progress> for Far {
    fn from(progress: Progress) -> Self {
        Self {
            seconds: progress.elapsed.as_secs_f64(),
            share: progress.share,
            expanded: progress.counters.expanded,
            generated: progress.counters.generated,
            evaluated: progress.counters.evaluated,
            depth: progress.depth,
            width: progress.width,
            length: progress.length,
        }
    }
}

/// Where a search tells it.
#[derive(Clone)]
pub(crate) struct Tell(pub Sender<Bytes>);

impl Tell {
    pub fn send(&self, event: Event) {
        let bytes = match event {
            Event::Better(better) => named("better", json::object(&better).ok()),
            Event::Progress(progress) => named("progress", json::object(&Far::from(progress)).ok()),
        };
        // That nobody listens any more is told to the search elsewhere.
        let _ = self.0.try_send(bytes);
    }
}

/// An event by its name, with JSON on one line.
pub(crate) fn named(name: &str, json: Option<Vec<u8>>) -> Bytes {
    let mut bytes = format!("event: {name}\ndata: ").into_bytes();
    bytes.extend(json.unwrap_or_else(|| Problem::internal().json()));
    bytes.extend(b"\n\n");
    bytes.into()
}
