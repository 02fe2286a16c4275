//! Greedy descent: always the cheapest move, never straight back.

use super::guide::{Guide, MAX_MOVES};
use crate::puzzle::{Move, Puzzle};

/// Follows the cheapest move from `state` until it is solved or `path` is full. Returns the
/// number of moves written to `path`, or `None` when the goal was not reached. It takes one evaluation a
/// move. Of a puzzle with more than [`MAX_MOVES`] moves it makes only the first [`MAX_MOVES`].
pub fn greedy<P: Puzzle>(
    puzzle: &P,
    state: &P::State,
    guide: &mut impl Guide<P>,
    path: &mut [Move],
) -> Option<usize> {
    let mut state = state.clone();
    let mut previous: Option<Move> = None;
    let mut costs = [0; MAX_MOVES];
    for (length, step) in path.iter_mut().enumerate() {
        if puzzle.is_solved(&state) {
            return Some(length);
        }
        guide.costs(puzzle, &state, &mut costs);
        let back = previous.and_then(|p| puzzle.undo(p));
        let best = puzzle
            .moves()
            .filter(|&mv| Some(mv) != back && puzzle.useful(&state, mv))
            .min_by_key(|mv| costs.get(mv.index()).copied().unwrap_or(i32::MAX))?;
        state = puzzle.apply(&state, best);
        previous = Some(best);
        *step = best;
    }
    puzzle.is_solved(&state).then_some(path.len())
}
