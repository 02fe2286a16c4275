//! Short words, each image once.

use super::alphabet::Alphabet;
use super::pieces::{Orbit, Pieces};
use crate::group::{Image, identity, product};
use std::collections::HashMap;

/// Bytes of what words do, at most, about.
const ROOM: usize = 1 << 27;
/// Words at most, but for those of the last length that is begun.
const WORDS: usize = 600_000;

/// Short words, each image once.
#[derive(Debug)]
pub struct Ball {
    pub orbits: usize,
    /// The word before and the last letter.
    pub nodes: Vec<(u32, u8)>,
    /// Of each word a hash of what it does to each orbit.
    hashes: Vec<u64>,
    /// What the first ones do.
    pub kept: Vec<Image>,
    /// By the hashes of all orbits together.
    index: HashMap<u64, u32>,
}

impl Ball {
    pub fn new(alphabet: &Alphabet, pieces: &Pieces, points: usize) -> Self {
        let orbits = pieces.orbits.len();
        let most = WORDS.min(ROOM / points.max(1));
        let hash = |image: &Image| -> Vec<u64> {
            let sum = |orbit: &Orbit| {
                let terms = orbit
                    .pieces
                    .iter()
                    .map(|piece| mix(piece[0], image[usize::from(piece[0])]));
                terms.fold(0u64, u64::wrapping_add)
            };
            pieces.orbits.iter().map(sum).collect()
        };
        let moved: Vec<Vec<u16>> = alphabet
            .moves
            .iter()
            .map(|mv| {
                let firsts = pieces
                    .orbits
                    .iter()
                    .flat_map(|orbit| orbit.pieces.iter().map(|piece| piece[0]));
                firsts
                    .filter(|&point| mv[usize::from(point)] != point)
                    .collect()
            })
            .collect();
        let none = identity(points);
        let mut ball = Self {
            orbits,
            nodes: vec![(0, 0)],
            hashes: hash(&none),
            kept: vec![none],
            index: HashMap::new(),
        };
        ball.index.insert(ball.all(0), 0);
        let mut layer = 0..1;
        while !layer.is_empty() {
            let (from, next) = (layer.clone(), ball.nodes.len());
            // All of a layer, or none of it. Images of the last one are not kept.
            let last = from
                .len()
                .saturating_mul(alphabet.len())
                .saturating_mul(alphabet.len())
                / 2
                > most;
            for nth in from {
                let image = ball.kept[nth].clone();
                let own = ball.hashes[nth * orbits..][..orbits].to_vec();
                for (letter, mv) in alphabet.moves.iter().enumerate() {
                    let mut new = own.clone();
                    for &point in &moved[letter] {
                        let sum = &mut new[usize::from(pieces.orbit[usize::from(point)])];
                        let to = image[usize::from(mv[usize::from(point)])];
                        *sum = sum
                            .wrapping_sub(mix(point, image[usize::from(point)]))
                            .wrapping_add(mix(point, to));
                    }
                    let all = new.iter().fold(0u64, |all, &one| all.wrapping_add(one));
                    if ball.nodes.len() >= 2 * most || ball.index.contains_key(&all) {
                        continue;
                    }
                    ball.index.insert(all, ball.nodes.len() as u32);
                    ball.nodes.push((nth as u32, letter as u8));
                    ball.hashes.extend(new);
                    if !last {
                        ball.kept.push(product(&image, mv));
                    }
                }
            }
            if last {
                break;
            }
            layer = next..ball.nodes.len();
        }
        ball
    }

    /// The word whose hashes add up to a number.
    pub fn find(&self, all: u64) -> Option<u32> {
        self.index.get(&all).copied()
    }

    /// Bytes of memory, about.
    pub fn bytes(&self) -> usize {
        let points = self.kept.first().map_or(0, Vec::len);
        self.nodes.len() * (32 + 8 * self.orbits) + self.kept.len() * (24 + 2 * points)
    }

    /// Letters of a word.
    pub fn depth(&self, nth: u32) -> usize {
        std::iter::successors(Some(nth).filter(|&nth| nth > 0), |&nth| {
            Some(self.nodes[nth as usize].0).filter(|&nth| nth > 0)
        })
        .count()
    }

    /// A hash of what a word does to an orbit.
    pub fn hash(&self, nth: u32, orbit: usize) -> u64 {
        self.hashes[nth as usize * self.orbits + orbit]
    }

    pub fn all(&self, nth: u32) -> u64 {
        let own = &self.hashes[nth as usize * self.orbits..][..self.orbits];
        own.iter().fold(0, |all, &one| all.wrapping_add(one))
    }

    pub fn word(&self, mut nth: u32) -> Vec<u8> {
        let mut word = Vec::new();
        while nth > 0 {
            let (before, letter) = self.nodes[nth as usize];
            word.push(letter);
            nth = before;
        }
        word.reverse();
        word
    }
}

/// A number for a point that goes to another.
pub(super) fn mix(point: u16, to: u16) -> u64 {
    let both = u64::from(point) << 16 | u64::from(to) | 1 << 32;
    let mixed = both.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 32
}
