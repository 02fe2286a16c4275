//! The answer to one state.

use super::SearchKind;
use crate::costs::MoveCosts;
use crate::limits::Stopped;
use crate::models::Model;
use crate::outcome::{Counters, WrongSolution};
use crate::puzzles::{State, Turns};
use quarterturn_core::Move;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// What came of a request.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The best solution found; `None` where there is none within the limits.
    pub solution: Option<Solution>,
    /// Why the search stopped.
    pub stopped: Stopped,
    /// Whether it is proven that no solution is shorter.
    pub optimal: bool,
    /// What found the solution, where it was not the search that was asked for: another search, or
    /// [`UNDONE`](crate::search::UNDONE), the moves that the input gave.
    pub by: Option<&'static str>,
    /// The algorithm that found the solution, if the time was over before the search had found one.
    pub fallback: Option<&'static str>,
    /// What is not known of the state: whether any moves lead to it.
    pub doubt: Option<&'static str>,
    /// Nodes.
    pub counters: Counters,
    /// States evaluated from memory, if evaluations are remembered and no other search shares them.
    pub remembered: Option<u64>,
    /// Most memory that the search's own buffers held at once, in bytes.
    pub memory: usize,
    /// The width that a beam was narrowed to by the memory limit, in states per depth.
    pub narrowed: Option<usize>,
    /// Wall-clock time of the search.
    pub elapsed: Duration,
    /// The search that was asked for, or that the puzzle chose.
    pub search: SearchKind,
    /// The network that guided it, if one did.
    pub model: Option<Arc<Model>>,
}

/// A solution. It was replayed: it leads from its state to where it should.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    numbers: Box<[Move]>,
    moves: Vec<String>,
    text: String,
    turns: Option<Turns>,
    cost: Option<f64>,
}

/// A solution that is better than those before, while a search goes on.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Improvement {
    /// The solution.
    pub solution: Solution,
    /// Time since the start of the search.
    pub elapsed: Duration,
}

impl Solution {
    /// Moves that a search found for a state, and replayed; `costs` are what the search was given.
    pub(super) fn of(state: &State, moves: &[Move], costs: Option<&MoveCosts>) -> Self {
        let puzzle = state.puzzle();
        let name = |&mv: &Move| puzzle.name_of(mv).to_owned();
        Self {
            numbers: moves.into(),
            moves: moves.iter().map(name).collect(),
            text: state.written(moves, costs),
            turns: puzzle.turns(moves),
            cost: costs.and_then(|costs| costs.total(moves)),
        }
    }

    /// As [`Solution::of`]. The text is read back: it must do the same in the same number of moves, at the same cost.
    pub(super) fn checked(
        state: &State,
        moves: &[Move],
        costs: Option<&MoveCosts>,
    ) -> Result<Self, WrongSolution> {
        let solution = Self::of(state, moves, costs);
        let read = state.puzzle().moves_of(&solution.text);
        let read = read.map_err(|_| WrongSolution)?;
        let cost = |moves: &[Move]| costs.and_then(|costs| costs.sum(moves));
        let same = || state.all_made(&read) == state.all_made(moves);
        if read == moves || read.len() == moves.len() && cost(&read) == cost(moves) && same() {
            Ok(solution)
        } else {
            Err(WrongSolution)
        }
    }

    /// The moves by name, in order; each counts one in the puzzle's metric.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// The places of the moves in [`Puzzle::moves`](crate::Puzzle::moves), in order.
    pub fn numbers(&self) -> impl ExactSizeIterator<Item = u8> {
        self.numbers.iter().map(|mv| mv.0)
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
    /// The length of the solution, in the puzzle's metric; `None` where there is none.
    pub fn length(&self) -> Option<usize> {
        self.solution.as_ref().map(Solution::length)
    }
}

/// The solution, or `-` where there is none.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.solution.as_ref().map_or("-", Solution::text))
    }
}
