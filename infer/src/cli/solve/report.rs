//! What `solve --json` prints of an input: the contract with programs that read it.

use crate::cli::options::SearchArgs;
use crate::cli::puzzles::Answer;
use crate::cli::refusal::Refusal;
use quarterturn::models::Model;
use serde::Serialize;

/// A solved or unsolved input.
#[derive(Serialize)]
pub struct Report<'a> {
    input: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The settings, in a file of answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<&'a str>,
    puzzle: &'a str,
    metric: &'a str,
    solved: bool,
    solution: Option<&'a str>,
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<f64>,
    search: &'a str,
    /// None where no network guides the search.
    model: Option<&'a str>,
    model_metric: Option<&'a str>,
    expanded: u64,
    generated: u64,
    evaluated: u64,
    /// Of these, from memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    remembered: Option<u64>,
    memory: usize,
    /// The width that the memory limit left to a beam.
    #[serde(skip_serializing_if = "Option::is_none")]
    narrowed: Option<usize>,
    seconds: f64,
    stopped: &'a str,
}

/// A refused input.
#[derive(Serialize)]
pub struct Refused<'a> {
    input: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<&'a str>,
    error: Fault<'a>,
}

#[derive(Serialize)]
struct Fault<'a> {
    code: &'a str,
    message: &'a str,
    at: Option<usize>,
    hint: Option<&'a str>,
}

impl<'a> Report<'a> {
    /// Of an answer; `line` is the number of the input where it is one of many, `run` names the
    /// settings in a file of answers.
    pub fn new(
        search: &SearchArgs,
        model: Option<&'a Model>,
        input: &'a str,
        line: Option<usize>,
        run: Option<&'a str>,
        a: &'a Answer,
    ) -> Self {
        let counters = a.outcome.counters;
        Self {
            input,
            line,
            run,
            puzzle: search.puzzle.name(),
            metric: search.puzzle.metric().name(),
            solved: a.solution.is_some(),
            solution: a.solution.as_deref(),
            length: a.length,
            cost: a.cost,
            search: search.kind().name(),
            model: model.map(|model| &*model.name),
            model_metric: model.map(|model| &*model.metric),
            expanded: counters.expanded,
            generated: counters.generated,
            evaluated: counters.evaluated,
            remembered: a.remembered,
            memory: a.outcome.memory,
            narrowed: a.outcome.narrowed,
            seconds: a.outcome.elapsed.as_secs_f64(),
            stopped: a.outcome.stopped.name(),
        }
    }
}

impl<'a> Refused<'a> {
    /// Of an input that is no state.
    pub fn new(
        refusal: &'a Refusal,
        input: &'a str,
        line: Option<usize>,
        run: Option<&'a str>,
    ) -> Self {
        let error = Fault {
            code: refusal.code,
            message: &refusal.message,
            at: refusal.at,
            hint: refusal.hint.as_deref(),
        };
        Self {
            input,
            line,
            run,
            error,
        }
    }
}
