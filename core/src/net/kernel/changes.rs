//! The rows that the first layer adds and subtracts from one state to the next.

extern crate std;

use std::vec::Vec;

/// For each state of a block, how the sums of the state before it become its own.
///
/// Searches evaluate the children of a state, and of its siblings, next to each other: boards of the
/// 48-puzzle then differ in some three of 49 features, and the sums are still in the registers. (The
/// parent's are not: they would have to be fetched, 2 bytes a column.) A turn of a cube moves 8 of its 20
/// pieces, so two children of a state differ in 8 or more: there all rows are added again, which is as fast.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// State by state: all features, or pairs of a new one and the one whose place it takes.
    features: Vec<u16>,
    /// How many of them are a state's.
    counts: Vec<u16>,
    active: usize,
}

/// What makes the sums of a state.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change<'a> {
    /// The rows of all features.
    All(&'a [u16]),
    /// The sums of the state before, each first feature's row in the place of the second's.
    Swaps(&'a [[u16; 2]]),
}

impl Changes {
    /// For the states with these features, `[states][active]`. False where neighbours hardly share any,
    /// as far as the first states tell: then it is not worth looking at the others.
    pub(super) fn set(&mut self, features: &[u16], active: usize) -> bool {
        const FIRST: usize = 4;
        self.features.clear();
        self.counts.clear();
        self.active = active;
        let mut before: &[u16] = &[];
        for (i, state) in features.chunks_exact(active).enumerate() {
            if i == FIRST && self.features.len() == FIRST * active {
                return false;
            }
            let from = self.features.len();
            if before.is_empty() || !self.swap(state, before) {
                self.features.truncate(from);
                self.features.extend_from_slice(state);
            }
            self.counts.push((self.features.len() - from) as u16);
            before = state;
        }
        self.features.len() < features.len()
    }

    /// Adds the pairs that differ, unless there is little to save.
    fn swap(&mut self, state: &[u16], before: &[u16]) -> bool {
        let end = self.features.len() + state.len() * 3 / 4;
        // Most are the same: eight are compared at once.
        let (new, new_rest) = state.as_chunks::<8>();
        let (old, old_rest) = before.as_chunks::<8>();
        for (new, old) in new.iter().zip(old) {
            if new != old {
                self.differing(new, old);
                if self.features.len() > end {
                    return false;
                }
            }
        }
        self.differing(new_rest, old_rest);
        self.features.len() <= end
    }

    /// Which ones differ cannot be foreseen, so there is no branch: each pair is written, and the next one
    /// over it where they are equal.
    fn differing(&mut self, new: &[u16], old: &[u16]) {
        let mut end = self.features.len();
        self.features.resize(end + 2 * new.len(), 0);
        for (&new, &old) in new.iter().zip(old) {
            self.features[end..][..2].copy_from_slice(&[new, old]);
            end += if new == old { 0 } else { 2 };
        }
        self.features.truncate(end);
    }

    /// State by state.
    pub(super) fn iter(&self) -> impl Iterator<Item = Change<'_>> + Clone {
        let mut rest = &self.features[..];
        self.counts.iter().map(move |&count| {
            let (features, later) = rest.split_at(usize::from(count));
            rest = later;
            if features.len() == self.active {
                Change::All(features)
            } else {
                Change::Swaps(features.as_chunks().0)
            }
        })
    }
}
