//! The answer to one state.

use crate::outcome::Outcome;
use crate::puzzles::Turns;
use std::fmt;
use std::time::Duration;

/// The result of a search, in words.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The solution, in the puzzle's notation; empty for a solved input.
    pub solution: Option<String>,
    /// Its length in the puzzle's metric.
    pub length: Option<usize>,
    /// A cube's, in both metrics.
    pub turns: Option<Turns>,
    /// Its cost, where moves have costs.
    pub cost: Option<f64>,
    /// States evaluated from memory, if evaluations are remembered and no other search shares them.
    pub remembered: Option<u64>,
    /// The algorithm that found the solution, if the time was over before the search had found one.
    pub fallback: Option<&'static str>,
    /// What is not known of the state: whether any moves lead to it.
    pub doubt: Option<&'static str>,
    /// Everything else: the moves as numbers, the counters, why the search stopped.
    pub outcome: Outcome,
}

impl Answer {
    /// Wall-clock time of the search.
    pub fn elapsed(&self) -> Duration {
        self.outcome.elapsed
    }
}

/// The solution, or `-` where there is none.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.solution.as_deref().unwrap_or("-"))
    }
}
