//! From tables to a definition.

use super::label::Label;
use super::{Definition, Frame, Inputs, MAX_FRAMES, MAX_MOVES, Stickers, Symbol};

/// Tables that do not define a puzzle. Moves are counted from 0 in the order given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DefinitionError {
    /// More stickers than there is room for.
    #[error("{found} stickers are more than {capacity}")]
    TooManyStickers {
        /// How many there are.
        found: usize,
        /// The capacity `N`.
        capacity: usize,
    },
    /// More than [`MAX_MOVES`] moves.
    #[error("more than {MAX_MOVES} moves, counting those that undo others")]
    TooManyMoves,
    /// No move at all.
    #[error("there are no moves")]
    NoMoves,
    /// A name of more than 31 bytes.
    #[error("a name is longer than {} bytes", Label::CAPACITY)]
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

impl<const N: usize> Definition<N> {
    /// A puzzle from the colour of each sticker when it is solved, and the moves by name: of each
    /// place after the move, the place before it (new `[i]` = old `[from[i]]`, from 0). Moves that
    /// undo others count as moves of their own and must be given.
    ///
    /// Equal colours are identical stickers, as far as moves can exchange them: a state is solved
    /// when it looks solved.
    ///
    /// This also finds the knowledge of the puzzle: inverse moves, redundant pairs of moves, the stickers that
    /// form one piece, and all symmetries, which are renamings of the stickers that keep the set of moves and the
    /// solved puzzle. The work for symmetries is limited. Beyond the limit, or with more than [`MAX_FRAMES`]
    /// symmetries, only the identity is kept.
    ///
    /// The value is large (some 70 kB for 128 stickers): box it.
    ///
    /// # Errors
    /// [`DefinitionError`].
    pub fn new<'a>(
        name: &str,
        colours: &[u8],
        moves: impl IntoIterator<Item = (&'a str, &'a [u8])>,
    ) -> Result<Self, DefinitionError> {
        const { assert!(N > 0 && N <= 256) };
        if colours.len() > N {
            let (found, capacity) = (colours.len(), N);
            return Err(DefinitionError::TooManyStickers { found, capacity });
        }
        let identity = core::array::from_fn(|i| i as u8);
        let frame = Frame {
            from: identity,
            symbols: identity,
            moves: core::array::from_fn(|i| i as u8),
            inverse: 0,
        };
        let label = Label::new(name).ok_or(DefinitionError::LongName)?;
        let mut definition = Self {
            name: label,
            family: label,
            former: Label::default(),
            stickers: colours.len(),
            solved: Stickers(identity),
            symbols: [Symbol::default(); N],
            moves: 0,
            names: [Label::default(); MAX_MOVES],
            from: [identity; MAX_MOVES],
            undo: [None; MAX_MOVES],
            redundant: [0; MAX_MOVES],
            is_group: false,
            length_step: 1,
            inputs: Inputs {
                width: 0,
                active: 0,
            },
            shown: [(0, 0); N],
            frames: 1,
            frame: [frame; MAX_FRAMES],
        };
        for (name, from) in moves {
            definition.add(name, from)?;
        }
        if definition.moves == 0 {
            return Err(DefinitionError::NoMoves);
        }
        definition.number(colours);
        definition.learn();
        definition.find_symmetries();
        Ok(definition)
    }

    /// Adds a move.
    fn add(&mut self, name: &str, from: &[u8]) -> Result<(), DefinitionError> {
        let mv = self.moves;
        if mv == MAX_MOVES {
            return Err(DefinitionError::TooManyMoves);
        }
        let known = self.names[..mv].iter().any(|label| label.as_str() == name);
        if known || name.is_empty() || name.contains(char::is_whitespace) {
            return Err(DefinitionError::MoveName(mv));
        }
        let places = 0..self.stickers;
        if from.len() != self.stickers || !places.clone().all(|i| from.contains(&(i as u8))) {
            return Err(DefinitionError::NotAPermutation(mv));
        }
        if places.zip(from).all(|(i, &from)| i == usize::from(from)) {
            return Err(DefinitionError::Idle(mv));
        }
        self.names[mv] = Label::new(name).ok_or(DefinitionError::LongName)?;
        self.from[mv][..from.len()].copy_from_slice(from);
        self.moves += 1;
        Ok(())
    }

    /// Numbers the symbols, orbit by orbit: the colours of one orbit do not matter in another.
    fn number(&mut self, colours: &[u8]) {
        const PADDING: u8 = u8::MAX;
        let orbit = self.orbits();
        // A symbol that no sticker has: where there is room for padding, there are symbols left.
        self.solved = Stickers([N as u8 - 1; N]);
        self.symbols = [Symbol::default(); N];
        self.symbols[N - 1] = Symbol {
            colour: 0,
            home: N as u8 - 1,
            orbit: PADDING,
        };
        let (mut next, mut current) = (0, 0);
        while orbit[..self.stickers].contains(&current) {
            for place in (0..self.stickers).filter(|&place| orbit[place] == current) {
                let twin = |&p: &usize| (orbit[p], colours[p]) == (current, colours[place]);
                let Some(twin) = (0..place).find(twin) else {
                    self.solved.0[place] = next as u8;
                    self.symbols[next] = Symbol {
                        colour: colours[place],
                        home: place as u8,
                        orbit: current,
                    };
                    next += 1;
                    continue;
                };
                self.solved.0[place] = self.solved.0[twin];
            }
            current += 1;
        }
        self.is_group = next == self.stickers;
    }

    /// Which places moves can exchange the stickers of: the number of each place's orbit.
    ///
    /// There are fewer than 256, since every move does something.
    fn orbits(&self) -> [u8; N] {
        let mut orbit = [None; N];
        let mut count = 0u8;
        for start in 0..self.stickers {
            if orbit[start].is_some() {
                continue;
            }
            let (mut reached, mut done) = ([start as u8; N], 0);
            let mut end = 1;
            orbit[start] = Some(count);
            while done < end {
                let place = usize::from(reached[done]);
                done += 1;
                for from in &self.from[..self.moves] {
                    let next = from[place];
                    if orbit[usize::from(next)].is_none() {
                        orbit[usize::from(next)] = Some(count);
                        reached[end] = next;
                        end += 1;
                    }
                }
            }
            count += 1;
        }
        orbit.map(|orbit| orbit.unwrap_or(u8::MAX))
    }
}
