//! Puzzles from files as tables of any size, before a type with a fixed size is chosen.

use quarterturn_core::fnv::Fnv;
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

    /// The puzzle's identity, whatever its file, its moves and its format are called: a hash of what each
    /// move does, in their order, and of which stickers look alike where moves can exchange them.
    pub fn identity(&self) -> String {
        let mut hash = Fnv::default();
        hash.bytes(&[self.stickers() as u8]);
        hash.bytes(&self.alike());
        self.moves.iter().for_each(|(_, from)| hash.bytes(from));
        format!("moves-{:016x}", hash.get())
    }

    /// For each sticker the first one that looks like it and that moves can exchange it for.
    fn alike(&self) -> Vec<u8> {
        let mut orbit: Vec<usize> = (0..self.stickers()).collect();
        let mut again = true;
        while std::mem::take(&mut again) {
            for (_, from) in &self.moves {
                for (place, &from) in from.iter().enumerate() {
                    let from = usize::from(from);
                    let least = orbit[place].min(orbit[from]);
                    again |= orbit[place] != orbit[from];
                    (orbit[place], orbit[from]) = (least, least);
                }
            }
        }
        let places = 0..self.stickers();
        let first = |place: usize| {
            let look = |p: usize| (orbit[p], self.colours[p]);
            let first = places.clone().find(|&p| look(p) == look(place));
            first.unwrap_or(place) as u8
        };
        places.clone().map(first).collect()
    }

    /// What a name ends with, to tell definitions apart: a checksum of all that one says. Networks used to
    /// name their puzzle by its file and this.
    pub(super) fn former(&self) -> String {
        let moves = self.moves.iter();
        let all: Vec<u8> = moves
            .flat_map(|(name, from)| name.bytes().chain(from.iter().copied()))
            .collect();
        let check = crc32fast::hash(&[&self.colours[..], &all].concat());
        format!("-{check:08x}")
    }

    /// As [`Tables::definition`], for networks of the puzzle's identity and of families that end with `former`.
    pub(super) fn identified<const N: usize>(
        &self,
        name: &str,
        former: &str,
    ) -> Result<Box<Definition<N>>, DefinitionError> {
        let mut definition = self.definition(name)?;
        definition.set_family(&self.identity(), former)?;
        Ok(definition)
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
