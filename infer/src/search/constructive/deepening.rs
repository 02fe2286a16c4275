//! Iterative-deepening A* (Korf 1985) by the puzzle's own lower bound, in pieces: it stops after a number of states and goes on
//! later. It holds one path.

use crate::limits::Stopped;
use crate::search::run::Run;
use quarterturn_core::{Move, Puzzle};

/// States between two looks at the clock.
const CHECK: u64 = 1024;

/// Where the search is: there is no solution of fewer moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deepening {
    least: usize,
}

impl Deepening {
    pub fn new<P: Puzzle>(run: &Run<'_, P>) -> Self {
        Self {
            least: run.puzzle.bound(&run.root) as usize,
        }
    }

    /// Goes on for about that number of states; whether no solution is shorter than the best. A pass that was not ended
    /// begins again the next time.
    ///
    /// # Errors
    /// The limits of the run.
    pub fn go<P: Puzzle>(&mut self, run: &mut Run<'_, P>, states: u64) -> Result<bool, Stopped> {
        let end = run.counters.generated.saturating_add(states);
        while self.least <= run.bound() {
            match self.pass(run, end)? {
                Some(least) => self.least = least,
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Looks at all paths of the least length; the least that is left above it, `None` where the states were too many.
    fn pass<P: Puzzle>(&self, run: &mut Run<'_, P>, end: u64) -> Result<Option<usize>, Stopped> {
        let puzzle = run.puzzle;
        let mut above = usize::MAX;
        let mut path: Vec<Move> = Vec::new();
        let mut states = vec![(run.root.clone(), 0)];
        while let Some((state, next)) = states.last_mut() {
            let mv = Move(*next);
            if mv.index() == puzzle.move_count() {
                states.pop();
                path.pop();
                continue;
            }
            *next += 1;
            let last = path.last();
            let redundant = last.is_some_and(|&last| run.redundant_after(last)[mv.index()]);
            if redundant || !puzzle.useful(state, mv) {
                continue;
            }
            let child = puzzle.apply(state, mv);
            run.counters.generated += 1;
            if run.counters.generated.is_multiple_of(CHECK) {
                run.check()?;
                if run.counters.generated >= end {
                    return Ok(None);
                }
            }
            let sum = states.len() + puzzle.bound(&child) as usize;
            if sum > self.least {
                above = above.min(sum);
                continue;
            }
            path.push(mv);
            if puzzle.is_solved(&child) {
                run.optimal = true;
                run.offer(path)?;
                return Ok(Some(usize::MAX));
            }
            states.push((child, 0));
        }
        Ok(Some(above))
    }
}
