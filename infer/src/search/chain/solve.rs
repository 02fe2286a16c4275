//! A word for a state at once, then shorter ones.

use super::Facts;
use super::insert::{Beams, Node};
use super::skeleton::skeletons;
use super::table::Table;
use super::windows::shortened;
use crate::group::{Image, inverse};
use std::fmt;
use std::sync::atomic::AtomicU64;

/// Skeletons that are looked at for each word that a beam keeps.
const SKELETONS: usize = 16;
/// How many times wider the beams of a round are than those of the round before.
const WIDER: usize = 4;
/// The widest beams.
const WIDEST: usize = 1 << 12;
/// Words of the table that are kept while a state is factored.
const FACTORS: usize = 24;

/// When to end.
pub struct Ends<'a> {
    /// Whether all must end now.
    pub now: &'a (dyn Fn() -> bool + Sync),
    /// Whether it is time to come to an end.
    pub soon: &'a (dyn Fn() -> bool + Sync),
    /// Counts the words that are made.
    pub made: &'a AtomicU64,
    /// The most words that a beam may keep.
    pub widest: usize,
}

impl fmt::Debug for Ends<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ends({:?})", self.made)
    }
}

impl Facts {
    /// Words after which a state is solved, each shorter than the one before, until `offer` says that it is enough, there
    /// is nothing left to try or the time is over. Whether the state can be solved.
    pub fn solve(
        &self,
        state: &Image,
        ends: &Ends<'_>,
        offer: &mut dyn FnMut(&[u8]) -> bool,
    ) -> bool {
        let mut best: Option<Vec<u8>> = None;
        let mut width = 1;
        let widest = WIDEST.min(ends.widest).max(1);
        while width <= widest && (best.is_none() || !(ends.soon)()) && !(ends.now)() {
            let bound = best.as_ref().map_or(usize::MAX, Vec::len);
            let mut found = self.round(state, width, bound, ends);
            if found.is_none() && best.is_none() {
                found = self.factored(state);
                if found.is_none() {
                    return false;
                }
            }
            if let Some(word) = found.filter(|word| word.len() < bound) {
                if !offer(&word) {
                    return true;
                }
                best = Some(word);
            }
            width *= WIDER;
        }
        if let Some(word) = best {
            let shorter = shortened(self, word.clone(), ends.now);
            if shorter.len() < word.len() {
                offer(&shorter);
            }
            return true;
        }
        false
    }

    /// A round of beams of a width.
    fn round(&self, state: &Image, width: usize, bound: usize, ends: &Ends<'_>) -> Option<Vec<u8>> {
        let mut starts = skeletons(self, state, SKELETONS * width, ends.soon);
        // What solves the inverse solves the state, when it is read backwards and undone.
        let back = inverse(state);
        for node in skeletons(self, &back, SKELETONS * width, ends.soon) {
            let word = self.alphabet.undone(&node.word);
            let image = super::insert::after(self, state, &word);
            starts.push(Node { word, image });
        }
        let starts = starts.into_iter().flat_map(|node| self.open(node));
        Beams::new(self, width, starts.collect::<Vec<_>>()).run(bound, ends)
    }

    /// A node after words that leave nothing to do but 3-cycles.
    fn open(&self, node: Node) -> Vec<Node> {
        if !self.hard {
            return self.parity.even(self, node).into_iter().collect();
        }
        let table = self.table();
        let found = table.factored(self, &node.image, table.hard, 2);
        let after = |(word, image): (Vec<u8>, Image)| Node {
            word: self.alphabet.reduced(node.word.iter().chain(&word)),
            image,
        };
        found.into_iter().map(after).collect()
    }

    /// A word by the table alone.
    fn factored(&self, state: &Image) -> Option<Vec<u8>> {
        let table = self.table();
        let found = table.factored(self, state, usize::MAX, FACTORS);
        found.into_iter().map(|(word, _)| word).next()
    }

    pub(super) fn table(&self) -> &Table {
        self.words.get_or_init(|| Table::new(self))
    }
}
