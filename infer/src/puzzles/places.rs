//! Puzzles as symbols at places, for searches that keep their states on a device.

use quarterturn_core::Puzzle;
use quarterturn_core::cube::cube3::KEYS;
use quarterturn_core::cube::orbit::Orbit;
use quarterturn_core::cube::{Cube2, Cube3};
use quarterturn_core::puzzle::key::{FACTOR, SEED};
use quarterturn_core::puzzle::lights::{Lights, Lit};
use quarterturn_core::puzzle::sliding::{Sliding, Tiles};
use quarterturn_torch::beam::{Key, Tables};
use std::fmt;

/// A puzzle as tables, and its states as symbols at places.
pub struct Places<S> {
    /// What moves do.
    pub tables: Tables,
    /// The symbols of a state.
    pub symbols: Box<dyn Fn(&S) -> Vec<u8> + Send + Sync>,
    /// The state of symbols that came from states by moves.
    pub state: Box<dyn Fn(&[u8]) -> S + Send + Sync>,
}

impl<S> fmt::Debug for Places<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Places").field(&self.tables).finish()
    }
}

impl<S: Copy + 'static> Places<S> {
    /// The same, of states in another form.
    pub fn of_form<T: 'static>(
        self,
        into: impl Fn(&S) -> T + Send + Sync + 'static,
        from: impl Fn(&T) -> S + Send + Sync + 'static,
    ) -> Places<T> {
        let Self {
            tables,
            symbols,
            state,
        } = self;
        Places {
            tables,
            symbols: Box::new(move |other| symbols(&from(other))),
            state: Box::new(move |symbols| into(&state(symbols))),
        }
    }

    /// Where each symbol stays in its place and a move makes another one of it. `with` is a state that has
    /// some symbol at some place.
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
            ..blank_tables(puzzle, [places, symbols], key, &with)
        };
        Self {
            tables,
            symbols: Box::new(of),
            state: Box::new(state),
        }
    }
}

/// Tables in which no move does anything.
fn blank_tables<P: Puzzle>(
    puzzle: &P,
    [places, symbols]: [usize; 2],
    key: Key,
    with: &dyn Fn(usize, usize) -> P::State,
) -> Tables {
    let mut features = Vec::with_capacity(places * symbols);
    let mut active = vec![0; puzzle.inputs().active];
    for place in 0..places {
        for symbol in 0..symbols {
            puzzle.features(&with(place, symbol), &mut active);
            features.push(Some(active[place]));
        }
    }
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
        features,
        redundant: pairs
            .map(|(before, mv)| puzzle.redundant(before, mv))
            .collect(),
        barred: vec![false; puzzle.move_count()],
        key,
    }
}

/// An orbit with one piece in some slot, the others at home but for the one that was there.
fn with_piece<const N: usize, const K: usize>(piece: usize, slot: usize) -> Orbit<N, K> {
    let mut slots = *Orbit::<N, K>::SOLVED.slots();
    slots[slot / K] = (piece * K) as u8;
    slots[piece] = slot as u8;
    Orbit::from_slots(slots).expect("each position is taken once")
}

fn orbit<const N: usize, const K: usize>(slots: &[u8]) -> Orbit<N, K> {
    let slots = slots.try_into().ok().and_then(Orbit::from_slots);
    slots.expect("pieces moved by turns")
}

/// The 3×3×3 cube: the slot of each piece.
pub(super) fn cube3<P: Puzzle<State = Cube3>>(puzzle: &P) -> Option<Places<Cube3>> {
    let with = |piece: usize, slot: usize| {
        let mut cube = Cube3::SOLVED;
        match piece.checked_sub(8) {
            None => cube.corners = with_piece(piece, slot),
            Some(edge) => cube.edges = with_piece(edge, slot),
        }
        cube
    };
    let of = |cube: &Cube3| [&cube.corners.slots()[..], cube.edges.slots()].concat();
    let state = |slots: &[u8]| Cube3 {
        corners: orbit(&slots[..8]),
        edges: orbit(&slots[8..]),
    };
    Some(Places::in_place(
        puzzle,
        [20, 24],
        Key::Words(KEYS),
        with,
        of,
        state,
    ))
}

/// The 2×2×2 cube: the slot of each piece.
pub(super) fn cube2<P: Puzzle<State = Cube2>>(puzzle: &P) -> Option<Places<Cube2>> {
    let cube = |corners| Cube2 { corners };
    Some(Places::in_place(
        puzzle,
        [7, 21],
        Key::Words(KEYS),
        move |piece, slot| cube(with_piece(piece, slot)),
        |cube: &Cube2| cube.corners.slots().to_vec(),
        move |slots| cube(orbit(slots)),
    ))
}

/// Lights Out: whether each light is on.
pub(super) fn lights(puzzle: &Lights) -> Option<Places<Lit>> {
    let cells = puzzle.cells();
    let key = Key::Chain {
        seed: SEED,
        factor: FACTOR,
        bits: true,
    };
    let bits = |bits: &[u8]| {
        let bits = bits.iter().rev();
        Lit::from_bits(bits.fold(0, |all, &bit| all << 1 | u128::from(bit)))
    };
    Some(Places::in_place(
        puzzle,
        [cells, 2],
        key,
        |cell, on| Lit::from_bits((on as u128) << cell),
        move |lit: &Lit| {
            (0..cells)
                .map(|cell| (lit.bits() >> cell & 1) as u8)
                .collect()
        },
        bits,
    ))
}

/// Sliding tiles: the tile in each cell.
pub(super) fn tiles<const CELLS: usize>(puzzle: &Sliding<CELLS>) -> Option<Places<Tiles<CELLS>>> {
    let key = Key::Chain {
        seed: SEED,
        factor: FACTOR,
        bits: false,
    };
    // The goal with two tiles exchanged.
    let with = |cell: usize, tile: usize| {
        let mut cells = *Tiles::<CELLS>::SOLVED.cells();
        let home = (tile + CELLS - 1) % CELLS;
        cells.swap(cell, home);
        Tiles::from_cells(cells)
    };
    let (mut from, mut barred) = (Vec::new(), Vec::new());
    for mv in puzzle.moves() {
        for blank in 0..CELLS {
            let before = with(blank, 0);
            barred.push(!puzzle.allowed(&before, mv));
            let place = |tile| before.cells().iter().position(|t| t == tile);
            let after = puzzle.apply(&before, mv);
            let places = after.cells().iter().filter_map(place);
            from.extend(places.map(|place| place as u8));
        }
    }
    let tables = Tables {
        blank: true,
        from,
        barred,
        ..blank_tables(puzzle, [CELLS; 2], key, &with)
    };
    Some(Places {
        tables,
        symbols: Box::new(|tiles| tiles.cells().to_vec()),
        state: Box::new(|cells| Tiles::from_cells(cells.try_into().expect("all cells"))),
    })
}
