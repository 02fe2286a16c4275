//! Tables, and the knowledge of a puzzle that follows from them.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Debug, Formatter};

use super::{DefinitionError, Inputs, MAX_NAME, Move};

/// The definition of a puzzle, and the knowledge that follows from it.
#[derive(Clone)]
pub struct Definition {
    pub(super) name: String,
    pub(super) family: String,
    pub(super) former: String,
    /// The symbol at each place when the puzzle is solved.
    pub(super) solved: Vec<u16>,
    pub(super) symbols: Vec<Symbol>,
    pub(super) names: Vec<String>,
    /// Of each move, and of each place after it, the place before it.
    pub(super) from: Vec<Vec<u16>>,
    pub(super) undo: Vec<Option<Move>>,
    /// Whether the second move is redundant after the first: `[moves][moves]`.
    pub(super) redundant: Vec<bool>,
    pub(super) is_group: bool,
    pub(super) length_step: usize,
    pub(super) inputs: Inputs,
    /// The places that a network is shown, and what their symbols are added to.
    pub(super) shown: Vec<(u16, u16)>,
    /// The identity first.
    pub(super) frames: Vec<Frame>,
    pub(super) all_frames: bool,
}

/// The meaning of a symbol.
#[derive(Clone, Copy)]
pub(super) struct Symbol {
    /// The colour that was given.
    pub colour: u16,
    /// A place where it is when the puzzle is solved.
    pub home: u16,
    /// The orbit of that place: the places that moves take it to.
    pub orbit: u16,
}

/// A symmetry: how it renames places, symbols and moves.
#[derive(Clone)]
pub(super) struct Frame {
    /// Of each place, the place whose sticker comes here.
    pub from: Vec<u16>,
    pub symbols: Vec<u16>,
    pub moves: Vec<u8>,
    pub inverse: u8,
}

impl Debug for Definition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Definition")
            .field("name", &self.name)
            .field("stickers", &self.stickers())
            .field("moves", &self.moves())
            .field("frames", &self.frames.len())
            .finish_non_exhaustive()
    }
}

impl Definition {
    /// Gives the puzzle a family other than its name, so that networks fit whatever the name is. Networks of a
    /// family that ends with `former` fit too, unless `former` is empty.
    ///
    /// # Errors
    /// [`DefinitionError::LongName`].
    pub fn set_family(&mut self, family: &str, former: &str) -> Result<(), DefinitionError> {
        if family.len().max(former.len()) > MAX_NAME {
            return Err(DefinitionError::LongName);
        }
        (self.family, self.former) = (family.into(), former.into());
        Ok(())
    }

    /// Number of stickers.
    pub fn stickers(&self) -> usize {
        self.solved.len()
    }

    /// Number of moves.
    pub fn moves(&self) -> usize {
        self.from.len()
    }

    /// The symbol at each place of the solved puzzle.
    pub fn solved(&self) -> &[u16] {
        &self.solved
    }

    /// Whether all symmetries were found: there were at most [`MAX_FRAMES`](super::MAX_FRAMES), and the work for
    /// them was within its limit. Where not, only the identity is kept.
    pub fn has_all_frames(&self) -> bool {
        self.all_frames
    }

    /// Of each sticker's place after a move, the place that it comes from.
    #[inline]
    pub fn from(&self, mv: Move) -> &[u16] {
        self.from.get(mv.index()).map_or(&[], Vec::as_slice)
    }

    /// The symbols with these colours, if they are those of the solved puzzle and each is in a place that moves can
    /// take it to. It is not checked whether moves lead to the state.
    pub fn state(&self, colours: &[u16]) -> Option<Vec<u16>> {
        if colours.len() != self.stickers() {
            return None;
        }
        // Of each look in an orbit the symbol, and how many stickers are left of it.
        let mut left = BTreeMap::new();
        for &symbol in &self.solved {
            let Symbol { orbit, colour, .. } = self.symbol(symbol)?;
            left.entry((*orbit, *colour)).or_insert((symbol, 0)).1 += 1;
        }
        let mut state = Vec::with_capacity(colours.len());
        for (&home, &colour) in self.solved.iter().zip(colours) {
            let orbit = self.symbol(home)?.orbit;
            let (symbol, left) = left.get_mut(&(orbit, colour))?;
            *left = i32::checked_sub(*left, 1).filter(|&left| left >= 0)?;
            state.push(*symbol);
        }
        Some(state)
    }

    /// The colours of a state's symbols, as the definition was given them.
    pub fn colours(&self, symbols: impl Iterator<Item = u16>) -> impl Iterator<Item = u16> {
        symbols.map(|symbol| self.symbol(symbol).map_or(0, |symbol| symbol.colour))
    }

    fn symbol(&self, symbol: u16) -> Option<&Symbol> {
        self.symbols.get(usize::from(symbol))
    }

    /// A place where a symbol is when the puzzle is solved.
    pub(super) fn home(&self, symbol: u16) -> usize {
        self.symbol(symbol).map_or(0, |symbol| symbol.home.into())
    }

    pub(super) fn frame(&self, frame: usize) -> &Frame {
        &self.frames[frame % self.frames.len()]
    }
}
