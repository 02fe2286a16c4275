//! Finds the symmetries of a puzzle: renamings of moves and stickers that leave the puzzle the same.
//!
//! Moves and places get colours, which are refined by each other again and again. Moves or places of
//! different colours cannot be renamed to each other. Where moves still have the same colour,
//! one of them is marked. Another choice of marks that leads to the same colours as the first is a candidate
//! for a symmetry, which is then checked.

use super::{Definition, Frame, MAX_MOVES};

/// How many times colours are refined after a mark. More rounds find no more symmetries.
const ROUNDS: usize = 6;

/// How many marks are tried.
const WORK: usize = 4000;

/// The colours of places and moves.
#[derive(Clone, Copy)]
struct Colours<const N: usize> {
    places: [u64; N],
    moves: [u64; MAX_MOVES],
}

/// The search for all marks that lead to the same colours.
struct Search<'a, const N: usize> {
    definition: &'a mut Definition<N>,
    /// For each mark, the colour of its move before it, and the colours of all moves after it.
    marks: [(u64, u64); MAX_MOVES],
    count: usize,
    /// The colours of the moves after all marks, no two of them the same.
    last: [u64; MAX_MOVES],
    work: usize,
}

/// Too much work, or too many symmetries.
struct Exhausted;

fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9e37_79b9_7f4a_7c15) * u128::from(b ^ 0xd1b5_4a32_d192_ed03);
    product as u64 ^ (product >> 64) as u64
}

impl<const N: usize> Colours<N> {
    fn refine(&mut self, definition: &Definition<N>) {
        let tables = &definition.from[..definition.moves];
        for _ in 0..ROUNDS {
            let old = *self;
            for (table, own) in tables.iter().zip(&mut self.moves) {
                *own = mix(*own, 1);
                for (place, &from) in table.iter().enumerate().take(definition.stickers) {
                    let from = usize::from(from);
                    if from != place {
                        *own = own.wrapping_add(mix(old.places[place], old.places[from]));
                    }
                }
            }
            for (place, own) in self.places.iter_mut().enumerate().take(definition.stickers) {
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
    fn mark(&mut self, mv: usize, definition: &Definition<N>) {
        self.moves[mv] = mix(self.moves[mv], 3);
        self.refine(definition);
    }

    /// One number for the colours of all moves.
    fn all(&self, definition: &Definition<N>) -> u64 {
        let moves = self.moves[..definition.moves].iter();
        moves.fold(0, |sum, &look| sum.wrapping_add(mix(look, 4)))
    }
}

impl<const N: usize> Definition<N> {
    pub(super) fn find_symmetries(&mut self) {
        let mut colours = Colours {
            places: [0; N],
            moves: [0; MAX_MOVES],
        };
        colours.refine(self);
        let start = colours;
        let mut marks = [(0, 0); MAX_MOVES];
        let mut count = 0;
        // The first move with the same colour as another is marked, so that the identity is found first.
        let alike = |colours: &Colours<N>, moves| {
            let looks = &colours.moves[..moves];
            let alike = |&mv: &usize| looks.iter().filter(|&&look| look == looks[mv]).count() > 1;
            (0..moves).find(alike)
        };
        while let Some(mv) = alike(&colours, self.moves) {
            let before = colours.moves[mv];
            colours.mark(mv, self);
            marks[count] = (before, colours.all(self));
            count += 1;
        }
        self.frames = 0;
        let mut search = Search {
            marks,
            count,
            last: colours.moves,
            work: WORK,
            definition: self,
        };
        let complete = search.extend(0, &start).is_ok() && search.inverses().is_some();
        if !complete {
            self.frames = 1;
        }
    }
}

impl<const N: usize> Search<'_, N> {
    /// Tries all places of the marks from `mark` on.
    fn extend(&mut self, mark: usize, colours: &Colours<N>) -> Result<(), Exhausted> {
        if mark == self.count {
            return self.complete(colours);
        }
        let (before, after) = self.marks[mark];
        for mv in 0..self.definition.moves {
            if colours.moves[mv] == before {
                self.work = self.work.checked_sub(1).ok_or(Exhausted)?;
                let mut colours = *colours;
                colours.mark(mv, self.definition);
                if colours.all(self.definition) == after {
                    self.extend(mark + 1, &colours)?;
                }
            }
        }
        Ok(())
    }

    /// Keeps the symmetry with these marks, if there is one.
    fn complete(&mut self, colours: &Colours<N>) -> Result<(), Exhausted> {
        if let Some(frame) = self.frame(colours) {
            let place = self.definition.frame.get_mut(self.definition.frames);
            *place.ok_or(Exhausted)? = frame;
            self.definition.frames += 1;
        }
        Ok(())
    }

    /// The renaming of stickers that belongs to the images of the moves. If there are several, any one serves: they
    /// differ by a renaming that commutes with all moves, which no state can tell apart.
    fn frame(&self, colours: &Colours<N>) -> Option<Frame<N>> {
        let (stickers, moves) = (self.definition.stickers, self.definition.moves);
        let mut image = [0; MAX_MOVES];
        for (image, look) in image.iter_mut().zip(&self.last[..moves]) {
            *image = colours.moves[..moves]
                .iter()
                .position(|other| other == look)? as u8;
        }
        let mut to = [None; N];
        let mut frame = Frame {
            from: core::array::from_fn(|i| i as u8),
            symbols: core::array::from_fn(|i| i as u8),
            moves: image,
            inverse: 0,
        };
        for place in 0..stickers {
            if to[place].is_none() {
                // Orbits have symbols of their own, so that each can be renamed by itself.
                to = (0..stickers).find_map(|image| self.spread(to, &frame.moves, place, image))?;
            }
        }
        let solved = &self.definition.solved.0;
        for (place, image) in to.iter().enumerate().take(stickers) {
            let image = usize::from((*image)?);
            frame.from[image] = place as u8;
            frame.symbols[usize::from(solved[place])] = solved[image];
        }
        Some(frame)
    }

    /// Renames `place` to `image`, and with it all places of its orbit, as the `moves` are renamed; `None` where that does not
    /// fit the moves, the symbols or the places that have images.
    fn spread(
        &self,
        mut to: [Option<u8>; N],
        moves: &[u8; MAX_MOVES],
        place: usize,
        image: usize,
    ) -> Option<[Option<u8>; N]> {
        let definition = &*self.definition;
        let solved = &definition.solved.0;
        let mut taken = [false; N];
        to.iter()
            .flatten()
            .for_each(|&t| taken[usize::from(t)] = true);
        let (mut reached, mut done, mut end) = ([place; N], 0, 1);
        to[place] = Some(image as u8);
        if core::mem::replace(&mut taken[image], true) {
            return None;
        }
        // Symbols go one to one.
        let mut symbols = [(None, None); N];
        while done < end {
            let place = reached[done];
            let image = usize::from(to[place]?);
            done += 1;
            let (here, there) = (solved[place], solved[image]);
            let onto = *symbols[usize::from(here)].0.get_or_insert(there);
            let back = *symbols[usize::from(there)].1.get_or_insert(here);
            if (onto, back) != (there, here) {
                return None;
            }
            for (from, &mv) in definition.from[..definition.moves].iter().zip(moves) {
                let next = usize::from(from[place]);
                let onto = definition.from[usize::from(mv)][image];
                if to[next].is_none() && !core::mem::replace(&mut taken[usize::from(onto)], true) {
                    to[next] = Some(onto);
                    reached[end] = next;
                    end += 1;
                } else if to[next] != Some(onto) {
                    return None;
                }
            }
        }
        Some(to)
    }

    /// Finds the frame that undoes each frame.
    fn inverses(&mut self) -> Option<()> {
        let moves = self.definition.moves;
        let frames = self.definition.frames;
        for i in 0..frames {
            let own = self.definition.frame[i].moves;
            let undoes = |other: &Frame<N>| {
                (0..moves).all(|mv| usize::from(other.moves[usize::from(own[mv])]) == mv)
            };
            let inverse = self.definition.frame[..frames].iter().position(undoes)?;
            self.definition.frame[i].inverse = inverse as u8;
        }
        Some(())
    }
}
