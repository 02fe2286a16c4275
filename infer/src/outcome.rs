//! What a search brings back.

use quarterturn_core::{Move, Puzzle};
use std::time::Duration;

/// Why a search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stopped {
    /// It found what was asked for.
    Solved,
    /// It ran out of states within its own bounds (width, maximum length).
    Exhausted,
    /// The time limit.
    Time,
    /// The limit on generated nodes.
    Nodes,
    /// The memory limit left no room to go on.
    Memory,
    /// The caller asked it to stop.
    Cancelled,
    /// The puzzle lacks what the search needs: moves that can be undone, say.
    Unfit,
    /// Its moves do not solve its input: a bug in the search, never an answer.
    Wrong,
}

impl Stopped {
    /// The word used in JSON output.
    pub const fn name(self) -> &'static str {
        match self {
            Stopped::Solved => "solved",
            Stopped::Exhausted => "exhausted",
            Stopped::Time => "time",
            Stopped::Nodes => "nodes",
            Stopped::Memory => "memory",
            Stopped::Cancelled => "cancelled",
            Stopped::Unfit => "unfit",
            Stopped::Wrong => "wrong",
        }
    }
}

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
