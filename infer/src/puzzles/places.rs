//! Puzzles as symbols at places, for searches that keep their states on a device.

use quarterturn_core::Puzzle;
use quarterturn_core::cube::cube3::KEYS;
use quarterturn_core::cube::orbit::Orbit;
use quarterturn_core::cube::{Cube2, Cube3};
use quarterturn_core::puzzle::key::{FACTOR, SEED};
use quarterturn_core::puzzle::lights::{Lights, Lit};
use quarterturn_core::puzzle::permutation::{Definition, Permutation, Stickers};
use quarterturn_core::puzzle::sliding::{Sliding, Tiles};
use quarterturn_torch::beam::{Bound, Key, Tables};
use std::fmt::{self, Debug};
use std::ops::Deref;

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
        features: features(puzzle, [CELLS; 2], with),
        bound: Some(distances_and_conflicts::<CELLS>()),
        ..blank_tables(puzzle, [CELLS; 2], key)
    };
    Some(Places {
        tables,
        symbols: Box::new(|tiles| tiles.cells().to_vec()),
        state: Box::new(|cells| Tiles::from_cells(cells.try_into().expect("all cells"))),
    })
}

/// The Manhattan distance and the lines of tiles, as [`Puzzle::bound`] has them.
fn distances_and_conflicts<const CELLS: usize>() -> Bound {
    let side = Tiles::<CELLS>::SIDE;
    let line = |row: bool, line: usize| {
        let cell = move |step: usize| {
            if row {
                line * side + step
            } else {
                step * side + line
            }
        };
        (0..side)
            .map(move |step| cell(step) as u8)
            .collect::<Vec<_>>()
    };
    let lines: Vec<Vec<u8>> = [true, false]
        .into_iter()
        .flat_map(|row| (0..side).map(move |at| line(row, at)))
        .collect();
    let home = |tile: usize| (tile + CELLS - 1) % CELLS;
    let bit = |line: &[u8], tile: usize| {
        let at = line
            .iter()
            .position(|&cell| usize::from(cell) == home(tile));
        at.filter(|_| tile > 0).map_or(0, |at| 1 << at)
    };
    let homes = lines
        .iter()
        .flat_map(|line| (0..CELLS).map(move |tile| bit(line, tile)));
    let moves = |cell: usize, tile: usize| match home(tile) {
        _ if tile == 0 => 0,
        home => (cell / side).abs_diff(home / side) + (cell % side).abs_diff(home % side),
    };
    let distances = (0..CELLS).flat_map(|cell| (0..CELLS).map(move |tile| moves(cell, tile) as u8));
    Bound {
        distances: distances.collect(),
        homes: homes.collect(),
        lines,
    }
}

/// A puzzle from a file: the symbol at each place, those that no sticker has too.
pub(super) fn stickers<const N: usize, D>(puzzle: &Permutation<N, D>) -> Option<Places<Stickers<N>>>
where
    D: Deref<Target = Definition<N>> + Clone + Debug + Send + Sync + 'static,
{
    let definition = puzzle.definition();
    let solved = *definition.solved().symbols();
    let symbols = usize::from(*solved.iter().max()?) + 1;
    let mut from: Vec<Vec<usize>> = Vec::new();
    for mv in puzzle.moves() {
        let table = definition.from(mv).iter().map(|&place| place.into());
        from.push(table.chain(definition.stickers()..N).collect());
    }
    // The symbols that moves bring to each place.
    let mut comes = vec![[false; 256]; N];
    for (comes, &symbol) in comes.iter_mut().zip(&solved) {
        comes[usize::from(symbol)] = true;
    }
    loop {
        let before = comes.clone();
        for from in &from {
            for (place, &source) in from.iter().enumerate() {
                let more = comes[source];
                let both = comes[place].iter_mut().zip(more);
                both.for_each(|(here, there)| *here |= there);
            }
        }
        if comes == before {
            break;
        }
    }
    let mut features = vec![None; N * symbols];
    let shown = |place: usize, symbol: usize| {
        let mut state = solved;
        state[place] = symbol as u8;
        let mut active = vec![0; puzzle.inputs().active];
        puzzle.features(&Stickers::from_symbols(state), &mut active);
        active
    };
    for place in 0..N {
        let all: Vec<usize> = (0..symbols).filter(|&s| comes[place][s]).collect();
        let &[first, second, ..] = &all[..] else {
            continue;
        };
        let [a, b] = [first, second].map(|symbol| shown(place, symbol));
        // A place that is not shown changes nothing.
        let Some(at) = (0..a.len()).find(|&at| a[at] != b[at]) else {
            continue;
        };
        for symbol in all {
            features[place * symbols + symbol] = Some(shown(place, symbol)[at]);
        }
    }
    let key = Key::Chain {
        seed: SEED,
        factor: FACTOR,
        bits: false,
    };
    let from = from.into_iter().flatten().map(|place| place as u8);
    let tables = Tables {
        from: from.collect(),
        features,
        ..blank_tables(puzzle, [N, symbols], key)
    };
    Some(Places {
        tables,
        symbols: Box::new(|stickers| stickers.symbols().to_vec()),
        state: Box::new(|symbols| Stickers::from_symbols(symbols.try_into().expect("all places"))),
    })
}
