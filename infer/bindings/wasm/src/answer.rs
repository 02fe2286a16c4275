//! What goes back to JavaScript: plain objects, which may travel from a worker to a page.

use crate::fault::set;
use js_sys::{Array, Object};
use quarterturn::core::Move;
use quarterturn::solver::Solution;
use quarterturn::{Answer, Progress, Puzzle, Refusal};
use wasm_bindgen::JsValue;

/// Moves that are said to solve a state.
#[derive(Clone, Copy, Debug)]
pub struct Checked<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The state, as it was given.
    pub state: &'a str,
    /// The state to reach, where it is not the goal.
    pub target: Option<&'a str>,
    /// The moves.
    pub moves: &'a [Move],
}

impl Checked<'_> {
    /// The moves as text, and whether this text leads to where it should.
    fn check(&self) -> Result<(String, bool), Refusal> {
        let read = |text| match self.target {
            Some(target) => self.puzzle.read_towards(text, target),
            None => self.puzzle.read(text),
        };
        let state = read(self.state)?;
        let text = Solution::of(&state, self.moves, None).text().to_owned();
        let reached = state.apply(&text)?;
        let right = match self.target {
            Some(target) => read(target)? == reached,
            None => reached.is_solved(),
        };
        Ok((text, right))
    }
}

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

    /// The moves as text, their number in every metric, and whether they solve the state.
    fn solution(self, checked: Checked<'_>) -> Self {
        let (text, right) = checked.check().unwrap_or_default();
        let turns = checked.puzzle.turns(checked.moves);
        let names = checked.moves.iter().map(|&mv| checked.puzzle.name_of(mv));
        let names: Array = names.map(JsValue::from).collect();
        self.with("text", text)
            .with("moves", names)
            .with("length", checked.moves.len() as f64)
            .number("qtm", turns.map(|turns| turns.quarter as f64))
            .number("htm", turns.map(|turns| turns.half as f64))
            .with("verified", right)
    }
}

/// A solution that is better than those before.
pub fn better(checked: Checked<'_>, cost: Option<f64>, seconds: f64) -> JsValue {
    let properties = Properties::new().solution(checked);
    let properties = properties.number("cost", cost);
    properties.with("seconds", seconds).0.into()
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
pub fn answer(puzzle: &Puzzle, state: &str, target: Option<&str>, found: &Answer) -> JsValue {
    let (outcome, counters) = (&found.outcome, found.outcome.counters);
    let mut properties = Properties::new();
    if let Some(moves) = &outcome.solution {
        let checked = Checked {
            puzzle,
            state,
            target,
            moves,
        };
        properties = properties
            .solution(checked)
            .with("optimal", outcome.optimal);
    }
    properties = properties.number("cost", found.cost);
    if let Some(doubt) = found.doubt {
        properties = properties.with("doubt", doubt);
    }
    properties
        .with("seconds", outcome.elapsed.as_secs_f64())
        .with("stopped", outcome.stopped.name())
        .with("generated", counters.generated as f64)
        .with("evaluated", counters.evaluated as f64)
        .with("memory", outcome.memory as f64)
        .0
        .into()
}
