//! A view of a state: a symmetry frame, with the state or its inverse.
//!
//! A solution of one view is a solution of all, but a network judges each view differently. Where a search
//! fails from one view it usually succeeds from another.

use super::moves::MoveSet;
use crate::puzzle::{Move, Puzzle};

/// One way to look at a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The symmetry frame, below [`Puzzle::frames`].
    pub frame: usize,
    /// Whether to look at the group inverse of the state.
    pub inverse: bool,
}

impl View {
    /// Sides of each frame: the state, and the inverse where the puzzle has one.
    fn sides<P: Puzzle>(puzzle: &P) -> usize {
        if puzzle.is_group() { 2 } else { 1 }
    }

    /// Number of views of a puzzle; 1 where it knows of no symmetry.
    pub fn count<P: Puzzle>(puzzle: &P) -> usize {
        Self::sides(puzzle) * puzzle.frames()
    }

    /// The `i`-th view, `i` taken modulo [`View::count`]; view 0 is the state itself. Of a group, even
    /// numbers are the state in each frame, odd numbers its inverse.
    pub fn nth<P: Puzzle>(puzzle: &P, i: usize) -> Self {
        let sides = Self::sides(puzzle);
        Self {
            frame: i / sides % puzzle.frames().max(1),
            inverse: i % sides == 1,
        }
    }

    /// The state as seen from here.
    pub fn of<P: Puzzle>(self, puzzle: &P, state: &P::State) -> P::State {
        let inverse = if self.inverse {
            puzzle.invert(state)
        } else {
            None
        };
        puzzle.conjugate(inverse.as_ref().unwrap_or(state), self.frame)
    }

    /// Turns a solution of the view into a solution of the state, in place.
    pub fn restore<P: Puzzle>(self, puzzle: &P, moves: &mut [Move]) {
        if self.inverse {
            moves.reverse();
        }
        for mv in moves {
            *mv = self.restored(puzzle, *mv);
        }
    }

    /// The moves that [`View::restore`] makes moves of the given set.
    pub fn moves<P: Puzzle>(self, puzzle: &P, set: MoveSet) -> MoveSet {
        puzzle
            .moves()
            .filter(|&mv| set.contains(self.restored(puzzle, mv)))
            .collect()
    }

    /// What a move of the view is to the state.
    fn restored<P: Puzzle>(self, puzzle: &P, mv: Move) -> Move {
        let undone = if self.inverse { puzzle.undo(mv) } else { None };
        puzzle.conjugate_move(undone.unwrap_or(mv), puzzle.inverse_frame(self.frame))
    }
}
