//! The answer to one state.

use super::SearchKind;
use crate::costs::MoveCosts;
use crate::models::Model;
use crate::outcome::Outcome;
use crate::puzzles::{State, Turns};
use crate::search::UNDONE;
use quarterturn_core::Move;
use std::fmt;
use std::sync::Arc;
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
    /// The names of the moves, in order.
    pub(super) names: Vec<String>,
    /// What searched, where a request chose it.
    pub(super) by: Option<(SearchKind, Option<Arc<Model>>)>,
}

/// A solution.
#[derive(Clone, Debug)]
pub struct Solution {
    moves: Vec<String>,
    text: String,
    turns: Option<Turns>,
    cost: Option<f64>,
}

impl Solution {
    /// Moves that a search found for a state, such as those of an [`Improvement`](crate::limits::Improvement); `costs`
    /// are what the search was given. That they solve the state is not checked.
    pub fn of(state: &State, moves: &[Move], costs: Option<&MoveCosts>) -> Self {
        let puzzle = state.puzzle();
        let name = |&mv: &Move| puzzle.name_of(mv).to_owned();
        Self {
            moves: moves.iter().map(name).collect(),
            text: state.written(moves, costs),
            turns: puzzle.turns(moves),
            cost: costs.and_then(|costs| costs.total(moves)),
        }
    }

    /// The moves by name, in order; each counts one in the puzzle's metric.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// The moves as text, in the puzzle's notation; empty for a solved state.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number of moves, in the puzzle's metric.
    pub fn length(&self) -> usize {
        self.moves.len()
    }

    /// The length of a cube's solution in both metrics.
    pub fn turns(&self) -> Option<Turns> {
        self.turns
    }

    /// The cost, where moves have costs.
    pub fn cost(&self) -> Option<f64> {
        self.cost
    }
}

/// The moves as text.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl Answer {
    /// The solution as one value, with its moves; `None` where none was found.
    pub fn solution(&self) -> Option<Solution> {
        Some(Solution {
            moves: self.names.clone(),
            text: self.solution.clone()?,
            turns: self.turns,
            cost: self.cost,
        })
    }

    /// Takes the solution that undoes the moves which led to the state, if it is better than what was found.
    pub(super) fn at_most(&mut self, state: &State, costs: Option<&MoveCosts>, max_length: usize) {
        let worth = |moves: &[Move]| {
            let cost = costs.and_then(|costs| costs.sum(moves));
            (cost, moves.len())
        };
        let found = self.outcome.solution.as_deref().map(worth);
        let Some(way) = state.undone(costs) else {
            return;
        };
        if way.len() > max_length || found.is_some_and(|found| found <= worth(&way)) {
            return;
        }
        let solution = Solution::of(state, &way, costs);
        self.length = Some(way.len());
        (self.names, self.solution) = (solution.moves, Some(solution.text));
        (self.turns, self.cost) = (solution.turns, solution.cost);
        self.fallback = None;
        self.outcome.solution = Some(way);
        self.outcome.by = Some(UNDONE);
    }

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
