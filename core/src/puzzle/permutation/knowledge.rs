//! Facts about a puzzle that follow from its tables.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use super::definition::Symbol;
use super::{Definition, Inputs, Move};

/// The permutation of two in a row.
pub(super) fn product(first: &[u16], next: &[u16]) -> Vec<u16> {
    next.iter()
        .map(|&place| first[usize::from(place)])
        .collect()
}

impl Definition {
    pub(super) fn learn(&mut self) {
        self.learn_pairs();
        self.learn_parity();
        self.learn_pieces();
    }

    /// Finds which moves undo each other, and which need not follow each other.
    fn learn_pairs(&mut self) {
        let moves = &self.from;
        let single: BTreeSet<&[u16]> = moves.iter().map(Vec::as_slice).collect();
        let twice: Vec<Vec<u16>> = moves.iter().map(|mv| product(mv, mv)).collect();
        self.undo = vec![None; moves.len()];
        for (p, first) in moves.iter().enumerate() {
            for (n, next) in moves.iter().enumerate() {
                let both = product(first, next);
                let undone = both.iter().copied().eq(0..both.len() as u16);
                if undone {
                    self.undo[p] = Some(Move(n as u8));
                }
                let merges = undone || single.contains(&*both);
                let commutes = n < p && both == product(next, first);
                // U' U' is U U.
                let again = p == n && twice[..p].contains(&both);
                self.redundant.push(merges || commutes || again);
            }
        }
    }

    /// Whether every move changes a parity that can be seen: the sign of what a state does to some
    /// of the orbits without identical stickers. Which orbits those are is a system of linear
    /// equations over the field of two elements, one for each move.
    fn learn_parity(&mut self) {
        let mut echelon: Vec<Vec<bool>> = Vec::new();
        let solvable = (0..self.moves()).all(|mv| {
            let mut row = self.signs(mv);
            let right = row.len();
            row.push(true);
            for other in &echelon {
                let pivot = other.iter().position(|&bit| bit).unwrap_or(right);
                if row[pivot] {
                    row.iter_mut()
                        .zip(other)
                        .for_each(|(bit, other)| *bit ^= other);
                }
            }
            match row.iter().position(|&bit| bit) {
                Some(pivot) if pivot == right => false,
                Some(_) => {
                    echelon.push(row);
                    true
                }
                None => true,
            }
        });
        self.length_step = if solvable { 2 } else { 1 };
    }

    /// Whether a move is odd on each of the orbits; on those with identical stickers that cannot be seen.
    fn signs(&self, mv: usize) -> Vec<bool> {
        let orbits = self
            .symbols
            .iter()
            .map(|symbol| usize::from(symbol.orbit) + 1);
        let plain = self.plain_orbits();
        let mut signs = vec![false; orbits.max().unwrap_or(0)];
        let mut seen = vec![false; self.stickers()];
        for start in 0..self.stickers() {
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
        let mates = self.mates();
        let mut determined = vec![false; self.stickers()];
        for place in 0..self.stickers() {
            let orbit = self.symbol_at(place).orbit;
            // Symbols are in the order of their orbits.
            let first = self.symbols.partition_point(|symbol| symbol.orbit < orbit);
            let end = self.symbols.partition_point(|symbol| symbol.orbit <= orbit);
            if end - first > 1 && !determined[place] {
                shown.push((place as u16, (width as u16).wrapping_sub(first as u16)));
                width += end - first;
                let mates = mates[place].iter();
                mates.for_each(|&mate| determined[usize::from(mate)] = true);
            }
        }
        let active = shown.len();
        self.inputs = Inputs { width, active };
        self.shown = shown;
    }

    /// For each place the places whose stickers the one there determines, wherever moves take them. It is a
    /// question to one place of each orbit only: moves take the answer to the others.
    fn mates(&self) -> Vec<Vec<u16>> {
        let plain = self.plain_orbits();
        let mut mates = vec![Vec::new(); self.stickers()];
        let mut partners = vec![(usize::MAX, 0); self.stickers()];
        for start in 0..self.stickers() {
            if !plain[usize::from(self.symbol_at(start).orbit)] || !mates[start].is_empty() {
                continue;
            }
            let all = 0..self.stickers();
            let own = all.filter(|&other| self.determines(start, other, &mut partners));
            mates[start] = own.map(|place| place as u16).collect();
            let mut open = vec![start];
            while let Some(place) = open.pop() {
                for from in &self.from {
                    let next = usize::from(from[place]);
                    if mates[next].is_empty() {
                        mates[next] = mates[place]
                            .iter()
                            .map(|&mate| from[usize::from(mate)])
                            .collect();
                        open.push(next);
                    }
                }
            }
        }
        mates
    }

    /// Whether the symbol at `place`, unlike all others, says which one is at `other`: wherever moves take the
    /// stickers of both, the first one's place has the same partner. The last question that was asked about a
    /// place, and its partner, are in `partners`.
    fn determines(&self, place: usize, other: usize, partners: &mut [(usize, u16)]) -> bool {
        let question = place * self.stickers() + other;
        partners[place] = (question, other as u16);
        let mut open = vec![(place, other)];
        while let Some((place, other)) = open.pop() {
            for from in &self.from {
                let (next, with) = (usize::from(from[place]), from[other]);
                match partners[next] {
                    (asked, known) if asked == question && known != with => return false,
                    (asked, _) if asked == question => {}
                    _ => {
                        partners[next] = (question, with);
                        open.push((next, with.into()));
                    }
                }
            }
        }
        true
    }

    /// The symbol that is at a place when the puzzle is solved.
    fn symbol_at(&self, place: usize) -> &Symbol {
        &self.symbols[usize::from(self.solved[place])]
    }

    /// Whether each orbit has no identical stickers.
    fn plain_orbits(&self) -> Vec<bool> {
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
