//! Finds the symmetries of a puzzle: renamings of moves and stickers that leave the puzzle the same.
//!
//! Moves and places get colours, which are refined by each other again and again. Moves or places of
//! different colours cannot be renamed to each other. Where moves still have the same colour,
//! one of them is marked. Another choice of marks that leads to the same colours as the first is a candidate
//! for a symmetry, which is then checked.
//!
//! Where every move moves every place, a mark tells nothing apart. A second attempt also refines moves by what
//! pairs of them do: the lengths of the cycles of their products, and which of these are moves.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use super::definition::Frame;
use super::knowledge::product;
use super::{Definition, MAX_FRAMES};

/// How many times colours are refined after a mark. More rounds find no more symmetries.
const ROUNDS: usize = 6;

/// How many marks are tried.
const MARKS: usize = 4000;

/// How many places of moves are looked at: some seconds' worth, for puzzles that take longer to mark.
const LOOKS: usize = 1 << 30;

/// The colours of places and moves.
#[derive(Clone)]
struct Colours {
    places: Vec<u64>,
    moves: Vec<u64>,
}

/// The search for all marks that lead to the same colours.
struct Search<'a> {
    definition: &'a Definition,
    /// What pairs of moves do: `[moves][moves]`, or nothing.
    pairs: &'a [Pair],
    /// For each mark, the colour of its move before it, and the colours of all moves after it.
    marks: Vec<(u64, u64)>,
    /// The colours of the moves after all marks, no two of them the same.
    last: Vec<u64>,
    marked: usize,
    frames: Vec<Frame>,
}

/// What one move after another does.
#[derive(Clone, Copy)]
struct Pair {
    /// The lengths of the cycles, as one number.
    cycles: u64,
    /// The move that does the same.
    is: Option<u8>,
}

/// Too much work, or too many symmetries.
struct Exhausted;

fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9e37_79b9_7f4a_7c15) * u128::from(b ^ 0xd1b5_4a32_d192_ed03);
    product as u64 ^ (product >> 64) as u64
}

impl Colours {
    fn refine(&mut self, definition: &Definition, pairs: &[Pair]) {
        let tables = &definition.from;
        for _ in 0..ROUNDS {
            let old = self.clone();
            for (table, own) in tables.iter().zip(&mut self.moves) {
                *own = mix(*own, 1);
                for (place, &from) in table.iter().enumerate() {
                    let from = usize::from(from);
                    if from != place {
                        *own = own.wrapping_add(mix(old.places[place], old.places[from]));
                    }
                }
            }
            let rows = pairs.chunks_exact(tables.len());
            for (row, own) in rows.zip(&mut self.moves) {
                for (pair, &look) in row.iter().zip(&old.moves) {
                    let made = pair.is.map_or(0, |mv| old.moves[usize::from(mv)]);
                    *own = own.wrapping_add(mix(mix(pair.cycles, made), look));
                }
            }
            for (place, own) in self.places.iter_mut().enumerate() {
                *own = mix(*own, 2);
                for (table, &look) in tables.iter().zip(&old.moves) {
                    let from = usize::from(table[place]);
                    if from != place {
                        *own = own.wrapping_add(mix(look, old.places[from]));
                    }
                }
            }
        }
    }

    /// Marks a move.
    fn mark(&mut self, mv: usize, definition: &Definition, pairs: &[Pair]) {
        self.moves[mv] = mix(self.moves[mv], 3);
        self.refine(definition, pairs);
    }

    /// One number for the colours of all moves.
    fn all(&self) -> u64 {
        let moves = self.moves.iter();
        moves.fold(0, |sum, &look| sum.wrapping_add(mix(look, 4)))
    }

    /// The first move with the same colour as another.
    fn alike(&self) -> Option<usize> {
        let alike = |&mv: &usize| {
            let same = self.moves.iter().filter(|&&look| look == self.moves[mv]);
            same.count() > 1
        };
        (0..self.moves.len()).find(alike)
    }
}

impl Definition {
    pub(super) fn find_symmetries(&mut self) {
        let found = self.symmetries(&[]);
        let found = found.or_else(|Exhausted| self.symmetries(&self.pairs()));
        self.all_frames = found.is_ok();
        self.frames = found.unwrap_or_else(|Exhausted| vec![self.identity()]);
    }

    fn pairs(&self) -> Vec<Pair> {
        let moves = self.from.iter().zip(0..);
        let single: BTreeMap<&[u16], u8> = moves.map(|(from, mv)| (&**from, mv)).collect();
        let pair = |first, next| {
            let both = product(first, next);
            let (cycles, is) = (cycles(&both), single.get(&*both).copied());
            Pair { cycles, is }
        };
        let all = self.from.iter();
        all.flat_map(|first| self.from.iter().map(move |next| pair(first, next)))
            .collect()
    }

    fn symmetries(&self, pairs: &[Pair]) -> Result<Vec<Frame>, Exhausted> {
        let mut colours = Colours {
            places: vec![0; self.stickers()],
            moves: vec![0; self.moves()],
        };
        colours.refine(self, pairs);
        let start = colours.clone();
        let mut marks = Vec::new();
        // The first move with the same colour as another is marked, so that the identity is found first.
        while let Some(mv) = colours.alike() {
            let before = colours.moves[mv];
            colours.mark(mv, self, pairs);
            marks.push((before, colours.all()));
        }
        let mut search = Search {
            definition: self,
            pairs,
            marks,
            last: colours.moves,
            marked: 0,
            frames: Vec::new(),
        };
        search.extend(0, &start)?;
        search.inverses().ok_or(Exhausted)?;
        Ok(search.frames)
    }
}

/// The lengths of a permutation's cycles, as one number.
fn cycles(from: &[u16]) -> u64 {
    let mut seen = vec![false; from.len()];
    let mut sum = 0u64;
    for start in 0..from.len() {
        let (mut length, mut place) = (0, start);
        while !core::mem::replace(&mut seen[place], true) {
            place = from[place].into();
            length += 1;
        }
        sum = sum.wrapping_add(mix(length, 5));
    }
    sum
}

impl Search<'_> {
    /// Tries all places of the marks from `mark` on.
    fn extend(&mut self, mark: usize, colours: &Colours) -> Result<(), Exhausted> {
        let Some(&(before, after)) = self.marks.get(mark) else {
            return self.complete(colours);
        };
        let each = 2 * ROUNDS * self.definition.moves() * self.definition.stickers().max(1);
        for mv in 0..self.definition.moves() {
            if colours.moves[mv] == before {
                self.marked += 1;
                if self.marked > MARKS.min(LOOKS / each) {
                    return Err(Exhausted);
                }
                let mut colours = colours.clone();
                colours.mark(mv, self.definition, self.pairs);
                if colours.all() == after {
                    self.extend(mark + 1, &colours)?;
                }
            }
        }
        Ok(())
    }

    /// Keeps the symmetry with these marks, if there is one.
    fn complete(&mut self, colours: &Colours) -> Result<(), Exhausted> {
        if let Some(frame) = self.frame(colours) {
            if self.frames.len() == MAX_FRAMES {
                return Err(Exhausted);
            }
            self.frames.push(frame);
        }
        Ok(())
    }

    /// The renaming of stickers that belongs to the images of the moves. If there are several, any one serves: they
    /// differ by a renaming that commutes with all moves, which no state can tell apart.
    fn frame(&self, colours: &Colours) -> Option<Frame> {
        let mut frame = self.definition.identity();
        for (image, look) in frame.moves.iter_mut().zip(&self.last) {
            *image = colours.moves.iter().position(|other| other == look)? as u8;
        }
        let stickers = self.definition.stickers();
        let mut to = vec![None; stickers];
        for place in 0..stickers {
            if to[place].is_none() {
                // Orbits have symbols of their own, so that each can be renamed by itself.
                to =
                    (0..stickers).find_map(|image| self.spread(&to, &frame.moves, place, image))?;
            }
        }
        let solved = &self.definition.solved;
        for (place, image) in to.into_iter().enumerate() {
            let image = usize::from(image?);
            frame.from[image] = place as u16;
            frame.symbols[usize::from(solved[place])] = solved[image];
        }
        Some(frame)
    }

    /// Renames `place` to `image`, and with it all places of its orbit, as the `moves` are renamed; `None` where that does not
    /// fit the moves, the symbols or the places that have images.
    fn spread(
        &self,
        to: &[Option<u16>],
        moves: &[u8],
        place: usize,
        image: usize,
    ) -> Option<Vec<Option<u16>>> {
        let definition = self.definition;
        let solved = &definition.solved;
        let mut taken = vec![false; to.len()];
        to.iter()
            .flatten()
            .for_each(|&t| taken[usize::from(t)] = true);
        if core::mem::replace(&mut taken[image], true) {
            return None;
        }
        let mut to = to.to_vec();
        to[place] = Some(image as u16);
        let mut open = vec![(place, image)];
        // Symbols go one to one.
        let mut symbols = vec![(None, None); definition.symbols.len()];
        while let Some((place, image)) = open.pop() {
            let (here, there) = (solved[place], solved[image]);
            let onto = *symbols[usize::from(here)].0.get_or_insert(there);
            let back = *symbols[usize::from(there)].1.get_or_insert(here);
            if (onto, back) != (there, here) {
                return None;
            }
            for (from, &mv) in definition.from.iter().zip(moves) {
                let next = usize::from(from[place]);
                let onto = definition.from[usize::from(mv)][image];
                if to[next].is_none() && !core::mem::replace(&mut taken[usize::from(onto)], true) {
                    to[next] = Some(onto);
                    open.push((next, onto.into()));
                } else if to[next] != Some(onto) {
                    return None;
                }
            }
        }
        Some(to)
    }

    /// Finds the frame that undoes each frame.
    fn inverses(&mut self) -> Option<()> {
        for i in 0..self.frames.len() {
            let own = &self.frames[i].moves;
            let undoes = |other: &Frame| {
                let mut moves = own.iter().enumerate();
                moves.all(|(mv, &image)| usize::from(other.moves[usize::from(image)]) == mv)
            };
            self.frames[i].inverse = self.frames.iter().position(undoes)? as u8;
        }
        Some(())
    }
}
