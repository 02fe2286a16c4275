//! Sets of fingerprints in sorted lists. The last few entries are unsorted and are merged together.

use super::heap::{sift_up, sort};

/// Entries that are merged into the list together, so that fewer passes over it are needed.
const LATE: usize = 32;

/// How many different fingerprints a list begins with, the first of them `sorted`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Prints {
    count: usize,
    sorted: usize,
}

impl Prints {
    /// Whether a fingerprint is in their list.
    pub fn contain(&self, list: &[u32], print: u32) -> bool {
        let list = list.get(..self.count).unwrap_or_default();
        let (sorted, late) = list.split_at_checked(self.sorted).unwrap_or_default();
        late.contains(&print) || sorted.binary_search(&print).is_ok()
    }

    /// Adds a fingerprint that is not there yet, if there is room in the list.
    pub fn insert(&mut self, list: &mut [u32], print: u32) {
        if let Some(place) = list.get_mut(self.count) {
            *place = print;
            self.count += 1;
        }
        if self.count - self.sorted == LATE {
            self.settle(list);
        }
    }

    /// Sorts the late ones in, the largest first: what is larger makes room for them and all before them.
    fn settle(&mut self, list: &mut [u32]) {
        let mut late = [0; LATE];
        let from = list.iter().skip(self.sorted);
        for (place, &print) in late.iter_mut().zip(from) {
            *place = print;
        }
        for end in 1..=LATE {
            sift_up(late.get_mut(..end).unwrap_or_default());
        }
        sort(&mut late);
        let (mut from, mut to) = (self.sorted, self.count);
        for print in late.into_iter().rev() {
            while let Some(at) = from.checked_sub(1)
                && let Some(&larger) = list.get(at)
                && larger > print
            {
                (from, to) = (at, to - 1);
                put(list, to, larger);
            }
            to -= 1;
            put(list, to, print);
        }
        self.sorted = self.count;
    }
}

fn put(list: &mut [u32], at: usize, print: u32) {
    if let Some(place) = list.get_mut(at) {
        *place = print;
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::random::below;
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use std::collections::BTreeSet;

    #[test]
    fn a_set_holds_what_was_inserted() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut list = [0; 200];
        for _ in 0..3 {
            let mut prints = Prints::default();
            let mut all = BTreeSet::new();
            for inserted in 0..200 {
                // Few enough to meet some again.
                let print = below(&mut rng, 500);
                let met = prints.contain(&list, print);
                assert_eq!(met, all.contains(&print), "{inserted}");
                if all.insert(print) {
                    prints.insert(&mut list, print);
                }
            }
            assert!((0..500).all(|p| prints.contain(&list, p) == all.contains(&p)));
            let sorted = &list[..prints.sorted];
            assert!(sorted.is_sorted() && sorted.len() + LATE > all.len());
        }
    }

    #[test]
    fn a_full_set_stays_as_it_is() {
        let (mut list, mut prints) = ([0; 3], Prints::default());
        (0..5).for_each(|print| prints.insert(&mut list, print));
        assert!((0..3).all(|print| prints.contain(&list, print)));
        assert!(!prints.contain(&list, 3));
    }
}
