//! A target as the goal of another puzzle, which every search solves as it solves any puzzle.

use super::Puzzle;
use quarterturn_core::Move;
use std::fmt;

/// From a state's text to that of a state of another puzzle.
type There = dyn Fn(&str) -> String + Send + Sync;

/// A target as the goal of another puzzle with as many moves.
pub struct Aim {
    /// The puzzle whose goal the target is.
    pub puzzle: Puzzle,
    /// The text of a state there, from its own text here.
    pub there: Box<There>,
    /// What each of its moves is here.
    pub moves: Vec<Move>,
    /// Whether networks of the puzzle here read the states there.
    pub guided: bool,
}

impl fmt::Debug for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Aim").field(&self.puzzle).finish()
    }
}
