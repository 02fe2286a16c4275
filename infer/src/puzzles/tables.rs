//! Puzzles from files, before their size is known to a type.

use quarterturn_core::puzzle::permutation::{Definition, DefinitionError};

/// Stickers, their colours when the puzzle is solved, and what moves do to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// The colour of each sticker.
    pub colours: Vec<u8>,
    /// Moves by name, with the place that comes to each place. Moves that undo others are there too.
    pub moves: Vec<(String, Vec<u8>)>,
}

impl Tables {
    /// Number of stickers.
    pub fn stickers(&self) -> usize {
        self.colours.len()
    }

    /// The puzzle, in a type that holds up to `N` stickers; see [`Definition::new`].
    ///
    /// # Errors
    /// [`DefinitionError`] when there are more stickers or moves than it holds, or the tables are
    /// inconsistent.
    pub fn definition<const N: usize>(
        &self,
        name: &str,
    ) -> Result<Box<Definition<N>>, DefinitionError> {
        let moves = self.moves.iter();
        let moves = moves.map(|(name, from)| (name.as_str(), from.as_slice()));
        Definition::new(name, &self.colours, moves).map(Box::new)
    }

    /// Adds, after each move that no other one undoes, the one that does: `F'` for `F`.
    pub fn add_inverses(&mut self) {
        let given = std::mem::take(&mut self.moves);
        let there: Vec<_> = given.iter().map(|(_, from)| from.clone()).collect();
        for (name, from) in given {
            let mut inverse = from.clone();
            for (place, &from) in from.iter().enumerate() {
                inverse[usize::from(from)] = place as u8;
            }
            let back = (format!("{name}'"), inverse);
            self.moves.push((name, from));
            if !there.contains(&back.1) {
                self.moves.push(back);
            }
        }
    }
}
