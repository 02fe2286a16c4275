//! A puzzle as tables of numbers: all that a device has to know about it.

use alloc::vec::Vec;

/// A puzzle whose states are symbols in places. A move brings a symbol to each place and may turn it into
/// another symbol.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Number of places, at most 256.
    pub places: usize,
    /// Number of symbols, at most 256: each is a byte below it.
    pub symbols: usize,
    /// Number of moves, at most 255.
    pub moves: usize,
    /// Whether what a move does depends on where symbol 0 is: the blank of sliding tiles. Then tables by
    /// case have one for each place, else there is one case.
    pub blank: bool,
    /// The place from which each place gets its symbol: `[moves][cases][places]`. Empty where symbols stay
    /// in their places.
    pub from: Vec<u8>,
    /// What each symbol at each place becomes after it is there: `[moves][places][symbols]`. Empty where
    /// symbols stay what they are.
    pub becomes: Vec<u8>,
    /// The input of the network that stands for a symbol at a place: `[places][symbols]`. None where a
    /// network is not shown it.
    pub features: Vec<Option<u16>>,
    /// Whether a move is useless after another one: `[moves before][moves]`.
    pub redundant: Vec<bool>,
    /// Whether a move cannot be made: `[moves][cases]`.
    pub barred: Vec<bool>,
    /// How states become numbers of 64 bits.
    pub key: Key,
    /// The parts of the puzzle's lower bound, for networks whose costs count from it.
    pub bound: Option<Bound>,
}

impl Tables {
    /// The number of cases that moves tell apart.
    pub fn cases(&self) -> usize {
        if self.blank { self.places } else { 1 }
    }
}

/// How a state becomes a number of 64 bits: eight bytes at a time, multiplied with something of 64 bits,
/// the two halves of the product folded into one. Exactly what the puzzle says itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Three words, each with a constant, one multiplied with the next.
    Words([u64; 3]),
    /// Word after word, from a seed, multiplied with a constant.
    Chain {
        /// What it begins with.
        seed: u64,
        /// What each word is multiplied with.
        factor: u64,
        /// Whether symbols are single bits, 128 in all, instead of bytes.
        bits: bool,
    },
}

/// What the lower bound of a puzzle is made of: how far symbols are from home, and which of them are in each other's
/// way (linear conflict).
///
/// Symbols in their home line that keep their order can pass along it; each of the others has to leave the
/// line and come back, two moves that no distance counts.
#[derive(Clone, Debug)]
pub struct Bound {
    /// Least number of moves from a place to a symbol's home: `[places][symbols]`.
    pub distances: Vec<u8>,
    /// The places of each line, in order: `[lines][steps]`, at most eight steps.
    pub lines: Vec<Vec<u8>>,
    /// The bit of a symbol's home in a line, 0 where it has none there: `[lines][symbols]`.
    pub homes: Vec<u8>,
}
