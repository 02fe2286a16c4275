//! Counters, as Prometheus reads them.

use crate::gate::Gate;
use axum::http::StatusCode;
use quarterturn::Stopped;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// What a server has counted since it began.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    responses: Mutex<BTreeMap<u16, u64>>,
    searches: Mutex<BTreeMap<&'static str, u64>>,
    microseconds: AtomicU64,
    /// Searches whose client left before their end.
    left: AtomicU64,
    panics: AtomicU64,
    /// Connections that are open.
    pub connections: AtomicUsize,
    /// Connections that were turned away.
    turned_away: AtomicU64,
}

fn count<K: Ord>(map: &Mutex<BTreeMap<K, u64>>, key: K) {
    let mut map = map.lock().unwrap_or_else(PoisonError::into_inner);
    *map.entry(key).or_insert(0) += 1;
}

impl Metrics {
    pub fn responded(&self, status: StatusCode) {
        count(&self.responses, status.as_u16());
    }

    pub fn searched(&self, stopped: Stopped, time: Duration) {
        count(&self.searches, stopped.name());
        let time = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.microseconds.fetch_add(time, Ordering::Relaxed);
    }

    pub fn left(&self) {
        self.left.fetch_add(1, Ordering::Relaxed);
    }

    pub fn panicked(&self) {
        self.panics.fetch_add(1, Ordering::Relaxed);
    }

    pub fn turned_away(&self) {
        self.turned_away.fetch_add(1, Ordering::Relaxed);
    }

    /// All of it as text.
    pub fn text(&self, gate: &Gate) -> String {
        let mut text = String::new();
        let (running, waiting) = gate.taken();
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed) as f64;
        let seconds = get(&self.microseconds) / 1e6;
        let connections = self.connections.load(Ordering::Relaxed) as f64;
        labelled(
            &mut text,
            "responses_total",
            "Responses by status.",
            "status",
            &self.responses,
        );
        labelled(
            &mut text,
            "searches_total",
            "Searches by what ended them.",
            "stopped",
            &self.searches,
        );
        for (name, kind, help, value) in [
            (
                "search_seconds_total",
                "counter",
                "Time of all searches.",
                seconds,
            ),
            (
                "clients_left_total",
                "counter",
                "Searches whose client left.",
                get(&self.left),
            ),
            (
                "panics_total",
                "counter",
                "Requests that ended in a panic.",
                get(&self.panics),
            ),
            (
                "connections_refused_total",
                "counter",
                "Connections turned away.",
                get(&self.turned_away),
            ),
            ("connections", "gauge", "Open connections.", connections),
            (
                "searches_running",
                "gauge",
                "Searches that run.",
                running as f64,
            ),
            (
                "searches_waiting",
                "gauge",
                "Requests that wait for a search.",
                waiting as f64,
            ),
        ] {
            head(&mut text, name, kind, help);
            let _ = writeln!(text, "quarterturn_{name} {value}");
        }
        text
    }
}

fn head(text: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(
        text,
        "# HELP quarterturn_{name} {help}\n# TYPE quarterturn_{name} {kind}"
    );
}

fn labelled<K: std::fmt::Display>(
    text: &mut String,
    name: &str,
    help: &str,
    label: &str,
    map: &Mutex<BTreeMap<K, u64>>,
) {
    head(text, name, "counter", help);
    let map = map.lock().unwrap_or_else(PoisonError::into_inner);
    for (key, value) in &*map {
        let _ = writeln!(text, "quarterturn_{name}{{{label}=\"{key}\"}} {value}");
    }
}
