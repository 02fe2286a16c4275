//! Puzzles whose moves permute stickers, given by tables instead of code.
//!
//! ```
//! use quarterturn_core::puzzle::permutation::{Definition, Permutation};
//! use quarterturn_core::{Move, Puzzle};
//! use std::sync::Arc;
//!
//! // Four beads on a ring. A table says of each place where the bead comes from.
//! let moves: [(&str, &[u8]); 3] = [
//!     ("turn", &[3, 0, 1, 2]),
//!     ("turn'", &[1, 2, 3, 0]),
//!     ("swap", &[1, 0, 2, 3]),
//! ];
//! let definition = Arc::new(Definition::new("beads", b"abcd", moves)?);
//! let beads = Permutation::new(definition);
//! assert_eq!(beads.undo(Move(0)), Some(Move(1)));
//! assert!(beads.is_group());
//! # Ok::<(), quarterturn_core::puzzle::permutation::DefinitionError>(())
//! ```

mod build;
mod definition;
mod knowledge;
mod mates;
mod renaming;
mod symmetry;

pub use build::DefinitionError;
pub use definition::Definition;

use alloc::sync::Arc;
use core::fmt::Debug;
use core::ops::Deref;

use super::symbols::Symbols;
use super::{Inputs, Move, Puzzle};

/// The most moves, counting those that undo others.
pub const MAX_MOVES: usize = 255;

/// The most bytes of a name, of the puzzle or of a move.
pub const MAX_NAME: usize = 255;

/// The most symmetry frames: as many as an icosahedron has.
pub const MAX_FRAMES: usize = 120;

/// The most stickers: a cube of 40 layers has 9600.
pub const MAX_STICKERS: usize = 1 << 14;

/// A puzzle that is given by a [`Definition`].
#[derive(Clone, Debug)]
pub struct Permutation<D = Arc<Definition>> {
    definition: D,
    solved: Symbols,
    open: usize,
}

impl<D: Deref<Target = Definition>> Permutation<D> {
    /// The puzzle of a definition.
    pub fn new(definition: D) -> Self {
        let solved = Symbols::new(definition.solved());
        Self {
            definition,
            solved,
            open: 0,
        }
    }

    /// The same puzzle, solved in every state in which at most `places` places look different from the solved one. Of
    /// more than 0 places it has several goals, and [`Puzzle::goal`] gives none.
    #[must_use]
    pub fn within(self, places: usize) -> Self {
        Self {
            open: places,
            ..self
        }
    }

    /// How many places may look different in the end; see [`Permutation::within`].
    pub const fn open_places(&self) -> usize {
        self.open
    }

    /// Whether a state looks different from the solved one at a few places, as many as are open.
    fn is_near(&self, state: &Symbols) -> bool {
        let places = self.symbols(state).zip(self.definition.solved());
        places.filter(|&(symbol, &solved)| symbol != solved).count() <= self.open
    }

    /// The holder of its definition.
    pub const fn holder(&self) -> &D {
        &self.definition
    }

    /// Its definition.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// The state with these colours; see [`Definition::state`].
    pub fn state(&self, colours: &[u16]) -> Option<Symbols> {
        Some(Symbols::new(&self.definition.state(colours)?))
    }

    /// The colours of a state, as the definition was given them.
    pub fn colours(&self, state: &Symbols) -> impl Iterator<Item = u16> {
        self.definition.colours(self.symbols(state))
    }

    /// The symbol at each place of a state.
    pub fn symbols(&self, state: &Symbols) -> impl Iterator<Item = u16> {
        (0..self.definition.stickers()).map(|place| state.at(place))
    }
}

impl<D> Puzzle for Permutation<D>
where
    D: Deref<Target = Definition> + Clone + Debug + Send + Sync + 'static,
{
    type State = Symbols;

    fn name(&self) -> &str {
        &self.definition.name
    }

    fn family(&self) -> &str {
        &self.definition.family
    }

    fn is_read_by(&self, family: &str) -> bool {
        let former = &self.definition.former;
        family == self.family() || !former.is_empty() && family.ends_with(&**former)
    }

    #[inline]
    fn move_count(&self) -> usize {
        self.definition.moves()
    }

    /// One-hot: of each piece's place, the symbols that moves bring there.
    #[inline]
    fn inputs(&self) -> Inputs {
        self.definition.inputs
    }

    fn move_name(&self, mv: Move) -> &str {
        let moves = self.definition.moves().max(1);
        self.definition
            .names
            .get(mv.index() % moves)
            .map_or("", |name| name)
    }

    #[inline]
    fn apply(&self, state: &Symbols, mv: Move) -> Symbols {
        state.moved(self.definition.from(mv))
    }

    #[inline]
    fn is_solved(&self, state: &Symbols) -> bool {
        *state == self.solved || self.open > 0 && self.is_near(state)
    }

    #[inline]
    fn heap_bytes(&self) -> usize {
        self.solved.heap_bytes()
    }

    #[inline]
    fn features(&self, state: &Symbols, out: &mut [u16]) {
        let out = &mut out[..self.definition.inputs.active];
        for (out, &(place, base)) in out.iter_mut().zip(&self.definition.shown) {
            *out = base.wrapping_add(state.at(place.into()));
        }
    }

    #[inline]
    fn key(&self, state: &Symbols) -> u64 {
        state.key()
    }

    #[inline]
    fn redundant(&self, previous: Move, next: Move) -> bool {
        let moves = self.definition.moves();
        let pair = previous.index() * moves + next.index();
        self.definition
            .redundant
            .get(pair)
            .is_some_and(|&pair| pair)
    }

    #[inline]
    fn undo(&self, mv: Move) -> Option<Move> {
        *self.definition.undo.get(mv.index())?
    }

    /// There is only one: stickers of one symbol look the same. None where places are open.
    #[inline]
    fn goal(&self) -> Option<Symbols> {
        (self.open == 0).then(|| self.solved.clone())
    }

    #[inline]
    fn length_step(&self) -> usize {
        self.definition.length_step
    }

    /// 1 for the identity, or as many symmetries as were found (see [`Definition::new`]).
    #[inline]
    fn frames(&self) -> usize {
        self.definition.frames.len()
    }

    fn conjugate(&self, state: &Symbols, frame: usize) -> Symbols {
        let frame = self.definition.frame(frame);
        state.moved(&frame.from).renamed(&frame.symbols)
    }

    fn conjugate_move(&self, mv: Move, frame: usize) -> Move {
        let moves = &self.definition.frame(frame).moves;
        moves.get(mv.index()).map_or(mv, |&image| Move(image))
    }

    fn inverse_frame(&self, frame: usize) -> usize {
        self.definition.frame(frame).inverse.into()
    }

    /// Whether no two stickers have the same symbol.
    #[inline]
    fn is_group(&self) -> bool {
        self.definition.is_group
    }

    fn invert(&self, state: &Symbols) -> Option<Symbols> {
        let definition = self.is_group().then_some(self.definition())?;
        let mut inverse = definition.solved.clone();
        for (here, &own) in self.symbols(state).zip(&definition.solved) {
            *inverse.get_mut(definition.home(here))? = own;
        }
        Some(Symbols::new(&inverse))
    }

    fn then(&self, state: &Symbols, next: &Symbols) -> Option<Symbols> {
        let definition = self.is_group().then_some(self.definition())?;
        let from = self
            .symbols(next)
            .map(|symbol| definition.home(symbol) as u16);
        Some(state.moved(&from.collect::<alloc::vec::Vec<u16>>()))
    }
}
