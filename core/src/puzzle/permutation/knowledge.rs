//! Facts about a puzzle that follow from its tables.

use super::{Definition, Inputs, MAX_MOVES, Move, Symbol};

/// The permutation of two in a row.
fn product<const N: usize>(first: &[u8; N], next: &[u8; N]) -> [u8; N] {
    next.map(|place| first[usize::from(place)])
}

impl<const N: usize> Definition<N> {
    pub(super) fn learn(&mut self) {
        self.learn_pairs();
        self.learn_parity();
        self.learn_pieces();
    }

    /// Finds which moves undo each other, and which need not follow each other.
    fn learn_pairs(&mut self) {
        let identity: [u8; N] = core::array::from_fn(|i| i as u8);
        let moves = &self.from[..self.moves];
        for (p, first) in moves.iter().enumerate() {
            for (n, next) in moves.iter().enumerate() {
                let both = product(first, next);
                let undone = both == identity;
                if undone {
                    self.undo[p] = Some(Move(n as u8));
                }
                let merges = undone || moves.contains(&both);
                let commutes = n < p && both == product(next, first);
                // U' U' is U U.
                let again = p == n && moves[..p].iter().any(|m| product(m, m) == both);
                self.redundant[p] |= u128::from(merges || commutes || again) << n;
            }
        }
    }

    /// Whether every move changes a parity that can be seen: the sign of what a state does to some
    /// of the orbits without identical stickers. Which orbits those are is a system of linear
    /// equations over the field of two elements, one for each move.
    fn learn_parity(&mut self) {
        let mut echelon = [(0u128, false); u128::BITS as usize];
        let solvable = (0..self.moves).all(|mv| {
            let mut row = (self.signs(mv), true);
            for (bit, other) in echelon.iter().enumerate().rev() {
                if row.0 >> bit & 1 == 1 {
                    row = (row.0 ^ other.0, row.1 ^ other.1);
                }
            }
            match row.0.checked_ilog2() {
                Some(highest) => {
                    echelon[highest as usize] = row;
                    true
                }
                None => !row.1,
            }
        });
        self.length_step = if solvable { 2 } else { 1 };
    }

    /// The orbits on which a move is odd, as bits.
    fn signs(&self, mv: usize) -> u128 {
        let mut signs = 0;
        let mut seen = [false; N];
        for start in 0..self.stickers {
            let orbit = self.symbol(start).orbit;
            let mut place = start;
            while !seen[place] {
                seen[place] = true;
                place = usize::from(self.from[mv][place]);
                // A cycle of n stickers is n − 1 swaps.
                if place != start && self.is_plain(orbit) {
                    signs ^= 1u128.checked_shl(orbit.into()).unwrap_or(0);
                }
            }
        }
        signs
    }

    /// The places that determine the state: one for each piece. A place is left out if the sticker in another
    /// place determines it in every state, because the two belong to one piece.
    fn learn_pieces(&mut self) {
        let (mut width, mut active) = (0, 0);
        for place in 0..self.stickers {
            let orbit = self.symbol(place).orbit;
            let own = |symbol: &&Symbol| symbol.orbit == orbit;
            let symbols = self.own_symbols().filter(own).count();
            let first = self.own_symbols().take_while(|s| s.orbit != orbit).count();
            let mut shown = self.shown[..active].iter();
            if symbols > 1 && !shown.any(|&(other, _)| self.determines(other.into(), place)) {
                self.shown[active] = (place as u8, (width as u16).wrapping_sub(first as u16));
                active += 1;
                width += symbols;
            }
        }
        self.inputs = Inputs { width, active };
    }

    /// Whether the symbol at `place` says which one is at `other`: wherever moves take the stickers of
    /// both, the first one's place has the same partner.
    fn determines(&self, place: usize, other: usize) -> bool {
        if !self.is_plain(self.symbol(place).orbit) {
            return false;
        }
        let mut partner = [None; N];
        let (mut reached, mut done, mut end) = ([place; N], 0, 1);
        partner[place] = Some(other);
        while done < end {
            let place = reached[done];
            done += 1;
            for from in &self.from[..self.moves] {
                let next = usize::from(from[place]);
                let with = partner[place].map(|other| usize::from(from[other]));
                if partner[next].is_none() {
                    partner[next] = with;
                    reached[end] = next;
                    end += 1;
                } else if partner[next] != with {
                    return false;
                }
            }
        }
        true
    }

    /// The symbol that is at a place when the puzzle is solved.
    fn symbol(&self, place: usize) -> &Symbol {
        &self.symbols[usize::from(self.solved.0[place])]
    }

    /// The symbols that stickers have.
    fn own_symbols(&self) -> impl Iterator<Item = &Symbol> {
        let count = self.solved.0[..self.stickers].iter().max();
        let count = count.map_or(0, |&last| usize::from(last) + 1);
        self.symbols[..count].iter()
    }

    /// Whether an orbit has no identical stickers.
    fn is_plain(&self, orbit: u8) -> bool {
        let places = (0..self.stickers).filter(|&place| self.symbol(place).orbit == orbit);
        places.count() == self.own_symbols().filter(|s| s.orbit == orbit).count()
    }
}

const _: () = assert!(MAX_MOVES <= u128::BITS as usize);
