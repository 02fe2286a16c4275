//! A pattern database: the distance of every state of a part of the puzzle, half a byte each.

use quarterturn::parallel;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// Not reached yet; all distances are smaller.
const UNKNOWN: u8 = 15;
/// Bytes of the table that a job scans.
const JOB: usize = 1 << 12;
/// Most moves of a puzzle.
const MOVES: usize = 18;

/// Distances by number of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern(Vec<u8>);

impl Pattern {
    /// Bytes of a pattern with `states` states.
    pub const fn size(states: usize) -> usize {
        states.div_ceil(2)
    }

    /// Reads a table written by [`Pattern::bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self(bytes.to_vec())
    }

    /// The table.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The distance of a state.
    #[inline]
    pub fn distance(&self, state: usize) -> u8 {
        nibble(self.0[state / 2], state)
    }

    /// Breadth-first search from `solved`. `next` writes the states after each of `moves` moves;
    /// `tell` reports how many states are known.
    ///
    /// # Panics
    /// When a state is 15 or more moves away, which half a byte cannot say.
    pub fn build(
        states: usize,
        solved: usize,
        moves: usize,
        next: impl Fn(usize, &mut [usize]) + Sync,
        mut tell: impl FnMut(usize),
    ) -> Self {
        let table: Vec<AtomicU8> = (0..Self::size(states))
            .map(|_| AtomicU8::new(0xff))
            .collect();
        // Clears the bits that are set in the unknown but not in the distance. All writers of one
        // round write the same distance, so the order does not matter; one of them finds it new.
        let reach = |state: usize, distance: u8| {
            let shift = state % 2 * 4;
            let place = &table[state / 2];
            nibble(place.load(Relaxed), state) == UNKNOWN
                && nibble(
                    place.fetch_and(!((UNKNOWN ^ distance) << shift), Relaxed),
                    state,
                ) == UNKNOWN
        };
        reach(solved, 0);
        let mut known = 1;
        for distance in 0.. {
            tell(known);
            let found = parallel::map(table.len().div_ceil(JOB), &|job| {
                let mut after = [0; MOVES];
                let mut found = 0;
                let start = job * JOB;
                let bytes = &table[start..table.len().min(start + JOB)];
                for (i, byte) in (start..).zip(bytes) {
                    let byte = byte.load(Relaxed);
                    for state in [2 * i, 2 * i + 1] {
                        if nibble(byte, state) == distance {
                            next(state, &mut after[..moves]);
                            let new = after[..moves].iter().filter(|&&s| reach(s, distance + 1));
                            found += new.count();
                        }
                    }
                }
                found
            });
            let found: usize = found.into_iter().sum();
            if found == 0 {
                break;
            }
            known += found;
            assert!(
                distance + 1 < UNKNOWN,
                "the pattern is too deep for half a byte"
            );
        }
        Self(table.into_iter().map(AtomicU8::into_inner).collect())
    }
}

/// The half of a byte that belongs to a state.
#[inline]
const fn nibble(byte: u8, state: usize) -> u8 {
    byte >> (state % 2 * 4) & 15
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_is_half_its_length_deep() {
        let mut heard = Vec::new();
        let ring = |state, out: &mut [usize]| {
            out[0] = (state + 1) % 27;
            out[1] = (state + 26) % 27;
        };
        let pattern = Pattern::build(27, 3, 2, ring, |known| heard.push(known));
        let distances: Vec<u8> = (0..27).map(|s| pattern.distance(s)).collect();
        let expected = |s: usize| s.abs_diff(3).min(27 - s.abs_diff(3)) as u8;
        assert_eq!(distances, (0..27).map(expected).collect::<Vec<_>>());
        assert_eq!(heard.first(), Some(&1));
        assert_eq!(heard.last(), Some(&27));
    }
}
