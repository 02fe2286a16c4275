//! Facts about a puzzle that follow from its tables.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;

use super::definition::Symbol;
use super::mates::Mates;
use super::{Definition, Inputs, Move};

/// The permutation of two in a row.
pub(super) fn product(first: &[u16], next: &[u16]) -> Vec<u16> {
    next.iter()
        .map(|&place| first[usize::from(place)])
        .collect()
}

/// Whether one move undoes another. `moved` are the places that each of them moves.
fn undoes(first: (&[u16], &[u16]), next: (&[u16], &[u16])) -> bool {
    let back = |&place: &u16| first.0[usize::from(next.0[usize::from(place)])] == place;
    first.1.len() == next.1.len() && next.1.iter().all(back)
}

/// Whether the order of two moves does not matter. If it does not where one of them moves something, then the other
/// one takes these places to each other, so it does not matter elsewhere.
fn commute(first: (&[u16], &[u16]), next: (&[u16], &[u16])) -> bool {
    let moved = if first.1.len() < next.1.len() {
        first.1
    } else {
        next.1
    };
    moved
        .iter()
        .map(|&place| usize::from(place))
        .all(|place| first.0[usize::from(next.0[place])] == next.0[usize::from(first.0[place])])
}

/// Recognises moves by what they do at a few places that tell all of them apart.
struct Index<'a> {
    places: Vec<usize>,
    known: BTreeMap<Vec<u16>, &'a [u16]>,
}

impl<'a> Index<'a> {
    fn of(moves: &'a [Vec<u16>]) -> Self {
        let sorted: BTreeSet<&[u16]> = moves.iter().map(Vec::as_slice).collect();
        // In a sorted list two differ first where some neighbours between them do.
        let neighbours = sorted.iter().zip(sorted.iter().skip(1));
        let differ = neighbours.filter_map(|(a, b)| a.iter().zip(*b).position(|(a, b)| a != b));
        let places: BTreeSet<usize> = differ.collect();
        let places: Vec<usize> = places.into_iter().collect();
        let look = |from: &[u16]| places.iter().map(|&place| from[place]).collect();
        let known = sorted.into_iter().map(|from| (look(from), from)).collect();
        Self { places, known }
    }

    /// Whether a move does what two in a row do.
    fn has(&self, first: &[u16], next: &[u16]) -> bool {
        let both = |place: u16| first[usize::from(place)];
        let look: Vec<u16> = self.places.iter().map(|&place| both(next[place])).collect();
        let equal = |from: &&[u16]| next.iter().zip(*from).all(|(&at, &from)| both(at) == from);
        self.known.get(&look).is_some_and(equal)
    }
}

impl Definition {
    /// `moved` are the places that each move moves.
    pub(super) fn learn(&mut self, moved: &[Vec<u16>]) {
        self.learn_pairs(moved);
        self.learn_parity(moved);
        self.learn_pieces();
    }

    /// The places that each move moves.
    pub(super) fn moved(&self) -> Vec<Vec<u16>> {
        let moved = |from: &Vec<u16>| {
            let places = (0..).zip(from).filter(|(place, from)| place != *from);
            places.map(|(place, _)| place).collect()
        };
        self.from.iter().map(moved).collect()
    }

    /// Finds which moves undo each other, and which need not follow each other.
    fn learn_pairs(&mut self, moved: &[Vec<u16>]) {
        let index = Index::of(&self.from);
        let moves = || {
            self.from
                .iter()
                .map(Vec::as_slice)
                .zip(moved.iter().map(Vec::as_slice))
        };
        let mut twice = BTreeSet::new();
        let mut undo = vec![None; moved.len()];
        let mut redundant = Vec::with_capacity(moved.len().pow(2));
        for (p, first) in moves().enumerate() {
            // U' U' is U U.
            let again = !twice.insert(product(first.0, first.0));
            for (n, next) in moves().enumerate() {
                let undone = undoes(first, next);
                if undone {
                    undo[p] = Some(Move(n as u8));
                }
                redundant.push(
                    undone
                        || p == n && again
                        || n < p && commute(first, next)
                        || index.has(first.0, next.0),
                );
            }
        }
        (self.undo, self.redundant) = (undo, redundant);
    }

    /// Whether every move changes a parity that can be seen: the sign of what a state does to some
    /// of the orbits without identical stickers. Which orbits those are is a system of linear
    /// equations over the field of two elements, one for each move.
    fn learn_parity(&mut self, moved: &[Vec<u16>]) {
        let plain = self.plain_orbits();
        let mut echelon: Vec<(usize, Vec<bool>)> = Vec::new();
        let solvable = (0..self.moves()).all(|mv| {
            let mut row = self.signs(mv, &moved[mv], &plain);
            let right = row.len();
            row.push(true);
            for (pivot, other) in &echelon {
                if row[*pivot] {
                    row.iter_mut()
                        .zip(other)
                        .for_each(|(bit, other)| *bit ^= other);
                }
            }
            match row.iter().position(|&bit| bit) {
                Some(pivot) if pivot == right => false,
                Some(pivot) => {
                    echelon.push((pivot, row));
                    true
                }
                None => true,
            }
        });
        self.length_step = if solvable { 2 } else { 1 };
    }

    /// Whether a move is odd on each of the orbits; on those with identical stickers that cannot be seen.
    fn signs(&self, mv: usize, moved: &[u16], plain: &[bool]) -> Vec<bool> {
        let mut signs = vec![false; plain.len()];
        let mut seen = vec![false; self.stickers()];
        for start in moved.iter().map(|&place| usize::from(place)) {
            let orbit = usize::from(self.symbol_at(start).orbit);
            let mut place = start;
            while !seen[place] {
                seen[place] = true;
                place = usize::from(self.from[mv][place]);
                // A cycle of n stickers is n − 1 swaps.
                signs[orbit] ^= place != start && plain[orbit];
            }
        }
        signs
    }

    /// The places that determine the state: one for each piece. A place is left out if the sticker in another
    /// place determines it in every state, because the two belong to one piece.
    fn learn_pieces(&mut self) {
        let (mut width, mut shown) = (0, Vec::new());
        let mut mates = Mates::of(self);
        let mut determined = vec![false; self.stickers()];
        for place in 0..self.stickers() {
            let (first, end) = self.symbols_of(place);
            if end - first > 1 && !determined[place] {
                shown.push((place as u16, (width as u16).wrapping_sub(first as u16)));
                width += end - first;
                for mate in mates.of_place(place) {
                    determined[usize::from(mate)] = true;
                }
            }
        }
        let active = shown.len();
        self.inputs = Inputs { width, active };
        self.shown = shown;
    }

    /// The symbols of a place's orbit: the first one, and that behind the last one.
    pub(super) fn symbols_of(&self, place: usize) -> (usize, usize) {
        let orbit = self.symbol_at(place).orbit;
        // Symbols are in the order of their orbits.
        let first = self.symbols.partition_point(|symbol| symbol.orbit < orbit);
        let end = self.symbols.partition_point(|symbol| symbol.orbit <= orbit);
        (first, end)
    }

    /// The symbol that is at a place when the puzzle is solved.
    pub(super) fn symbol_at(&self, place: usize) -> &Symbol {
        &self.symbols[usize::from(self.solved[place])]
    }

    /// Whether each orbit has no identical stickers.
    pub(super) fn plain_orbits(&self) -> Vec<bool> {
        let orbits = self
            .symbols
            .last()
            .map_or(0, |symbol| usize::from(symbol.orbit) + 1);
        let mut more = vec![0isize; orbits];
        for place in 0..self.stickers() {
            more[usize::from(self.symbol_at(place).orbit)] += 1;
        }
        for symbol in &self.symbols {
            more[usize::from(symbol.orbit)] -= 1;
        }
        more.into_iter().map(|more| more == 0).collect()
    }
}
