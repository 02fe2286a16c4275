//! A ball that is made when it is first needed, and then serves every search.

use super::{Ball, Size};
use crate::limits::Stopped;
use crate::puzzles::reversible;
use crate::search::run::Run;
use quarterturn_core::Puzzle;
use std::sync::OnceLock;

/// A ball of some size around the goal of one puzzle.
#[derive(Debug)]
pub struct Nearby {
    size: Size,
    ball: OnceLock<Ball>,
}

impl Nearby {
    /// A ball of that size, once it is asked for.
    pub const fn new(size: Size) -> Self {
        Self {
            size,
            ball: OnceLock::new(),
        }
    }

    /// Whether a search has asked for it.
    pub fn is_made(&self) -> bool {
        self.ball.get().is_some()
    }

    /// The ball; none where the puzzle has no single goal or moves that cannot be undone, where moves
    /// differ in cost, or where there is no room for it.
    ///
    /// Searches that ask for the first time side by side each make one, and one is kept: nobody waits
    /// for a thread that waits for them.
    pub(crate) fn get<P: Puzzle>(&self, run: &mut Run<'_, P>) -> Result<Option<&Ball>, Stopped> {
        let puzzle = run.puzzle;
        let fits = || !run.priced() && reversible(puzzle);
        let Some(goal) = puzzle.goal().filter(|_| fits()) else {
            return Ok(None);
        };
        if self.ball.get().is_none() {
            let ball = Ball::new(puzzle, &goal, self.size, run)?;
            // Where another one was faster, its ball is the same.
            let _ = self.ball.set(ball);
        }
        let ball = self.ball.get();
        let key = puzzle.key(&goal);
        Ok(ball.filter(|ball| ball.goal == key && ball.radius() > 0))
    }
}
