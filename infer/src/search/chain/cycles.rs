//! Short words that cycle three pieces and leave all others where they are.
//!
//! Two words that do the same to all orbits but one differ by a word that changes this orbit alone. So words of up to
//! half the length are hashed by what they do to the other orbits. Commutators serve where that finds nothing.

use super::alphabet::Alphabet;
use super::ball::Ball;
use super::pieces::Pieces;
use super::residue::class;
use crate::group::{Image, inverse, product};
use std::collections::{HashMap, HashSet};

/// Most words that are kept for a cycle.
const WORDS: usize = 16;
/// Words longer than the shortest one of a cycle by more than that are not kept.
const LONGER: usize = 2;
/// Pairs of words that are compared in an orbit, at most.
const PAIRS: usize = 4_000_000;
/// Words that do the same to the orbits that are held and are compared, at most: the shortest ones.
const ALIKE: usize = 2_000;
/// Commutators that are tried in an orbit, at most.
const COMMUTATORS: usize = 2_000_000;
/// Pieces of an orbit whose cycles are looked for, at most.
const MOST_PIECES: usize = 64 * super::residue::WORDS;
/// Cycles in an orbit, at most.
const CYCLES: usize = 1_500_000;
/// Points of an orbit whose cycles are in an array.
const DENSE: usize = 150;

/// A word, by its place in the list of letters.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    start: u32,
    pub length: u8,
    /// Letters that can come first, and last, as bits.
    pub firsts: u64,
    pub lasts: u64,
}

/// The words of an orbit's cycles.
#[derive(Debug, Default)]
enum Index {
    #[default]
    None,
    /// By the places of three points.
    Dense(usize, Vec<u32>),
    Sparse(HashMap<[u16; 3], u32>),
}

/// The 3-cycles of a puzzle.
#[derive(Debug, Default)]
pub struct Cycles {
    index: Vec<Index>,
    /// The letters of the shortest words of each orbit.
    least: Vec<usize>,
    cells: Vec<(u32, u32)>,
    words: Vec<Word>,
    letters: Vec<u8>,
}

/// Of three places that follow one another in a cycle the words that make it.
type Found = HashMap<[u16; 3], Vec<Vec<u8>>>;

impl Cycles {
    /// Looks for them, from the orbit that is solved last to the first one: a word may change orbits that are solved later.
    /// The orbits in the order in which they are solved, without those that have no such words.
    pub fn find(
        alphabet: &Alphabet,
        pieces: &Pieces,
        points: usize,
        ball: &Ball,
    ) -> (Self, Vec<usize>) {
        let count = pieces.orbits.len();
        let mut left: Vec<usize> = (0..count)
            .filter(|&nth| (3..=MOST_PIECES).contains(&pieces.orbits[nth].pieces.len()))
            .collect();
        let few: Vec<usize> = (0..count).filter(|nth| !left.contains(nth)).collect();
        left.sort_by_key(|&nth| pieces.orbits[nth].points.len());
        let mut cycles = Self {
            cells: vec![(0, 0)],
            index: (0..count).map(|_| Index::None).collect(),
            least: vec![0; count],
            ..Self::default()
        };
        let mut order = Vec::new();
        loop {
            let found = left.iter().find_map(|&orbit| {
                let others = left.iter().copied().filter(|&other| other != orbit);
                let mut finder = Finder {
                    alphabet,
                    pieces,
                    points,
                    orbit,
                    held: others.chain(few.iter().copied()).collect(),
                    found: Found::new(),
                };
                finder.by_pairs(ball);
                if finder.found.is_empty() {
                    finder.by_commutators(ball);
                }
                (!finder.found.is_empty()).then_some(finder)
            });
            let Some(mut finder) = found else { break };
            finder.spread();
            cycles.add(&finder);
            left.retain(|&orbit| orbit != finder.orbit);
            order.push(finder.orbit);
        }
        order.reverse();
        (cycles, order)
    }

    /// The letters of the shortest words of an orbit.
    pub fn least(&self, orbit: usize) -> usize {
        self.least[orbit]
    }

    /// Bytes of memory, about.
    pub fn bytes(&self) -> usize {
        let index = |index: &Index| match index {
            Index::None => 0,
            Index::Dense(_, cells) => 4 * cells.len(),
            Index::Sparse(cells) => 16 * cells.len(),
        };
        let lists =
            8 * self.cells.len() + size_of::<Word>() * self.words.len() + self.letters.len();
        lists + self.index.iter().map(index).sum::<usize>()
    }

    /// The words that take the first of three points of an orbit, by their places there, to the second, that to the third,
    /// and the third one's piece to the first one's.
    #[inline]
    pub fn words(&self, orbit: usize, [x, y, z]: [u16; 3]) -> &[Word] {
        let cell = match &self.index[orbit] {
            Index::None => 0,
            Index::Dense(n, cells) => {
                let n = *n;
                cells[(usize::from(x) * n + usize::from(y)) * n + usize::from(z)]
            }
            Index::Sparse(cells) => cells.get(&[x, y, z]).copied().unwrap_or(0),
        };
        let (from, to) = self.cells[cell as usize];
        &self.words[from as usize..to as usize]
    }

    /// Of each cycle the shortest word.
    pub fn shortest(&self) -> impl Iterator<Item = &[u8]> {
        let firsts = self
            .cells
            .iter()
            .skip(1)
            .map(|&(from, _)| &self.words[from as usize]);
        firsts.map(|word| self.letters(word))
    }

    /// The letters of a word.
    pub fn letters(&self, word: &Word) -> &[u8] {
        &self.letters[word.start as usize..][..usize::from(word.length)]
    }

    fn add(&mut self, finder: &Finder<'_>) {
        let orbit = &finder.pieces.orbits[finder.orbit];
        let size = orbit.points.len();
        self.least[finder.orbit] = finder
            .found
            .values()
            .map(|words| words[0].len())
            .min()
            .unwrap_or(0);
        let mut dense = vec![0; if size <= DENSE { size * size * size } else { 0 }];
        let mut sparse = HashMap::new();
        let mut keys: Vec<_> = finder.found.keys().copied().collect();
        keys.sort_unstable();
        for key in keys {
            let from = self.words.len() as u32;
            for word in &finder.found[&key] {
                self.words.push(Word {
                    start: self.letters.len() as u32,
                    length: word.len() as u8,
                    firsts: finder.alphabet.ends(word, true),
                    lasts: finder.alphabet.ends(word, false),
                });
                self.letters.extend(word);
            }
            let cell = self.cells.len() as u32;
            self.cells.push((from, self.words.len() as u32));
            for [x, y, z] in finder.names(key) {
                if size <= DENSE {
                    let [x, y, z] = [x, y, z].map(usize::from);
                    dense[(x * size + y) * size + z] = cell;
                } else {
                    sparse.insert([x, y, z], cell);
                }
            }
        }
        self.index[finder.orbit] = match size <= DENSE {
            true => Index::Dense(size, dense),
            false => Index::Sparse(sparse),
        };
    }
}

/// What finds the cycles of an orbit. A cycle is called by the places of the first points of a piece, what it becomes, and
/// what that becomes; the piece is the least one.
struct Finder<'a> {
    alphabet: &'a Alphabet,
    pieces: &'a Pieces,
    points: usize,
    orbit: usize,
    /// The orbits that words leave as they are.
    held: Vec<usize>,
    found: Found,
}

impl Finder<'_> {
    /// The name of what an image does, if it cycles three pieces of the orbit and nothing else.
    fn name(&self, moved: impl Fn(u16) -> u16) -> Option<[u16; 3]> {
        let orbit = &self.pieces.orbits[self.orbit];
        let mut at = [0; 3];
        let mut count = 0;
        for piece in &orbit.pieces {
            if moved(piece[0]) != piece[0] {
                *at.get_mut(count)? = piece[0];
                count += 1;
            }
        }
        if count < 3 {
            return None;
        }
        let (x, y) = (at[0], moved(at[0]));
        let z = moved(y);
        let piece = |point: u16| self.pieces.piece[usize::from(point)];
        let three = piece(x) != piece(y) && piece(y) != piece(z) && piece(z) != piece(x);
        three.then(|| [x, y, z].map(|point| self.pieces.place[usize::from(point)]))
    }

    /// All triples of places that a cycle's name stands for. A cycle that twists is told by its points alone.
    fn names(&self, key: [u16; 3]) -> Vec<[u16; 3]> {
        let orbit = &self.pieces.orbits[self.orbit];
        let point = key.map(|place| orbit.points[usize::from(place)]);
        let word = &self.found[&key][0];
        let image = self.alphabet.image(word, self.points);
        let to = |point: u16| image[usize::from(point)];
        let pieces = point.map(|point| usize::from(self.pieces.piece[usize::from(point)]));
        let mut names = Vec::new();
        let first = usize::from(self.pieces.piece[usize::from(orbit.points[0])]);
        for piece in pieces {
            for &x in &orbit.pieces[piece - first.min(piece)] {
                let (y, z) = (to(x), to(to(x)));
                names.push([x, y, z].map(|point| self.pieces.place[usize::from(point)]));
            }
        }
        names
    }

    fn keep(&mut self, name: [u16; 3], word: Vec<u8>) -> bool {
        if word.is_empty() || word.len() > usize::from(u8::MAX) || self.found.len() >= CYCLES {
            return false;
        }
        let words = self.found.entry(name).or_default();
        let least = words.first().map_or(usize::MAX, Vec::len);
        if word.len() > least.saturating_add(LONGER) || words.contains(&word) {
            return false;
        }
        let at = words.partition_point(|own| own.len() <= word.len());
        words.insert(at, word);
        let least = words[0].len();
        words.retain(|word| word.len() <= least + LONGER);
        words.truncate(WORDS);
        true
    }

    /// Keeps a word that cycles three pieces, and all that begin within it.
    fn keep_turned(&mut self, word: &[u8], met: &mut HashSet<Vec<u8>>) {
        for back in [false, true] {
            let word = if back {
                self.alphabet.undone(word)
            } else {
                word.to_vec()
            };
            for from in 0..word.len() {
                let turned = self
                    .alphabet
                    .reduced(word[from..].iter().chain(&word[..from]));
                let image = self.alphabet.image(&turned, self.points);
                if let Some(name) = self.name(|point| image[usize::from(point)]) {
                    met.insert(turned.clone());
                    self.keep(name, turned);
                }
            }
        }
    }

    /// Words that differ by one that holds the other orbits.
    fn by_pairs(&mut self, ball: &Ball) {
        let held = |nth: u32| {
            self.held
                .iter()
                .map(|&orbit| ball.hash(nth, orbit))
                .fold(0, u64::wrapping_add)
        };
        let mut order: Vec<(u64, u32)> = (0..ball.nodes.len() as u32)
            .map(|nth| (held(nth), nth))
            .collect();
        order.sort_unstable();
        let mut left = PAIRS;
        let mut met = HashSet::new();
        for alike in order.chunk_by(|a, b| a.0 == b.0) {
            if alike.len() < 2 {
                continue;
            }
            let alike = &alike[..alike.len().min(ALIKE)];
            let words: Vec<Vec<u8>> = alike.iter().map(|&(_, nth)| ball.word(nth)).collect();
            let images: Vec<Image> = words
                .iter()
                .map(|word| self.alphabet.image(word, self.points))
                .collect();
            for (nth, one) in images.iter().enumerate() {
                let back = inverse(one);
                for (other, image) in images.iter().enumerate().skip(nth + 1) {
                    let Some(less) = left.checked_sub(1) else {
                        return;
                    };
                    left = less;
                    let to = |point: u16| back[usize::from(image[usize::from(point)])];
                    if self.name(to).is_none() || !self.is_even(&product(&back, image)) {
                        continue;
                    }
                    let undone = self.alphabet.undone(&words[nth]);
                    let word = self.alphabet.reduced(undone.iter().chain(&words[other]));
                    if !met.contains(&word) {
                        self.keep_turned(&word, &mut met);
                    }
                }
            }
        }
    }

    /// Commutators of short words.
    fn by_commutators(&mut self, ball: &Ball) {
        let count = ball.kept.len();
        let firsts = (COMMUTATORS / count.max(1))
            .clamp(self.alphabet.len(), 300)
            .min(count);
        let backs: Vec<Image> = ball.kept.iter().map(|image| inverse(image)).collect();
        for a in 1..firsts {
            for b in 1..count {
                let (one, other) = (&ball.kept[a], &ball.kept[b]);
                let to = |point: u16| {
                    let point = backs[b][usize::from(point)];
                    let point = backs[a][usize::from(point)];
                    one[usize::from(other[usize::from(point)])]
                };
                if !self.alone(to) || self.name(to).is_none() {
                    continue;
                }
                let (one, other) = (ball.word(a as u32), ball.word(b as u32));
                let backs = [self.alphabet.undone(&one), self.alphabet.undone(&other)];
                let all = one.iter().chain(&other).chain(&backs[0]).chain(&backs[1]);
                let word = self.alphabet.reduced(all);
                self.keep_turned(&word, &mut HashSet::new());
            }
        }
    }

    /// Whether 3-cycles can undo what an image does.
    fn is_even(&self, image: &Image) -> bool {
        class(self.pieces, image)
            .iter()
            .all(|own| *own == (false, 0))
    }

    /// Whether an image leaves the orbits as they are that are held.
    fn alone(&self, to: impl Fn(u16) -> u16) -> bool {
        let mut pieces = self
            .held
            .iter()
            .flat_map(|&orbit| &self.pieces.orbits[orbit].pieces);
        pieces.all(|piece| to(piece[0]) == piece[0])
    }

    /// Words for all that conjugation makes of the cycles.
    fn spread(&mut self) {
        let orbit = &self.pieces.orbits[self.orbit];
        let mut by_length: Vec<Vec<[u16; 3]>> = Vec::new();
        let put = |by_length: &mut Vec<Vec<_>>, length: usize, name| {
            by_length.resize(by_length.len().max(length + 1), Vec::new());
            by_length[length].push(name);
        };
        let mut known: Vec<_> = self
            .found
            .iter()
            .map(|(&name, words)| (words[0].len(), name))
            .collect();
        known.sort_unstable();
        known
            .iter()
            .for_each(|&(length, name)| put(&mut by_length, length, name));
        let mut length = 0;
        while length < by_length.len() {
            for name in std::mem::take(&mut by_length[length]) {
                let points = name.map(|place| orbit.points[usize::from(place)]);
                let word = self.found[&name][0].clone();
                for letter in 0..self.alphabet.len() as u8 {
                    let mv = &self.alphabet.moves[usize::from(letter)];
                    let moved = points.map(|point| mv[usize::from(point)]);
                    let back = self.alphabet.undone(&[letter]);
                    let Some(name) = self.named(moved, &word, &[letter]) else {
                        continue;
                    };
                    if self.found.contains_key(&name) {
                        continue;
                    }
                    let word = self
                        .alphabet
                        .reduced([letter].iter().chain(&word).chain(&back));
                    let longer = word.len();
                    if self.keep(name, word) {
                        put(&mut by_length, longer.max(length), name);
                    }
                }
            }
            length += 1;
        }
    }

    /// The name of what conjugation with letters makes of a word that cycles; `points` are what it makes of its points.
    fn named(&self, points: [u16; 3], word: &[u8], letters: &[u8]) -> Option<[u16; 3]> {
        let back = self.alphabet.undone(letters);
        // Of a point where the letters, the word and the letters back take it.
        let through = |word: &[u8], point: u16| {
            let by = |point: u16, &letter: &u8| {
                self.alphabet.moves[usize::from(letter)][usize::from(point)]
            };
            word.iter().rev().fold(point, by)
        };
        let to = |point: u16| through(letters, through(word, through(&back, point)));
        let first = points
            .iter()
            .map(|&point| self.pieces.piece[usize::from(point)])
            .min()?;
        let base = self.pieces.piece[usize::from(self.pieces.orbits[self.orbit].points[0])];
        let x = self.pieces.orbits[self.orbit].pieces[usize::from(first - base)][0];
        let (y, z) = (to(x), to(to(x)));
        Some([x, y, z].map(|point| self.pieces.place[usize::from(point)]))
    }
}
