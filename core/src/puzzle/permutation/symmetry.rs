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
use super::renaming::Renaming;
use super::{Definition, MAX_FRAMES};

/// How many times colours are refined after a mark. More rounds find no more symmetries.
const ROUNDS: usize = 6;

/// How many marks are tried.
const MARKS: usize = 4000;

/// How many places of moves are looked at: a second's worth, for puzzles that take long to mark.
const LOOKS: usize = 1 << 28;

/// The colours of places and moves.
#[derive(Clone)]
struct Colours {
    places: Vec<u64>,
    moves: Vec<u64>,
}

/// What colours are refined by.
#[derive(Clone, Copy)]
struct Ground<'a> {
    definition: &'a Definition,
    /// The places that each move moves.
    moved: &'a [Vec<u16>],
    /// What pairs of moves do: `[moves][moves]`, or nothing.
    pairs: &'a [Pair],
}

/// The looks that are left.
struct Looks(usize);

/// The search for all marks that lead to the same colours.
struct Search<'a> {
    ground: Ground<'a>,
    /// For each mark, the colour of its move before it, and the colours of all moves after it.
    marks: Vec<(u64, u64)>,
    /// The colours after all marks, no two of the moves' the same.
    last: Colours,
    marked: usize,
    looks: Looks,
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

impl Looks {
    fn take(&mut self, looks: usize) -> Result<(), Exhausted> {
        self.0 = self.0.checked_sub(looks).ok_or(Exhausted)?;
        Ok(())
    }
}

impl Colours {
    fn refine(&mut self, ground: Ground<'_>, looks: &mut Looks) -> Result<(), Exhausted> {
        let moved: usize = ground.moved.iter().map(Vec::len).sum();
        let each = 2 * moved + self.places.len() + self.moves.len() + ground.pairs.len();
        looks.take(ROUNDS * each)?;
        for _ in 0..ROUNDS {
            let old = self.clone();
            self.moves.iter_mut().for_each(|own| *own = mix(*own, 1));
            self.places.iter_mut().for_each(|own| *own = mix(*own, 2));
            let moves = ground.definition.from.iter().zip(ground.moved);
            for (mv, (from, moved)) in moves.enumerate() {
                for place in moved.iter().map(|&place| usize::from(place)) {
                    let before = old.places[usize::from(from[place])];
                    let (own, here) = (&mut self.moves[mv], &mut self.places[place]);
                    *own = own.wrapping_add(mix(old.places[place], before));
                    *here = here.wrapping_add(mix(old.moves[mv], before));
                }
            }
            let rows = ground.pairs.chunks_exact(self.moves.len());
            for (row, own) in rows.zip(&mut self.moves) {
                for (pair, &look) in row.iter().zip(&old.moves) {
                    let made = pair.is.map_or(0, |mv| old.moves[usize::from(mv)]);
                    *own = own.wrapping_add(mix(mix(pair.cycles, made), look));
                }
            }
        }
        Ok(())
    }

    /// Marks a move.
    fn mark(&mut self, mv: usize, ground: Ground<'_>, looks: &mut Looks) -> Result<(), Exhausted> {
        self.moves[mv] = mix(self.moves[mv], 3);
        self.refine(ground, looks)
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
    /// `moved` are the places that each move moves.
    pub(super) fn find_symmetries(&mut self, moved: &[Vec<u16>]) {
        let found = self.symmetries(moved, &[]);
        let found = found.or_else(|Exhausted| self.symmetries(moved, &self.pairs()?));
        self.all_frames = found.is_ok();
        self.frames = found.unwrap_or_else(|Exhausted| vec![self.identity()]);
    }

    fn pairs(&self) -> Result<Vec<Pair>, Exhausted> {
        // A product, and its cycles.
        Looks(LOOKS).take(4 * self.moves().pow(2) * self.stickers())?;
        let moves = self.from.iter().zip(0..);
        let single: BTreeMap<&[u16], u8> = moves.map(|(from, mv)| (&**from, mv)).collect();
        let pair = |first, next| {
            let both = product(first, next);
            let (cycles, is) = (cycles(&both), single.get(&*both).copied());
            Pair { cycles, is }
        };
        let all = self.from.iter();
        let pairs = all.flat_map(|first| self.from.iter().map(move |next| pair(first, next)));
        Ok(pairs.collect())
    }

    fn symmetries(&self, moved: &[Vec<u16>], pairs: &[Pair]) -> Result<Vec<Frame>, Exhausted> {
        let ground = Ground {
            definition: self,
            moved,
            pairs,
        };
        let mut looks = Looks(LOOKS);
        let mut colours = Colours {
            places: vec![0; self.stickers()],
            moves: vec![0; self.moves()],
        };
        colours.refine(ground, &mut looks)?;
        let start = colours.clone();
        let mut marks = Vec::new();
        // The first move with the same colour as another is marked, so that the identity is found first.
        while let Some(mv) = colours.alike() {
            let before = colours.moves[mv];
            colours.mark(mv, ground, &mut looks)?;
            marks.push((before, colours.all()));
        }
        let mut search = Search {
            ground,
            marks,
            last: colours,
            marked: 0,
            looks,
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
        for mv in 0..colours.moves.len() {
            if colours.moves[mv] == before {
                self.marked += 1;
                if self.marked > MARKS {
                    return Err(Exhausted);
                }
                let mut colours = colours.clone();
                colours.mark(mv, self.ground, &mut self.looks)?;
                if colours.all() == after {
                    self.extend(mark + 1, &colours)?;
                }
            }
        }
        Ok(())
    }

    /// Keeps the symmetry with these marks, if there is one.
    fn complete(&mut self, colours: &Colours) -> Result<(), Exhausted> {
        if let Some(frame) = self.frame(colours)? {
            if self.frames.len() == MAX_FRAMES {
                return Err(Exhausted);
            }
            self.frames.push(frame);
        }
        Ok(())
    }

    /// The renaming of stickers that belongs to the images of the moves. If there are several, any one serves: they
    /// differ by a renaming that commutes with all moves, which no state can tell apart.
    fn frame(&mut self, colours: &Colours) -> Result<Option<Frame>, Exhausted> {
        let definition = self.ground.definition;
        let mut frame = definition.identity();
        for (image, look) in frame.moves.iter_mut().zip(&self.last.moves) {
            match colours.moves.iter().position(|other| other == look) {
                Some(found) => *image = found as u8,
                None => return Ok(None),
            }
        }
        let stickers = definition.stickers();
        // What a place may become has its colour.
        let mut alike: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for (place, &look) in colours.places.iter().enumerate() {
            alike.entry(look).or_default().push(place);
        }
        let mut renaming = Renaming::none(definition);
        for place in self.ground.unmoved() {
            renaming.rename(place, place);
        }
        for place in 0..stickers {
            if renaming.to[place].is_some() {
                continue;
            }
            // Orbits have symbols of their own, so that each can be renamed by itself.
            let images = alike.get(&self.last.places[place]);
            let mut found = false;
            for &image in images.into_iter().flatten() {
                let looks = renaming.spread(definition, &frame.moves, place, image);
                self.looks.take(looks.unwrap_or_else(|looks| looks))?;
                found = looks.is_ok();
                if found {
                    break;
                }
            }
            if !found {
                return Ok(None);
            }
        }
        let solved = &definition.solved;
        for (place, image) in renaming.to.into_iter().flatten().enumerate() {
            let image = usize::from(image);
            frame.from[image] = place as u16;
            frame.symbols[usize::from(solved[place])] = solved[image];
        }
        Ok(Some(frame))
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

impl Ground<'_> {
    /// The places that no move moves.
    fn unmoved(self) -> impl Iterator<Item = usize> {
        let mut moved = vec![false; self.definition.stickers()];
        let places = self.moved.iter().flatten();
        places.for_each(|&place| moved[usize::from(place)] = true);
        let places = moved.into_iter().enumerate();
        places.filter(|(_, moved)| !moved).map(|(place, _)| place)
    }
}
