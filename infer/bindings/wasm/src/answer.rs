//! What goes back to JavaScript: plain objects, which may travel from a worker to a page.

use crate::fault::set;
use js_sys::{Array, Object};
use quarterturn::solver::{Improvement, Solution};
use quarterturn::{Answer, Progress};
use wasm_bindgen::JsValue;

/// An object that is filled property by property.
struct Properties(Object);

impl Properties {
    fn new() -> Self {
        Self(Object::new())
    }

    fn with(self, name: &str, value: impl Into<JsValue>) -> Self {
        set(&self.0, name, &value.into());
        self
    }

    /// Numbers as JavaScript has them.
    fn number(self, name: &str, value: Option<f64>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// The moves as text, and their number in every metric.
    fn solution(self, solution: &Solution) -> Self {
        let turns = solution.turns();
        let names: Array = solution.moves().iter().map(JsValue::from).collect();
        self.with("text", solution.text())
            .with("moves", names)
            .with("length", solution.length() as f64)
            .number("qtm", turns.map(|turns| turns.quarter as f64))
            .number("htm", turns.map(|turns| turns.half as f64))
            .number("cost", solution.cost())
            // The library gives no other.
            .with("verified", true)
    }
}

/// A solution that is better than those before.
pub fn better(found: &Improvement) -> JsValue {
    let properties = Properties::new().solution(&found.solution);
    properties
        .with("seconds", found.elapsed.as_secs_f64())
        .0
        .into()
}

/// How far a search has come.
pub fn progress(now: &Progress) -> JsValue {
    let size = |size: Option<usize>| size.map(|size| size as f64);
    Properties::new()
        .with("seconds", now.elapsed.as_secs_f64())
        .number("share", now.share)
        .with("generated", now.counters.generated as f64)
        .number("depth", size(now.depth))
        .number("width", size(now.width))
        .number("length", size(now.length))
        .0
        .into()
}

/// The answer to a request.
pub fn answer(found: &Answer) -> JsValue {
    let mut properties = Properties::new();
    if let Some(solution) = &found.solution {
        properties = properties.solution(solution).with("optimal", found.optimal);
    }
    for (name, word) in [
        ("by", found.by),
        ("fallback", found.fallback),
        ("doubt", found.doubt),
    ] {
        if let Some(word) = word {
            properties = properties.with(name, word);
        }
    }
    properties
        .with("seconds", found.elapsed.as_secs_f64())
        .with("stopped", found.stopped.name())
        .with("generated", found.counters.generated as f64)
        .with("evaluated", found.counters.evaluated as f64)
        .with("memory", found.memory as f64)
        .0
        .into()
}
