//! Renamings of stickers, an orbit at a time.

use alloc::vec;
use alloc::vec::Vec;

use super::Definition;

/// A renaming of stickers that is being found.
pub(super) struct Renaming {
    /// Of each place what it becomes.
    pub to: Vec<Option<u16>>,
    taken: Vec<bool>,
    /// Of each symbol what it becomes, and what becomes it: they go one to one.
    symbols: Vec<(Option<u16>, Option<u16>)>,
}

impl Renaming {
    pub fn none(definition: &Definition) -> Self {
        Self {
            to: vec![None; definition.stickers()],
            taken: vec![false; definition.stickers()],
            symbols: vec![(None, None); definition.symbols.len()],
        }
    }

    pub fn rename(&mut self, place: usize, image: usize) {
        self.to[place] = Some(image as u16);
        self.taken[image] = true;
    }

    /// Renames `place` to `image`, and with it all places of its orbit, as the `moves` are renamed. Where that does not
    /// fit the moves, the symbols or the places that have images, nothing is renamed. Gives the looks that it took.
    pub fn spread(
        &mut self,
        definition: &Definition,
        moves: &[u8],
        place: usize,
        image: usize,
    ) -> Result<usize, usize> {
        if self.taken[image] {
            return Err(1);
        }
        self.rename(place, image);
        let mut renamed = vec![(place, image)];
        let mut done = 0;
        let fits = loop {
            let Some(&(place, image)) = renamed.get(done) else {
                break true;
            };
            done += 1;
            let (here, there) = (definition.solved[place], definition.solved[image]);
            let onto = *self.symbols[usize::from(here)].0.get_or_insert(there);
            let back = *self.symbols[usize::from(there)].1.get_or_insert(here);
            let mut moves = definition.from.iter().zip(moves);
            let fits = moves.all(|(from, &mv)| {
                let next = usize::from(from[place]);
                let onto = definition.from[usize::from(mv)][image];
                let fresh = self.to[next].is_none() && !self.taken[usize::from(onto)];
                if fresh {
                    self.rename(next, onto.into());
                    renamed.push((next, onto.into()));
                }
                self.to[next] == Some(onto)
            });
            if (onto, back) != (there, here) || !fits {
                break false;
            }
        };
        let looks = done * moves.len();
        if fits {
            return Ok(looks);
        }
        for (place, image) in renamed {
            (self.to[place], self.taken[image]) = (None, false);
            // Symbols are those of this orbit alone.
            let (here, there) = (definition.solved[place], definition.solved[image]);
            self.symbols[usize::from(here)].0 = None;
            self.symbols[usize::from(there)].1 = None;
        }
        Err(looks)
    }
}
