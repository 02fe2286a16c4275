//! A move as a value.

use super::Puzzle;
use quarterturn_core::Move as Index;
use std::fmt;

/// A move of a [`Puzzle`]. It shows its name.
#[derive(Clone)]
pub struct Move {
    puzzle: Puzzle,
    index: Index,
}

impl Move {
    pub(super) fn of(puzzle: &Puzzle, index: Index) -> Self {
        let puzzle = puzzle.clone();
        Self { puzzle, index }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        self.puzzle.name_of(self.index)
    }

    /// Its place in the puzzle's list of moves, as searches have it.
    pub fn index(&self) -> Index {
        self.index
    }

    /// The puzzle that it is a move of.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The move that undoes it; `None` where it takes more than one, or cannot be done.
    pub fn undo(&self) -> Option<Self> {
        let back = self.puzzle.undoing(self.index)?;
        Some(Self::of(&self.puzzle, back))
    }
}

/// The name.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({}: {self})", self.puzzle)
    }
}

/// Moves of puzzles that differ in their names alone are the same.
impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && self.puzzle.id() == other.puzzle.id()
    }
}

impl Eq for Move {}
