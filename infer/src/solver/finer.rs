//! Networks that distinguish stickers that look alike. They guide a search in the puzzle where all stickers
//! differ.
//!
//! Such a network fits only if it distinguishes *all* stickers. A network with classes in between (of six
//! beads that look alike, three are one kind and three another) is refused, although it could guide too. The
//! reason: a network names its puzzle by a hash of the moves and the classes
//! ([`Tables::identity`](crate::puzzles::Tables::identity)). A hash tells whether two partitions are the same,
//! but not which partition it was made of. To find that out, all partitions between the puzzle's own and the
//! finest would have to be hashed, and fifteen stickers that look alike already have 1,382,958,545 of them.
//! Weight files would have to list the classes.

use super::typed::Base;
use super::{BuildError, Engine, Made, Plan, Task};
use crate::puzzles::{State, Text};
use crate::refusal::Refusal;

/// The engine of a puzzle with the same moves where all stickers differ, for states of one where some look
/// alike. Whatever solves the former solves the latter.
pub(super) struct Finer<P> {
    /// Where some look alike.
    pub puzzle: P,
    /// Where all differ.
    pub engine: Box<dyn Base>,
}

impl<P: Text> Engine for Finer<P> {
    fn read(&self, text: &str) -> Result<Box<dyn Task + '_>, Refusal> {
        let (puzzle, state) = self.puzzle.read(text)?;
        self.told(&puzzle, &state)
    }
}

impl<P: Text> Base for Finer<P> {
    fn task(&self, state: &State) -> Result<Box<dyn Task + '_>, Refusal> {
        let own = state.typed::<P>();
        let own = own.filter(|(puzzle, _)| puzzle.id() == self.puzzle.id());
        let (puzzle, state) = own.ok_or_else(|| state.foreign(self.puzzle.name()))?;
        self.told(puzzle, state)
    }

    fn again(&self, plan: &Plan<'_>) -> Result<Box<dyn Base>, BuildError> {
        let (puzzle, engine) = (self.puzzle.clone(), self.engine.again(plan)?);
        Ok(Box::new(Self { puzzle, engine }))
    }

    fn made(&self) -> Made {
        self.engine.made()
    }
}

impl<P: Text> Finer<P> {
    /// The state as one of the puzzle where all stickers differ.
    fn told(&self, puzzle: &P, state: &P::State) -> Result<Box<dyn Task + '_>, Refusal> {
        let told = puzzle.told_apart(state);
        let told = told.ok_or_else(|| Refusal {
            code: "not-told-apart",
            message: "the network distinguishes stickers that look alike, and which are which was not found out"
                .into(),
            at: None,
            hint: Some("give moves, or use a search without a network".into()),
        })?;
        self.engine.read(&told)
    }
}
