//! From tables to a definition.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use alloc::{borrow::ToOwned, vec};

use super::definition::{Frame, Symbol};
use super::{Definition, Inputs, MAX_MOVES, MAX_NAME, MAX_STICKERS};

/// Tables that do not define a puzzle. Moves are counted from 0 in the order given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DefinitionError {
    /// More stickers than there is room for.
    #[error("{found} stickers are more than {capacity}")]
    TooManyStickers {
        /// How many there are.
        found: usize,
        /// The most.
        capacity: usize,
    },
    /// More than [`MAX_MOVES`] moves.
    #[error("more than {MAX_MOVES} moves, counting those that undo others")]
    TooManyMoves,
    /// No move at all.
    #[error("there are no moves")]
    NoMoves,
    /// A name of more than [`MAX_NAME`] bytes.
    #[error("a name is longer than {MAX_NAME} bytes")]
    LongName,
    /// A move without a name, with white space in it, or with that of another move.
    #[error("move {} needs a name of its own, in one word", .0 + 1)]
    MoveName(usize),
    /// A table that is not a permutation of the stickers.
    #[error("move {} is not a permutation of the stickers", .0 + 1)]
    NotAPermutation(usize),
    /// A move that leaves every sticker where it is.
    #[error("move {} does nothing", .0 + 1)]
    Idle(usize),
}

impl DefinitionError {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        use DefinitionError::*;
        match self {
            TooManyStickers { .. } => "too-many-stickers",
            TooManyMoves => "too-many-moves",
            NoMoves => "no-moves",
            LongName => "long-name",
            MoveName(_) => "move-name",
            NotAPermutation(_) => "not-a-permutation",
            Idle(_) => "idle-move",
        }
    }
}

/// A name of at most [`MAX_NAME`] bytes.
fn name(text: &str) -> Result<String, DefinitionError> {
    match text.len() {
        0..=MAX_NAME => Ok(text.to_owned()),
        _ => Err(DefinitionError::LongName),
    }
}

impl Definition {
    /// A puzzle from the colour of each sticker when it is solved, and the moves by name: of each
    /// place after the move, the place before it (new `[i]` = old `[from[i]]`, from 0). Moves that
    /// undo others count as moves of their own and must be given.
    ///
    /// Equal colours are identical stickers, as far as moves can exchange them: a state is solved
    /// when it looks solved.
    ///
    /// This also finds the knowledge of the puzzle: inverse moves, redundant pairs of moves, the stickers that
    /// form one piece, and all symmetries, which are renamings of the stickers that keep the set of moves and the
    /// solved puzzle. The work for symmetries is limited. Beyond the limit, or with more than
    /// [`MAX_FRAMES`](super::MAX_FRAMES) symmetries, only the identity is kept, and
    /// [`Definition::has_all_frames`] says so.
    ///
    /// # Errors
    /// [`DefinitionError`].
    pub fn new<'a, C, T>(
        name: &str,
        colours: &[C],
        moves: impl IntoIterator<Item = (&'a str, &'a [T])>,
    ) -> Result<Self, DefinitionError>
    where
        C: Copy + Into<u16>,
        T: Copy + Into<u16> + 'a,
    {
        let colours: Vec<u16> = colours.iter().map(|&colour| colour.into()).collect();
        let mut definition = Self::empty(name, colours.len())?;
        for (name, from) in moves {
            let from = from.iter().map(|&place| place.into());
            definition.add(name, from.collect())?;
        }
        if definition.moves() == 0 {
            return Err(DefinitionError::NoMoves);
        }
        definition.number(&colours);
        let moved = definition.moved();
        definition.learn(&moved);
        definition.find_symmetries(&moved);
        Ok(definition)
    }

    fn empty(text: &str, stickers: usize) -> Result<Self, DefinitionError> {
        if stickers > MAX_STICKERS {
            let (found, capacity) = (stickers, MAX_STICKERS);
            return Err(DefinitionError::TooManyStickers { found, capacity });
        }
        let name = name(text)?;
        Ok(Self {
            family: name.clone(),
            name,
            former: String::new(),
            solved: vec![0; stickers],
            symbols: Vec::new(),
            names: Vec::new(),
            from: Vec::new(),
            undo: Vec::new(),
            redundant: Vec::new(),
            is_group: false,
            length_step: 1,
            inputs: Inputs {
                width: 0,
                active: 0,
            },
            shown: Vec::new(),
            frames: Vec::new(),
            all_frames: false,
        })
    }

    /// Adds a move.
    fn add(&mut self, text: &str, from: Vec<u16>) -> Result<(), DefinitionError> {
        let mv = self.moves();
        if mv == MAX_MOVES {
            return Err(DefinitionError::TooManyMoves);
        }
        let known = self.names.iter().any(|name| name == text);
        if known || text.is_empty() || text.contains(char::is_whitespace) {
            return Err(DefinitionError::MoveName(mv));
        }
        let mut met = vec![false; self.stickers()];
        let mut fresh = from.iter().map(|&place| {
            let met = met.get_mut(usize::from(place));
            met.is_some_and(|met| !core::mem::replace(met, true))
        });
        if !fresh.all(|fresh| fresh) || from.len() != self.stickers() {
            return Err(DefinitionError::NotAPermutation(mv));
        }
        if from.iter().copied().eq(0..self.stickers() as u16) {
            return Err(DefinitionError::Idle(mv));
        }
        self.names.push(name(text)?);
        self.from.push(from);
        Ok(())
    }

    /// Numbers the symbols, orbit by orbit: the colours of one orbit do not matter in another.
    fn number(&mut self, colours: &[u16]) {
        let orbits = self.orbits();
        let mut places: Vec<usize> = (0..self.stickers()).collect();
        places.sort_by_key(|&place| orbits[place]);
        let mut known = BTreeMap::new();
        for place in places {
            let (orbit, colour) = (orbits[place], colours[place]);
            let home = place as u16;
            self.solved[place] = *known.entry((orbit, colour)).or_insert_with(|| {
                self.symbols.push(Symbol {
                    colour,
                    home,
                    orbit,
                });
                (self.symbols.len() - 1) as u16
            });
        }
        self.is_group = self.symbols.len() == self.stickers();
    }

    /// Which places moves can exchange the stickers of: the number of each place's orbit.
    fn orbits(&self) -> Vec<u16> {
        let mut orbit = vec![None; self.stickers()];
        let mut count = 0;
        for start in 0..self.stickers() {
            if orbit[start].is_some() {
                continue;
            }
            orbit[start] = Some(count);
            let mut open = vec![start];
            while let Some(place) = open.pop() {
                for from in &self.from {
                    let next = usize::from(from[place]);
                    if orbit[next].is_none() {
                        orbit[next] = Some(count);
                        open.push(next);
                    }
                }
            }
            count += 1;
        }
        orbit.into_iter().flatten().collect()
    }

    /// The frame that changes nothing.
    pub(super) fn identity(&self) -> Frame {
        Frame {
            from: (0..self.stickers() as u16).collect(),
            symbols: (0..self.symbols.len() as u16).collect(),
            moves: (0..self.moves()).map(|mv| mv as u8).collect(),
            inverse: 0,
        }
    }
}
