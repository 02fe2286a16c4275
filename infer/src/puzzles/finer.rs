//! Networks that distinguish stickers that look alike. They guide a search in the puzzle where all stickers
//! differ.
//!
//! Such a network fits only if it distinguishes *all* stickers. A network with classes in between (of six
//! beads that look alike, three are one kind and three another) is refused, although it could guide too. The
//! reason: a network names its puzzle by a hash of the moves and the classes ([`super::Tables::identity`]).
//! A hash tells whether two partitions are the same, but not which partition it was made of. To find that
//! out, all partitions between the puzzle's own and the finest would have to be hashed, and fifteen stickers
//! that look alike already have 1,382,958,545 of them. Weight files would have to list the classes.

use super::Text;
use crate::refusal::Refusal;
use crate::solver::{Engine, Task};

/// The engine of a puzzle with the same moves where all stickers differ, for states of one where some look
/// alike. Whatever solves the former solves the latter.
pub(super) struct Finer<P> {
    /// Where some look alike.
    pub puzzle: P,
    /// Where all differ.
    pub engine: Box<dyn Engine>,
}

impl<P: Text> Engine for Finer<P> {
    fn read(&self, text: &str) -> Result<Box<dyn Task + '_>, Refusal> {
        let (puzzle, state) = self.puzzle.read(text)?;
        let told = puzzle.told_apart(&state);
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
