//! Short words in a chain of stabilisers (Minkwitz, "An algorithm for solving the factorization problem in permutation
//! groups", 1998): for each level and each place of its point a few words that take the point home and hold those before it.
//!
//! The first levels hold what 3-cycles cannot change: whether orbits are in an odd order and how far their pieces are
//! turned together, as points of their own, and the orbits without 3-cycles.

use super::Facts;
use super::residue::class;
use crate::group::{Image, inverse, product};
use quarterturn_core::random::below;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::collections::{HashMap, HashSet};

/// Words of a place, at most.
const WORDS: usize = 4;
/// Bytes after which a place has one word.
const ROOM: usize = 1 << 27;
/// Random words after which the table is taken to be complete, if none of them was missing.
const SURE: usize = 64;
/// Letters of a random word, at most.
const LETTERS: u32 = 40;
/// Letters of a word that is kept, at most.
const LONGEST: usize = 4_000;
/// Steps of points and letters that a table may take: some ten seconds.
const WORK: u64 = 6_000_000_000;
/// The part of it that makes a complete table shorter.
const BETTER: u64 = WORK / 32;
/// Short words that are fed first, at most.
const SHORT: usize = 20_000;

/// A word and what it does.
#[derive(Clone, Debug)]
struct Entry {
    word: Vec<u8>,
    image: Image,
}

/// The table of words.
#[derive(Debug)]
pub struct Table {
    base: Vec<u16>,
    /// The levels of what 3-cycles cannot change.
    pub hard: usize,
    levels: Vec<HashMap<u16, Vec<Entry>>>,
    work: u64,
    bytes: usize,
}

impl Table {
    /// The table of a puzzle.
    pub fn new(facts: &Facts) -> Self {
        let orbits = || facts.pieces.orbits.iter().enumerate();
        let mut class = Vec::new();
        let mut next = facts.points as u16;
        for (_, orbit) in orbits() {
            class.extend([next, next + 2]);
            next += 2 + orbit.pieces[0].len() as u16;
        }
        let of = |with: bool| {
            let own = orbits()
                .filter(move |(nth, _)| facts.order.iter().any(|(own, _)| own == nth) == with);
            own.flat_map(|(_, orbit)| orbit.pieces.iter().map(|piece| piece[0]))
        };
        let mut base: Vec<u16> = class.into_iter().chain(of(false)).collect();
        let hard = base.len();
        base.extend(of(true));
        let mut table = Self {
            levels: vec![HashMap::new(); base.len()],
            base,
            hard,
            work: 0,
            bytes: 0,
        };
        for nth in 0..facts.ball.kept.len().min(SHORT) {
            table.feed(facts, facts.ball.word(nth as u32));
        }
        for word in facts.cycles.shortest().take(SHORT) {
            table.feed(facts, word.to_vec());
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut sure = 0;
        while sure < SURE && table.work < WORK {
            let count = 1 + below(&mut rng, LETTERS);
            let letters = facts.alphabet.len() as u32;
            let word: Vec<u8> = (0..count).map(|_| below(&mut rng, letters) as u8).collect();
            sure = if table.feed(facts, word) { 0 } else { sure + 1 };
        }
        table.work = 0;
        table.improve(facts);
        table
    }

    fn feed(&mut self, facts: &Facts, word: Vec<u8>) -> bool {
        let word = facts.alphabet.reduced(&word);
        let image = extended(facts, &facts.alphabet.image(&word, facts.points));
        self.put(facts, Entry { word, image })
    }

    /// Adds a word, and what remains of it level by level; whether a place had none.
    fn put(&mut self, facts: &Facts, mut entry: Entry) -> bool {
        for level in 0..self.base.len() {
            let point = self.base[level];
            let place = entry.image[usize::from(point)];
            if place == point {
                continue;
            }
            self.work += (2 * entry.image.len() + 4 * entry.word.len()) as u64;
            let own = self.levels[level].entry(place).or_default();
            let best = own.first().cloned();
            if !own.iter().any(|own| own.image == entry.image) {
                let at = own.partition_point(|own| own.word.len() <= entry.word.len());
                own.insert(at, entry.clone());
                own.truncate(if self.bytes > ROOM { 1 } else { WORDS });
                self.bytes += 2 * entry.image.len() + entry.word.len();
            }
            let Some(best) = best else { return true };
            let back = facts.alphabet.undone(&best.word);
            entry = Entry {
                word: facts.alphabet.reduced(back.iter().chain(&entry.word)),
                image: product(&inverse(&best.image), &entry.image),
            };
            if entry.word.len() > LONGEST {
                return false;
            }
        }
        false
    }

    /// Feeds products of two words of a level, from the last level to the first.
    fn improve(&mut self, facts: &Facts) {
        for level in (0..self.levels.len()).rev() {
            let mut places: Vec<u16> = self.levels[level].keys().copied().collect();
            places.sort_unstable();
            let own = places
                .iter()
                .filter_map(|place| self.levels[level][place].first());
            let own: Vec<Entry> = own.cloned().collect();
            let until = self.work + (BETTER - self.work.min(BETTER)) / (level as u64 + 1);
            for (nth, one) in own.iter().enumerate() {
                for other in own.iter().cycle().skip(nth).take(own.len()) {
                    if self.work >= until {
                        break;
                    }
                    let word = facts.alphabet.reduced(one.word.iter().chain(&other.word));
                    let image = product(&one.image, &other.image);
                    self.put(facts, Entry { word, image });
                }
            }
        }
    }

    /// Bytes of memory, about.
    pub fn bytes(&self) -> usize {
        let entry = |entry: &Entry| 48 + entry.word.len() + 2 * entry.image.len();
        let all = self.levels.iter().flat_map(HashMap::values).flatten();
        all.map(entry).sum()
    }

    /// The shortest words found, at most `width`, that bring the points of the first `levels` levels home, and what they make
    /// of an image; none where the image is not one that the moves make.
    pub fn factored(
        &self,
        facts: &Facts,
        image: &Image,
        levels: usize,
        width: usize,
    ) -> Vec<(Vec<u8>, Image)> {
        let mut open = vec![(Vec::new(), extended(facts, image))];
        for (&point, level) in self.base.iter().zip(&self.levels).take(levels) {
            let mut next = Vec::new();
            for (word, image) in open {
                let place = image
                    .iter()
                    .position(|&to| to == point)
                    .unwrap_or(usize::from(point)) as u16;
                if place == point {
                    next.push((word, image));
                    continue;
                }
                for entry in level.get(&place).into_iter().flatten() {
                    let word = facts.alphabet.reduced(word.iter().chain(&entry.word));
                    next.push((word, product(&image, &entry.image)));
                }
            }
            next.sort_by(|a, b| (a.0.len(), &a.0).cmp(&(b.0.len(), &b.0)));
            let mut met = HashSet::new();
            next.retain(|(_, image)| met.insert(image.clone()));
            next.truncate(width);
            open = next;
        }
        open.iter_mut()
            .for_each(|(_, image)| image.truncate(facts.points));
        open
    }
}

/// An image on more points: two for each orbit, which it exchanges if it is odd there, and a ring, which it turns as far as
/// it turns the pieces together.
fn extended(facts: &Facts, image: &Image) -> Image {
    let mut all = image.clone();
    for (orbit, (odd, turn)) in facts.pieces.orbits.iter().zip(class(&facts.pieces, image)) {
        let first = all.len() as u16;
        all.extend(if odd {
            [first + 1, first]
        } else {
            [first, first + 1]
        });
        let ring = orbit.pieces[0].len();
        all.extend((0..ring).map(|nth| first + 2 + ((nth + turn) % ring) as u16));
    }
    all
}
