//! Moves as letters: which are powers of one another, which commute, and words made short by both.

use crate::group::{Image, identity, product};

/// The most times that a move may be made before all is as before.
const ORDER: usize = 1 << 10;

/// A power of a class of moves: moves that are all powers of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Syllable {
    class: u16,
    exponent: u16,
}

/// The moves of a puzzle.
#[derive(Clone, Debug)]
pub struct Alphabet {
    /// What each move does.
    pub moves: Vec<Image>,
    letters: Vec<Syllable>,
    /// Of each class the fewest letters of each power.
    powers: Vec<Vec<Vec<u8>>>,
    /// Whether two classes commute.
    commute: Vec<bool>,
}

impl Alphabet {
    /// The letters of moves; `None` where one has too great an order, or cannot be undone by powers of others.
    pub fn new(moves: &[Image]) -> Option<Self> {
        let orders: Option<Vec<usize>> = moves.iter().map(order).collect();
        let orders = orders?;
        let mut by_order: Vec<usize> = (0..moves.len()).collect();
        by_order.sort_by_key(|&nth| (usize::MAX - orders[nth], nth));
        let mut letters = vec![None; moves.len()];
        let (mut powers, mut bases) = (Vec::new(), Vec::new());
        for nth in by_order {
            if letters[nth].is_some() {
                continue;
            }
            let (class, order) = (powers.len() as u16, orders[nth]);
            let (mut power, mut steps) = (moves[nth].clone(), Vec::new());
            for exponent in 1..order as u16 {
                for (other, mv) in moves.iter().enumerate() {
                    if letters[other].is_none() && *mv == power {
                        letters[other] = Some(Syllable { class, exponent });
                        steps.push((other as u8, exponent));
                    }
                }
                power = product(&power, &moves[nth]);
            }
            // A move that does nothing is a letter that is never used.
            letters[nth].get_or_insert(Syllable { class, exponent: 0 });
            powers.push(fewest(order, &steps)?);
            bases.push(nth);
        }
        let commute = bases
            .iter()
            .flat_map(|&a| bases.iter().map(move |&b| (a, b)));
        let commute =
            commute.map(|(a, b)| product(&moves[a], &moves[b]) == product(&moves[b], &moves[a]));
        Some(Self {
            moves: moves.to_vec(),
            letters: letters.into_iter().flatten().collect(),
            commute: commute.collect(),
            powers,
        })
    }

    /// Number of letters.
    pub fn len(&self) -> usize {
        self.letters.len()
    }

    fn passes(&self, a: u16, b: u16) -> bool {
        self.commute[usize::from(a) * self.powers.len() + usize::from(b)]
    }

    fn letters_of(&self, syllable: Syllable) -> &[u8] {
        &self.powers[usize::from(syllable.class)][usize::from(syllable.exponent)]
    }

    /// Appends a letter to a word without redundancy.
    fn push(&self, word: &mut Vec<Syllable>, letter: u8) {
        let new = self.letters[usize::from(letter)];
        for at in (0..word.len()).rev() {
            let own = word[at];
            if own.class == new.class {
                let order = self.powers[usize::from(own.class)].len() as u16;
                match (own.exponent + new.exponent) % order {
                    0 => drop(word.remove(at)),
                    exponent => word[at].exponent = exponent,
                }
                return;
            }
            if !self.passes(own.class, new.class) {
                break;
            }
        }
        if new.exponent > 0 {
            word.push(new);
        }
    }

    /// The same without what commuting neighbours undo.
    pub fn reduced<'a>(&self, letters: impl IntoIterator<Item = &'a u8>) -> Vec<u8> {
        let mut word = Vec::new();
        letters
            .into_iter()
            .for_each(|&letter| self.push(&mut word, letter));
        let letters = word.iter().flat_map(|&syllable| self.letters_of(syllable));
        letters.copied().collect()
    }

    /// The number of letters of words one after another, when reduced.
    pub fn joined(&self, words: [&[u8]; 3], room: &mut Room) -> usize {
        let room = &mut room.0;
        room.clear();
        for word in words {
            word.iter().for_each(|&letter| self.push(room, letter));
        }
        room.iter()
            .map(|&syllable| self.letters_of(syllable).len())
            .sum()
    }

    /// The same with each letter as early as those that it commutes with allow.
    pub fn reordered(&self, word: &[u8]) -> Vec<u8> {
        let mut new: Vec<u8> = Vec::with_capacity(word.len());
        for &letter in word {
            let class = |letter: u8| self.letters[usize::from(letter)].class;
            let passes = |&&other: &&u8| {
                class(other) != class(letter) && self.passes(class(other), class(letter))
            };
            let at = new.len() - new.iter().rev().take_while(passes).count();
            new.insert(at, letter);
        }
        new
    }

    /// What undoes a word.
    pub fn undone(&self, word: &[u8]) -> Vec<u8> {
        let back = word.iter().rev().flat_map(|&letter| {
            let own = self.letters[usize::from(letter)];
            let order = self.powers[usize::from(own.class)].len() as u16;
            let exponent = (order - own.exponent) % order;
            self.letters_of(Syllable { exponent, ..own })
        });
        back.copied().collect()
    }

    /// Which letters make a word no longer when they are appended, as bits; those from the 64th on share them.
    pub fn saving_after(&self, word: impl DoubleEndedIterator<Item = u8>) -> u64 {
        let mut tail: Vec<u8> = word.rev().take(DEPTH).collect();
        tail.reverse();
        let (mut own, mut saving) = (Vec::new(), 0);
        tail.iter().for_each(|&letter| self.push(&mut own, letter));
        for (at, last) in own.iter().enumerate() {
            if !own[at + 1..]
                .iter()
                .all(|after| self.passes(after.class, last.class))
            {
                continue;
            }
            let powers = &self.powers[usize::from(last.class)];
            let length = powers[usize::from(last.exponent)].len();
            for (letter, new) in self.letters.iter().enumerate() {
                let both = usize::from(last.exponent + new.exponent) % powers.len();
                if new.class == last.class && powers[both].len() <= length {
                    saving |= 1 << (letter % 64);
                }
            }
        }
        saving
    }

    /// The letters that can come first, or last, in a word, as bits.
    pub fn ends(&self, word: &[u8], first: bool) -> u64 {
        let (mut bits, mut passed) = (0, Vec::<u16>::new());
        for nth in 0..word.len() {
            let letter = word[if first { nth } else { word.len() - 1 - nth }];
            let class = self.letters[usize::from(letter)].class;
            if passed
                .iter()
                .all(|&other| other == class || self.passes(other, class))
            {
                bits |= 1 << (letter % 64);
            }
            passed.push(class);
        }
        bits
    }

    /// What a word does.
    pub fn image(&self, word: &[u8], points: usize) -> Image {
        let by = |image: Image, &letter: &u8| product(&image, &self.moves[usize::from(letter)]);
        word.iter().fold(identity(points), by)
    }
}

/// Letters that are looked through for one that another may meet.
const DEPTH: usize = 12;

/// Room for a word that is reduced.
#[derive(Default)]
pub struct Room(Vec<Syllable>);

fn order(mv: &Image) -> Option<usize> {
    let none = identity(mv.len());
    let (mut power, mut order) = (mv.clone(), 1);
    while power != none {
        power = product(&power, mv);
        order += 1;
        if order > ORDER {
            return None;
        }
    }
    Some(order)
}

/// Of each exponent the fewest letters whose exponents add up to it.
fn fewest(order: usize, steps: &[(u8, u16)]) -> Option<Vec<Vec<u8>>> {
    let mut words: Vec<Option<Vec<u8>>> = vec![None; order];
    words[0] = Some(Vec::new());
    let mut open = std::collections::VecDeque::from([0]);
    while let Some(at) = open.pop_front() {
        for &(letter, exponent) in steps {
            let next = (at + usize::from(exponent)) % order;
            if words[next].is_none() {
                let mut word = words[at].clone()?;
                word.push(letter);
                words[next] = Some(word);
                open.push_back(next);
            }
        }
    }
    words.into_iter().collect()
}
