//! Words that bring most pieces home, and leave the rest to 3-cycles.

use super::Facts;
use super::insert::{Node, after, hash};
use super::pieces::Pieces;
use super::residue::{class, left};
use crate::group::{Image, product};
use crate::parallel;
use std::collections::VecDeque;
use std::collections::{HashMap, HashSet};

/// Letters of a skeleton, at most.
const LETTERS: usize = 60;
/// Letters without gain after which a skeleton ends.
const IDLE: usize = 8;
/// Skeletons of a length, at most.
const SAME: usize = 16;

/// Classes for which words are looked for, at most.
const CLASSES: usize = 1 << 12;

/// What 3-cycles cannot change.
type Class = Vec<(bool, usize)>;

/// Words that leave nothing to do but 3-cycles, by what else there is to do.
#[derive(Debug, Default)]
pub struct Parity(HashMap<Class, Vec<u8>>);

impl Parity {
    /// The fewest moves for each.
    pub fn of(pieces: &Pieces, moves: &[Image]) -> Self {
        let moves: Vec<Class> = moves.iter().map(|mv| class(pieces, mv)).collect();
        let after = |before: &Class, mv: &Class| -> Class {
            let both = before.iter().zip(mv).zip(&pieces.orbits);
            both.map(|((a, b), orbit)| (a.0 ^ b.0, (a.1 + b.1) % orbit.pieces[0].len()))
                .collect()
        };
        let start: Class = vec![(false, 0); pieces.orbits.len()];
        let mut words: HashMap<Class, Vec<u8>> = HashMap::from([(start.clone(), Vec::new())]);
        let mut open = VecDeque::from([start]);
        while let Some(at) = open.pop_front().filter(|_| words.len() < CLASSES) {
            for (letter, mv) in moves.iter().enumerate() {
                let next = after(&at, mv);
                if !words.contains_key(&next) {
                    let mut word = words[&at].clone();
                    word.push(letter as u8);
                    words.insert(next.clone(), word);
                    open.push_back(next);
                }
            }
        }
        let inverse = |class: &Class| -> Class {
            let each = class.iter().zip(&pieces.orbits);
            each.map(|(own, orbit)| {
                (
                    own.0,
                    (orbit.pieces[0].len() - own.1) % orbit.pieces[0].len(),
                )
            })
            .collect()
        };
        Self(
            words
                .into_iter()
                .map(|(class, word)| (inverse(&class), word))
                .collect(),
        )
    }

    /// How many moves make good what there is to do.
    pub fn letters(&self, class: &[(bool, usize)]) -> Option<usize> {
        self.0.get(class).map(Vec::len)
    }

    /// A node with moves after it that leave nothing to do but 3-cycles.
    pub fn even(&self, facts: &Facts, node: Node) -> Option<Node> {
        let more = self.0.get(&class(&facts.pieces, &node.image))?;
        let word = facts.alphabet.reduced(node.word.iter().chain(more));
        Some(Node {
            image: after(facts, &node.image, more),
            word,
        })
    }
}

/// Skeletons of a state by a beam: those of each length that leave the fewest 3-cycles.
pub fn skeletons(
    facts: &Facts,
    image: &Image,
    width: usize,
    ends: &(dyn Fn() -> bool + Sync),
) -> Vec<Node> {
    let start = Node {
        word: Vec::new(),
        image: image.clone(),
    };
    let worth = |node: &Node| {
        left(facts, |point| node.image[usize::from(point)]).map_or(0, |left| left.worth)
    };
    let (mut least, mut idle) = (worth(&start), 0);
    let mut layer = vec![start];
    let mut all = Vec::new();
    let mut met = HashSet::from([hash(facts, |point| image[usize::from(point)])]);
    for _ in 0..LETTERS {
        all.extend(layer.iter().take(SAME).cloned());
        if idle > IDLE || ends() {
            break;
        }
        let children = parallel::map(layer.len(), &|nth| children(facts, &layer[nth], nth as u32));
        let mut children: Vec<_> = children.into_iter().flatten().collect();
        children.sort_unstable();
        let fresh = children
            .into_iter()
            .filter(|child| met.insert(child.1))
            .take(width);
        let fresh: Vec<_> = fresh.collect();
        layer = parallel::map(fresh.len(), &|nth| {
            let (_, _, before, letter) = fresh[nth];
            let before = &layer[before as usize];
            let word = before.word.iter().copied().chain([letter]).collect();
            Node {
                word,
                image: product(&before.image, &facts.alphabet.moves[usize::from(letter)]),
            }
        });
        let Some(best) = layer.first().map(worth) else {
            break;
        };
        idle = if best < least { 0 } else { idle + 1 };
        least = least.min(best);
    }
    all
}

/// What is left after each move, by number of 3-cycles, hash, node and letter.
fn children(facts: &Facts, node: &Node, nth: u32) -> Vec<(usize, u64, u32, u8)> {
    let mut word = node.word.clone();
    let letters = (0..facts.alphabet.len() as u8).filter_map(|letter| {
        word.push(letter);
        let longer = facts
            .alphabet
            .reduced(&word[word.len().saturating_sub(6)..])
            .len()
            == word.len().min(6);
        word.pop();
        longer.then(|| {
            let image = product(&node.image, &facts.alphabet.moves[usize::from(letter)]);
            (
                left(facts, |point| image[usize::from(point)]).map_or(0, |left| left.worth),
                hash(facts, |point| image[usize::from(point)]),
                nth,
                letter,
            )
        })
    });
    letters.collect()
}
