//! Networks that tell stickers apart which look alike: they guide the search of the puzzle where those differ.
//!
//! Such a network fits only if it tells *all* stickers apart. One whose classes lie in between (of six alike
//! beads it knows three as one kind and three as another) is refused, although it could guide as well: a
//! network names its puzzle by a hash of the moves and the classes ([`super::Tables::identity`]), and a hash
//! says whether two partitions are the same, not which one it was made of. To find out, all partitions
//! between the puzzle's own and the finest would have to be hashed, and a mere fifteen alike stickers have
//! 1,382,958,545 of them. It takes weight files that list the classes themselves.

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
