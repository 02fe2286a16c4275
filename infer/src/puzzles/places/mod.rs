//! Puzzles as symbols in places, for searches that keep their states on a device.

mod cubes;
mod lights;
mod stickers;
mod tiles;

pub(super) use cubes::{cube2, cube3};
pub(super) use lights::lights;
pub(super) use stickers::stickers;
pub(super) use tiles::tiles;

use super::AsSymbols;
use quarterturn_core::Puzzle;
use quarterturn_core::puzzle::key::{FACTOR, SEED};
use quarterturn_core::puzzle::symbols::Symbols;
use quarterturn_core::puzzle::tables::{Key, Tables};
use std::fmt;

/// From a state to its symbols.
type Write<S> = dyn Fn(&S) -> Vec<u8> + Send + Sync;
/// And back.
type Read<S> = dyn Fn(&[u8]) -> S + Send + Sync;

/// A puzzle as tables, and its states as symbols in places.
pub struct Places<S> {
    /// What moves do.
    pub tables: Tables,
    /// The symbols of a state.
    pub symbols: Box<Write<S>>,
    /// The state of symbols that came from states by moves.
    pub state: Box<Read<S>>,
}

impl<S> fmt::Debug for Places<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Places").field(&self.tables).finish()
    }
}

impl<S: AsSymbols + 'static> Places<S> {
    /// The same, of states in one form for all puzzles.
    pub(super) fn packed(self) -> Places<Symbols> {
        let Self {
            tables,
            symbols,
            state,
        } = self;
        Places {
            tables,
            symbols: Box::new(move |packed| S::unpack(packed, &*symbols)),
            state: Box::new(move |symbols| state(symbols).pack()),
        }
    }
}

impl<S: 'static> Places<S> {
    /// For puzzles where each symbol stays in its place and a move changes it into another. `with` is a state that
    /// has some symbol in some place.
    fn in_place<P: Puzzle<State = S>>(
        puzzle: &P,
        [places, symbols]: [usize; 2],
        key: Key,
        with: impl Fn(usize, usize) -> S,
        of: impl Fn(&S) -> Vec<u8> + Send + Sync + 'static,
        state: impl Fn(&[u8]) -> S + Send + Sync + 'static,
    ) -> Self {
        let each = || (0..places).flat_map(|place| (0..symbols).map(move |s| (place, s)));
        let becomes = puzzle.moves().flat_map(|mv| each().map(move |at| (mv, at)));
        let becomes = becomes.map(|(mv, (place, symbol))| {
            let moved = puzzle.apply(&with(place, symbol), mv);
            of(&moved)[place]
        });
        let tables = Tables {
            becomes: becomes.collect(),
            features: features(puzzle, [places, symbols], &with),
            ..blank_tables(puzzle, [places, symbols], key)
        };
        Self {
            tables,
            symbols: Box::new(of),
            state: Box::new(state),
        }
    }
}

/// Tables in which no move does anything and a network is shown nothing.
fn blank_tables<P: Puzzle>(puzzle: &P, [places, symbols]: [usize; 2], key: Key) -> Tables {
    let pairs = puzzle
        .moves()
        .flat_map(|before| puzzle.moves().map(move |mv| (before, mv)));
    Tables {
        places,
        symbols,
        moves: puzzle.move_count(),
        blank: false,
        from: Vec::new(),
        becomes: Vec::new(),
        features: vec![None; places * symbols],
        redundant: pairs
            .map(|(before, mv)| puzzle.redundant(before, mv))
            .collect(),
        barred: vec![false; puzzle.move_count()],
        key,
        bound: None,
    }
}

/// The features of a puzzle that shows one for each place, in order.
fn features<P: Puzzle>(
    puzzle: &P,
    [places, symbols]: [usize; 2],
    with: impl Fn(usize, usize) -> P::State,
) -> Vec<Option<u16>> {
    let mut active = vec![0; puzzle.inputs().active];
    let mut all = Vec::with_capacity(places * symbols);
    for place in 0..places {
        for symbol in 0..symbols {
            puzzle.features(&with(place, symbol), &mut active);
            all.push(Some(active[place]));
        }
    }
    all
}

/// The key of all puzzles whose states are bytes.
const fn of_bytes() -> Key {
    Key::Chain {
        seed: SEED,
        factor: FACTOR,
        bits: false,
    }
}
