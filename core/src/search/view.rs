//! The same puzzle from another side: a symmetry frame, and the state or its inverse.
//!
//! A solution of one view is a solution of all, but a network sees each with fresh eyes: where a
//! search fails from one side it usually succeeds from another.

use super::moves::MoveSet;
use crate::puzzle::{Move, Puzzle};

/// One way to look at a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The symmetry frame, below [`Puzzle::FRAMES`].
    pub frame: usize,
    /// Whether to look at the group inverse of the state.
    pub inverse: bool,
}

impl View {
    /// Number of views of a puzzle.
    pub const fn count<P: Puzzle>() -> usize {
        2 * P::FRAMES
    }

    /// The `i`-th view, `i` taken modulo [`View::count`]; view 0 is the state itself. Even
    /// numbers are the state in each frame, odd numbers its inverse.
    pub const fn nth<P: Puzzle>(i: usize) -> Self {
        Self {
            frame: i / 2 % P::FRAMES,
            inverse: i % 2 == 1,
        }
    }

    /// The state as seen from here.
    pub fn of<P: Puzzle>(self, state: &P::State) -> P::State {
        let state = P::conjugate(state, self.frame);
        if self.inverse {
            P::invert(&state)
        } else {
            state
        }
    }

    /// Turns a solution of the view into a solution of the state, in place.
    pub fn restore<P: Puzzle>(self, moves: &mut [Move]) {
        if self.inverse {
            moves.reverse();
        }
        for mv in moves {
            *mv = self.restored::<P>(*mv);
        }
    }

    /// The moves that [`View::restore`] makes moves of the given set.
    pub fn moves<P: Puzzle>(self, set: MoveSet) -> MoveSet {
        P::moves()
            .filter(|&mv| set.contains(self.restored::<P>(mv)))
            .collect()
    }

    /// What a move of the view is to the state.
    fn restored<P: Puzzle>(self, mv: Move) -> Move {
        let mv = if self.inverse { P::inverse(mv) } else { mv };
        P::conjugate_move(mv, P::inverse_frame(self.frame))
    }
}
