//! What a search brings back.

use crate::limits::Stopped;
use quarterturn_core::{Move, Puzzle};
use std::time::Duration;

/// The three ways to count nodes. The literature uses all of them, so all are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Children made by applying a move.
    pub generated: u64,
    /// States whose children were made.
    pub expanded: u64,
    /// States given to the network.
    pub evaluated: u64,
}

impl std::ops::AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.generated += other.generated;
        self.expanded += other.expanded;
        self.evaluated += other.evaluated;
    }
}

/// The result of one search.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The best solution found, verified by replay; `Some(vec![])` for a solved input.
    pub solution: Option<Vec<Move>>,
    /// Why the search stopped.
    pub stopped: Stopped,
    /// Nodes.
    pub counters: Counters,
    /// Wall-clock time.
    pub elapsed: Duration,
    /// Most memory the search's own buffers held at once, in bytes.
    pub memory: usize,
    /// The width that a beam was narrowed to by the memory limit, in states per depth.
    pub narrowed: Option<usize>,
    /// Whether it is known that no solution is shorter.
    pub optimal: bool,
    /// The name of the search that found the solution, where several worked together.
    pub by: Option<&'static str>,
}

/// A search returned moves that do not solve its input: a bug, never an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("internal error: the search returned a sequence that does not solve its input")]
pub struct WrongSolution;

/// Replays a solution on its input.
///
/// # Errors
/// [`WrongSolution`] when the goal is not reached.
pub fn verify<P: Puzzle>(
    puzzle: &P,
    state: &P::State,
    solution: &[Move],
) -> Result<(), WrongSolution> {
    if puzzle.is_solved(&puzzle.apply_all(state, solution)) {
        Ok(())
    } else {
        Err(WrongSolution)
    }
}
