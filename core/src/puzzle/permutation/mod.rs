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
//! let definition = Definition::<8>::new("beads", b"abcd", moves)?;
//! let beads = Permutation::new(Arc::new(definition));
//! assert_eq!(beads.undo(Move(0)), Some(Move(1)));
//! assert!(beads.is_group());
//! # Ok::<(), quarterturn_core::puzzle::permutation::DefinitionError>(())
//! ```

mod build;
mod knowledge;
mod label;
mod symmetry;

pub use build::DefinitionError;

use core::fmt::{self, Debug, Formatter};
use core::ops::Deref;

use super::{Inputs, Move, Puzzle, key::key};
use crate::at::at;
use label::Label;

/// The most moves, counting those that undo others.
pub const MAX_MOVES: usize = 128;

/// The most bytes of a name, of the puzzle or of a move.
pub const MAX_NAME: usize = Label::CAPACITY;

/// The most symmetry frames: as many as an icosahedron has.
pub const MAX_FRAMES: usize = 120;

/// The definition of a puzzle with up to `N` stickers, and the knowledge that follows from it.
///
/// `N` is at most 256; powers of two are fastest. Places that no sticker has are never looked at.
#[derive(Clone)]
pub struct Definition<const N: usize> {
    name: Label,
    family: Label,
    former: Label,
    stickers: usize,
    solved: Stickers<N>,
    symbols: [Symbol; N],
    moves: usize,
    names: [Label; MAX_MOVES],
    /// Of each place after a move, the place before it.
    from: [[u8; N]; MAX_MOVES],
    undo: [Option<Move>; MAX_MOVES],
    /// The moves that are redundant after each move, as bits.
    redundant: [u128; MAX_MOVES],
    is_group: bool,
    length_step: usize,
    inputs: Inputs,
    /// The places that a network is shown, and what their symbols are added to.
    shown: [(u8, u16); N],
    frames: usize,
    frame: [Frame<N>; MAX_FRAMES],
}

/// The meaning of a symbol.
#[derive(Clone, Copy, Default)]
struct Symbol {
    /// The colour that was given.
    colour: u8,
    /// A place where it is when the puzzle is solved.
    home: u8,
    /// The orbit of that place: the places that moves take it to.
    orbit: u8,
}

/// A symmetry: how it renames places, symbols and moves.
#[derive(Clone, Copy)]
struct Frame<const N: usize> {
    /// Of each place, the place whose sticker comes here.
    from: [u8; N],
    symbols: [u8; N],
    moves: [u8; MAX_MOVES],
    inverse: u8,
}

impl<const N: usize> Debug for Definition<N> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Definition")
            .field("name", &self.name.as_str())
            .field("stickers", &self.stickers)
            .field("moves", &self.moves)
            .field("frames", &self.frames)
            .finish_non_exhaustive()
    }
}

impl<const N: usize> Definition<N> {
    /// Gives the puzzle a family other than its name, so that networks fit whatever the name is. Networks of a
    /// family that ends with `former` fit too, unless `former` is empty.
    ///
    /// # Errors
    /// [`DefinitionError::LongName`].
    pub fn set_family(&mut self, family: &str, former: &str) -> Result<(), DefinitionError> {
        self.family = Label::new(family).ok_or(DefinitionError::LongName)?;
        self.former = Label::new(former).ok_or(DefinitionError::LongName)?;
        Ok(())
    }

    /// Number of stickers.
    pub const fn stickers(&self) -> usize {
        self.stickers
    }

    /// Number of moves.
    pub const fn moves(&self) -> usize {
        self.moves
    }

    /// The solved puzzle.
    pub const fn solved(&self) -> Stickers<N> {
        self.solved
    }

    /// Of each sticker's place after a move, the place that it comes from.
    pub fn from(&self, mv: Move) -> &[u8] {
        let table = at(&self.from, mv.index());
        table.get(..self.stickers).unwrap_or_default()
    }

    /// The state with these colours, if they are those of the solved puzzle and each is in a place that moves can
    /// take it to. It is not checked whether moves lead to the state.
    pub fn state(&self, colours: &[u8]) -> Option<Stickers<N>> {
        let mut state = self.solved;
        if colours.len() != self.stickers {
            return None;
        }
        let symbol = |symbol: u8| at(&self.symbols, symbol.into());
        for ((place, &home), &colour) in state.0.iter_mut().zip(&self.solved.0).zip(colours) {
            let orbit = symbol(home).orbit;
            let fits = |&s: &u8| (symbol(s).orbit, symbol(s).colour) == (orbit, colour);
            *place = self.solved.0.iter().copied().find(fits)?;
        }
        let count = |of: &Stickers<N>, symbol| of.0.iter().filter(|&&s| s == symbol).count();
        let even = |&symbol: &u8| count(&state, symbol) == count(&self.solved, symbol);
        self.solved.0.iter().all(even).then_some(state)
    }

    /// The colours of a state, as the definition was given them.
    pub fn colours(&self, state: &Stickers<N>) -> impl Iterator<Item = u8> {
        let stickers = state.0.into_iter().take(self.stickers);
        stickers.map(|symbol| at(&self.symbols, symbol.into()).colour)
    }
}

/// A state: the symbol at each place. Symbols are numbered orbit by orbit; stickers of the same
/// colour that moves can exchange have the same symbol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stickers<const N: usize>([u8; N]);

impl<const N: usize> Stickers<N> {
    /// The symbol at each place.
    pub const fn symbols(&self) -> &[u8; N] {
        &self.0
    }

    /// The state with these symbols, unchecked: those of [`Stickers::symbols`].
    pub const fn from_symbols(symbols: [u8; N]) -> Self {
        Self(symbols)
    }
}

/// A puzzle that is given by a [`Definition`], borrowed from a device's flash or shared on the heap
/// (`Arc<Definition<N>>`).
#[derive(Clone, Copy, Debug)]
pub struct Permutation<const N: usize, D = &'static Definition<N>> {
    definition: D,
}

impl<const N: usize, D: Deref<Target = Definition<N>>> Permutation<N, D> {
    /// The puzzle of a definition.
    pub const fn new(definition: D) -> Self {
        Self { definition }
    }

    /// The holder of its definition.
    pub const fn holder(&self) -> &D {
        &self.definition
    }

    /// Its definition.
    pub fn definition(&self) -> &Definition<N> {
        &self.definition
    }

    fn frame(&self, frame: usize) -> &Frame<N> {
        at(
            &self.definition.frame,
            frame % self.definition.frames.max(1),
        )
    }
}

impl<const N: usize, D> Puzzle for Permutation<N, D>
where
    D: Deref<Target = Definition<N>> + Clone + Debug + Send + Sync + 'static,
{
    type State = Stickers<N>;

    fn name(&self) -> &str {
        self.definition.name.as_str()
    }

    fn family(&self) -> &str {
        self.definition.family.as_str()
    }

    fn is_read_by(&self, family: &str) -> bool {
        let former = self.definition.former.as_str();
        family == self.family() || !former.is_empty() && family.ends_with(former)
    }

    #[inline]
    fn move_count(&self) -> usize {
        self.definition.moves
    }

    /// One-hot: of each piece's place, the symbols that moves bring there.
    #[inline]
    fn inputs(&self) -> Inputs {
        self.definition.inputs
    }

    fn move_name(&self, mv: Move) -> &str {
        at(&self.definition.names, mv.index()).as_str()
    }

    #[inline]
    fn apply(&self, state: &Stickers<N>, mv: Move) -> Stickers<N> {
        let from = at(&self.definition.from, mv.index());
        Stickers(core::array::from_fn(|i| *at(&state.0, from[i].into())))
    }

    #[inline]
    fn is_solved(&self, state: &Stickers<N>) -> bool {
        *state == self.definition.solved
    }

    #[inline]
    fn features(&self, state: &Stickers<N>, out: &mut [u16]) {
        let out = &mut out[..self.definition.inputs.active];
        for (out, &(place, base)) in out.iter_mut().zip(&self.definition.shown) {
            *out = base.wrapping_add(u16::from(*at(&state.0, place.into())));
        }
    }

    #[inline]
    fn key(&self, state: &Stickers<N>) -> u64 {
        key(&state.0)
    }

    #[inline]
    fn redundant(&self, previous: Move, next: Move) -> bool {
        at(&self.definition.redundant, previous.index()) >> (next.index() % MAX_MOVES) & 1 == 1
    }

    #[inline]
    fn undo(&self, mv: Move) -> Option<Move> {
        *at(&self.definition.undo, mv.index())
    }

    /// There is only one: stickers of one symbol look the same.
    #[inline]
    fn goal(&self) -> Option<Stickers<N>> {
        Some(self.definition.solved)
    }

    #[inline]
    fn length_step(&self) -> usize {
        self.definition.length_step
    }

    /// 1 for the identity, or as many symmetries as were found (see [`Definition::new`]).
    #[inline]
    fn frames(&self) -> usize {
        self.definition.frames
    }

    fn conjugate(&self, state: &Stickers<N>, frame: usize) -> Stickers<N> {
        let frame = self.frame(frame);
        let symbol = |i: usize| *at(&state.0, frame.from[i].into());
        Stickers(core::array::from_fn(|i| {
            *at(&frame.symbols, symbol(i).into())
        }))
    }

    fn conjugate_move(&self, mv: Move, frame: usize) -> Move {
        Move(*at(&self.frame(frame).moves, mv.index()))
    }

    fn inverse_frame(&self, frame: usize) -> usize {
        self.frame(frame).inverse.into()
    }

    /// Whether no two stickers have the same symbol.
    #[inline]
    fn is_group(&self) -> bool {
        self.definition.is_group
    }

    fn invert(&self, state: &Stickers<N>) -> Option<Stickers<N>> {
        let definition = self.is_group().then_some(self.definition())?;
        let mut inverse = definition.solved;
        for (&here, &own) in state.0.iter().zip(&definition.solved.0) {
            let home = at(&definition.symbols, here.into()).home;
            *inverse.0.get_mut(usize::from(home))? = own;
        }
        Some(inverse)
    }

    fn then(&self, state: &Stickers<N>, next: &Stickers<N>) -> Option<Stickers<N>> {
        let definition = self.is_group().then_some(self.definition())?;
        let from = |symbol: u8| at(&definition.symbols, symbol.into()).home;
        Some(Stickers(
            next.0.map(|symbol| *at(&state.0, from(symbol).into())),
        ))
    }
}
