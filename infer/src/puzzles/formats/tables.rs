//! Puzzles from files as tables, before a type of states is chosen.

use crate::puzzles::defined::anatomy::orbits_of;
use quarterturn_core::fnv::Fnv;
use quarterturn_core::puzzle::permutation::{Definition, DefinitionError, MAX_STICKERS};
use std::collections::{HashMap, HashSet};

/// Most stickers of a puzzle from a file.
pub const STICKERS: usize = MAX_STICKERS;

/// Stickers, their colours when the puzzle is solved, and what moves do to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// The colour of each sticker.
    pub colours: Vec<u16>,
    /// Moves by name, with the place that comes to each place. Moves that undo others are there too.
    pub moves: Vec<(String, Vec<u16>)>,
}

/// What an identity begins with.
const IDENTITY: &str = "moves-";

/// Whether a family or an id is a [`Tables::identity`], as that of every puzzle is that a file defines.
pub fn is_identity(family: &str) -> bool {
    family.starts_with(IDENTITY)
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
        hash.bytes(&bytes(&[self.stickers() as u16]));
        hash.bytes(&bytes(&self.alike()));
        self.moves
            .iter()
            .for_each(|(_, from)| hash.bytes(&bytes(from)));
        format!("{IDENTITY}{:016x}", hash.get())
    }

    /// For each sticker the first one that looks like it and that moves can exchange it for.
    fn alike(&self) -> Vec<u16> {
        let mut orbit = vec![0; self.stickers()];
        for (nth, points) in orbits_of(self).iter().enumerate() {
            points
                .iter()
                .for_each(|&point| orbit[usize::from(point)] = nth);
        }
        let mut first = HashMap::new();
        let looks = orbit.into_iter().zip(&self.colours).enumerate();
        let first = looks.map(|(place, look)| *first.entry(look).or_insert(place as u16));
        first.collect()
    }

    /// What a name ends with, to tell definitions apart: a checksum of all that one says. Networks used to
    /// name their puzzle by its file and this.
    pub(in crate::puzzles) fn former(&self) -> String {
        let moves = self.moves.iter();
        let all: Vec<u8> = moves
            .flat_map(|(name, from)| [name.as_bytes(), &bytes(from)].concat())
            .collect();
        let check = crc32fast::hash(&[bytes(&self.colours), all].concat());
        format!("-{check:08x}")
    }

    /// As [`Tables::definition`], for networks of the puzzle's identity and of families that end with `former`.
    pub(in crate::puzzles) fn identified(
        &self,
        name: &str,
        former: &str,
    ) -> Result<Definition, DefinitionError> {
        let mut definition = self.definition(name)?;
        definition.set_family(&self.identity(), former)?;
        Ok(definition)
    }

    /// The puzzle; see [`Definition::new`].
    ///
    /// # Errors
    /// [`DefinitionError`] when there are more stickers or moves than a puzzle may have, or the tables are
    /// inconsistent.
    pub fn definition(&self, name: &str) -> Result<Definition, DefinitionError> {
        let moves = self.moves.iter();
        let moves = moves.map(|(name, from)| (name.as_str(), from.as_slice()));
        Definition::new(name, &self.colours, moves)
    }

    /// A name that two moves have, if there is one: that of a move may be that of what undoes another.
    pub(super) fn name_twice(&self) -> Option<&str> {
        let mut met = HashSet::new();
        let names = self.moves.iter().map(|(name, _)| &**name);
        names.into_iter().find(|name| !met.insert(*name))
    }

    /// Adds, after each move that no other one undoes, the one that does, by the name that `undoing` makes of
    /// the move's.
    pub fn add_inverses(&mut self, undoing: impl Fn(&str) -> String) {
        let given = std::mem::take(&mut self.moves);
        let there: HashSet<_> = given.iter().map(|(_, from)| from.clone()).collect();
        for (name, from) in given {
            let mut inverse = from.clone();
            for (place, &from) in from.iter().enumerate() {
                inverse[usize::from(from)] = place as u16;
            }
            let back = (undoing(&name), inverse);
            self.moves.push((name, from));
            if !there.contains(&back.1) {
                self.moves.push(back);
            }
        }
    }
}

/// Numbers as bytes: one each where all of them fit, as files of up to 256 stickers always had them, else two.
fn bytes(numbers: &[u16]) -> Vec<u8> {
    let short: Option<Vec<u8>> = numbers.iter().map(|&n| n.try_into().ok()).collect();
    short.unwrap_or_else(|| numbers.iter().flat_map(|n| n.to_le_bytes()).collect())
}
