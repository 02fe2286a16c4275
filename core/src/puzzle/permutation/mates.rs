//! Finds the stickers that form one piece.
//!
//! A place determines another if the sticker there says which one is at the other, wherever moves take them. It is a
//! question to one place of each orbit only: moves take the answer to the others.

use alloc::vec;
use alloc::vec::Vec;

use super::{Definition, MAX_MOVES};

/// The most steps for finding them. Beyond these each sticker counts as a piece.
const STEPS: usize = 1 << 28;

/// Which moves move a place.
type Mask = [u64; MAX_MOVES.div_ceil(64)];

/// The places that places determine.
pub(super) struct Mates<'a> {
    definition: &'a Definition,
    /// Whether each orbit has no identical stickers.
    plain: Vec<bool>,
    masks: Vec<Mask>,
    /// Of each place that has been asked about, or that moves take one of these to: the move and the place before it.
    came: Vec<Option<(usize, usize)>>,
    /// Of each first place of an orbit that has been asked about, what it determines.
    own: Vec<Vec<u16>>,
    /// The last question that was asked about a place, and its partner.
    partners: Vec<(usize, u16)>,
    steps: usize,
}

impl<'a> Mates<'a> {
    pub fn of(definition: &'a Definition) -> Self {
        let stickers = definition.stickers();
        let mut masks = vec![Mask::default(); stickers];
        for (mv, from) in definition.from.iter().enumerate() {
            for (place, mask) in masks.iter_mut().enumerate() {
                if usize::from(from[place]) != place {
                    mask[mv / 64] |= 1 << (mv % 64);
                }
            }
        }
        Self {
            definition,
            plain: definition.plain_orbits(),
            masks,
            came: vec![None; stickers],
            own: vec![Vec::new(); stickers],
            partners: vec![(usize::MAX, 0); stickers],
            steps: 0,
        }
    }

    /// The places whose stickers the one at `place` determines; none where stickers of its orbit are identical.
    pub fn of_place(&mut self, place: usize) -> Vec<u16> {
        if !self.plain[usize::from(self.definition.symbol_at(place).orbit)] {
            return Vec::new();
        }
        if self.came[place].is_none() {
            self.ask(place);
        }
        let (mut path, mut at) = (Vec::new(), place);
        while let Some((mv, before)) = self.came[at].filter(|&(_, before)| before != at) {
            path.push(mv);
            at = before;
        }
        let mut mates = self.own[at].clone();
        for mv in path.into_iter().rev() {
            let from = &self.definition.from[mv];
            mates
                .iter_mut()
                .for_each(|mate| *mate = from[usize::from(*mate)]);
        }
        mates
    }

    /// Finds what a place determines, and how moves take it to the others of its orbit.
    fn ask(&mut self, start: usize) {
        self.came[start] = Some((0, start));
        // The nearest first, so that ways are short.
        let (mut open, mut done) = (vec![start], 0);
        while let Some(&place) = open.get(done) {
            done += 1;
            for (mv, from) in self.definition.from.iter().enumerate() {
                let next = usize::from(from[place]);
                if self.came[next].is_none() {
                    self.came[next] = Some((mv, place));
                    open.push(next);
                }
            }
        }
        let mut known = vec![false; self.definition.stickers()];
        known[start] = true;
        for other in 0..known.len() {
            // What moves the other moves this one too.
            let mut masks = self.masks[other].iter().zip(&self.masks[start]);
            let may = masks.all(|(other, own)| other & !own == 0);
            let (first, end) = self.definition.symbols_of(other);
            if known[other] || !may || end - first < 2 || !self.determines(start, other) {
                continue;
            }
            // With a partner in this orbit it determines the partner's partner too, and so on.
            let (mut mate, question) = (other, self.question(start, other));
            while !core::mem::replace(&mut known[mate], true) {
                match self.partners[mate] {
                    (asked, next) if asked == question => mate = next.into(),
                    _ => break,
                }
            }
        }
        let known = (0..).zip(known).filter(|(_, known)| *known);
        self.own[start] = known.map(|(place, _)| place).collect();
    }

    const fn question(&self, place: usize, other: usize) -> usize {
        place * self.partners.len() + other
    }

    /// Whether the symbol at `place`, unlike all others, says which one is at `other`: wherever moves take the
    /// stickers of both, the first one's place has the same partner.
    fn determines(&mut self, place: usize, other: usize) -> bool {
        let question = self.question(place, other);
        self.partners[place] = (question, other as u16);
        let mut open = vec![(place, other)];
        while let Some((place, other)) = open.pop() {
            self.steps += self.definition.moves();
            if self.steps > STEPS {
                return false;
            }
            for from in &self.definition.from {
                let (next, with) = (usize::from(from[place]), from[other]);
                match self.partners[next] {
                    (asked, known) if asked == question && known != with => return false,
                    (asked, _) if asked == question => {}
                    _ => {
                        self.partners[next] = (question, with);
                        open.push((next, with.into()));
                    }
                }
            }
        }
        true
    }
}
