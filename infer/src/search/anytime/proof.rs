//! The proof that no solution is shorter, where that takes little: breadth-first search from both ends.

use crate::limits::Stopped;
use crate::puzzles::reversible;
use crate::search::bidirectional::between;
use crate::search::run::Run;
use quarterturn_core::Puzzle;

/// States that a proof may take: a second of work at most.
const STATES: usize = 1 << 20;

/// What was tried to prove.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proof {
    /// The least bound below which a proof was begun.
    bound: usize,
}

impl Default for Proof {
    fn default() -> Self {
        Self { bound: usize::MAX }
    }
}

impl Proof {
    /// Whether the best solution of the run is a shortest one. It is tried once for each length, and only where the
    /// states will probably be few. A shorter solution that is met on the way is taken.
    ///
    /// # Errors
    /// The limits of the run.
    pub fn is_made<P: Puzzle>(&mut self, run: &mut Run<'_, P>) -> Result<bool, Stopped> {
        let bound = run.bound();
        if run.length().is_none() || bound >= self.bound || run.priced() {
            return Ok(false);
        }
        self.bound = bound;
        let Some(goal) = run.puzzle.goal().filter(|_| is_easy(run, bound)) else {
            return Ok(false);
        };
        match between(run, [run.root.clone(), goal], bound, STATES) {
            Ok(shorter) => {
                run.optimal = true;
                shorter.map_or(Ok(()), |shorter| run.collect(shorter))?;
                Ok(true)
            }
            Err(Stopped::Memory) => Ok(false),
            Err(stopped) => Err(stopped),
        }
    }
}

/// Whether both halves of all ways of that length are fewer than the states that a proof may take, by the number of
/// ways of two moves.
fn is_easy<P: Puzzle>(run: &Run<'_, P>, length: usize) -> bool {
    let puzzle = run.puzzle;
    if !reversible(puzzle) {
        return false;
    }
    let allowed = |state: &P::State| {
        let moves = puzzle.moves().filter(|&mv| puzzle.allowed(state, mv));
        moves.collect::<Vec<_>>()
    };
    let ways = allowed(&run.root).into_iter().map(|first| {
        let redundant = run.redundant_after(first);
        let next = allowed(&puzzle.apply(&run.root, first)).into_iter();
        next.filter(|mv| !redundant[mv.index()]).count()
    });
    let ways = ways.sum::<usize>() as f64;
    2.0 * ways.powf(length as f64 / 4.0) < STATES as f64
}
