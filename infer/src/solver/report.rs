//! The JSON form of an answer.

use super::{Answer, Solution, Solver};
use crate::refusal::Refusal;
use crate::search::UNDONE;
use serde::Serialize;

/// An answer as `solve --json` prints it: the contract with programs that read it.
#[derive(Clone, Debug, Serialize)]
pub struct Report<'a> {
    /// The input.
    pub input: &'a str,
    /// Its number, from 1, where it is one of many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The fingerprint of the settings, in a file of answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<&'a str>,
    /// What else may have been meant by the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<&'a str>,
    /// The repair that was made to the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repaired: Option<&'a str>,
    puzzle: &'a str,
    metric: &'a str,
    solved: bool,
    solution: Option<&'a str>,
    length: Option<usize>,
    /// Length of a cube's solution in this metric, whatever the puzzle's own metric is.
    #[serde(skip_serializing_if = "Option::is_none")]
    quarter_turns: Option<usize>,
    /// Length of a cube's solution in this metric, whatever the puzzle's own metric is.
    #[serde(skip_serializing_if = "Option::is_none")]
    half_turns: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<f64>,
    search: &'a str,
    /// What found the solution where no search did: `undone`, the moves that the input gave.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'a str>,
    /// `None` if no network guides the search.
    model: Option<&'a str>,
    model_metric: Option<&'a str>,
    expanded: u64,
    generated: u64,
    evaluated: u64,
    /// Of these, from memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    remembered: Option<u64>,
    memory: usize,
    /// The width that the memory limit left to a beam, or the widest that there is.
    #[serde(skip_serializing_if = "Option::is_none")]
    narrowed: Option<usize>,
    /// What found the solution instead of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    fallback: Option<&'a str>,
    /// What is not known of the state.
    #[serde(skip_serializing_if = "Option::is_none")]
    doubt: Option<&'a str>,
    /// It is known that no solution is shorter.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    optimal: bool,
    seconds: f64,
    stopped: &'a str,
}

impl<'a> Report<'a> {
    /// The report of an answer that the solver, or one of its requests, gave to `input`.
    pub fn new(solver: &'a Solver, input: &'a str, answer: &'a Answer) -> Self {
        let (solution, counters) = (answer.solution.as_ref(), answer.counters);
        let turns = solution.and_then(Solution::turns);
        let model = answer.model.as_deref();
        Self {
            input,
            line: None,
            run: None,
            warning: None,
            repaired: None,
            puzzle: solver.puzzle().name(),
            metric: solver.puzzle().metric().name(),
            solved: solution.is_some(),
            solution: solution.map(Solution::text),
            length: answer.length(),
            quarter_turns: turns.map(|turns| turns.quarter),
            half_turns: turns.map(|turns| turns.half),
            cost: solution.and_then(Solution::cost),
            search: answer
                .by
                .filter(|&by| by != UNDONE)
                .unwrap_or(answer.search.name()),
            by: answer.by.filter(|&by| by == UNDONE),
            model: model.map(|model| &*model.name),
            model_metric: model.map(|model| &*model.metric),
            expanded: counters.expanded,
            generated: counters.generated,
            evaluated: counters.evaluated,
            remembered: answer.remembered,
            memory: answer.memory,
            narrowed: answer.narrowed,
            fallback: answer.fallback,
            doubt: answer.doubt,
            optimal: answer.optimal,
            seconds: answer.elapsed.as_secs_f64(),
            stopped: answer.stopped.name(),
        }
    }
}

/// A refused input as `solve --json` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct Refused<'a> {
    /// The input.
    pub input: &'a str,
    /// Its number, from 1, where it is one of many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The fingerprint of the settings, in a file of answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<&'a str>,
    error: Fault<'a>,
}

#[derive(Clone, Debug, Serialize)]
struct Fault<'a> {
    code: &'a str,
    message: &'a str,
    at: Option<usize>,
    hint: Option<&'a str>,
}

impl<'a> Refused<'a> {
    /// The refusal of an input that is not a state.
    pub fn new(input: &'a str, refusal: &'a Refusal) -> Self {
        Self {
            input,
            line: None,
            run: None,
            error: Fault {
                code: refusal.code,
                message: &refusal.message,
                at: refusal.at,
                hint: refusal.hint.as_deref(),
            },
        }
    }
}
