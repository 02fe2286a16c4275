//! Sets of fingerprints in arrays: sorted lists, of which the last few entries wait to be sorted in together.

use super::heap::{sift_up, sort};

/// Entries that are sorted in together: so many fewer passes over the list.
const LATE: usize = 32;

/// Up to `W` different fingerprints.
#[derive(Clone, Debug)]
pub(super) struct Prints<const W: usize> {
    list: [u32; W],
    /// How many there are, the first of them `sorted`.
    count: usize,
    sorted: usize,
}

impl<const W: usize> Prints<W> {
    /// None.
    pub const EMPTY: Self = Self {
        list: [0; W],
        count: 0,
        sorted: 0,
    };

    /// Forgets all.
    pub fn clear(&mut self) {
        (self.count, self.sorted) = (0, 0);
    }

    /// Whether a fingerprint is there.
    pub fn contains(&self, print: u32) -> bool {
        let list = self.list.get(..self.count).unwrap_or_default();
        let (sorted, late) = list.split_at_checked(self.sorted).unwrap_or_default();
        late.contains(&print) || sorted.binary_search(&print).is_ok()
    }

    /// Adds a fingerprint that is not there yet, if there is room.
    pub fn insert(&mut self, print: u32) {
        if let Some(place) = self.list.get_mut(self.count) {
            *place = print;
            self.count += 1;
        }
        if self.count - self.sorted == LATE {
            self.settle();
        }
    }

    /// Sorts the late ones in, the largest first: what is larger makes room for them and all before them.
    fn settle(&mut self) {
        let mut late = [0; LATE];
        let from = self.list.iter().skip(self.sorted);
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
                && let Some(&larger) = self.list.get(at)
                && larger > print
            {
                (from, to) = (at, to - 1);
                self.put(to, larger);
            }
            to -= 1;
            self.put(to, print);
        }
        self.sorted = self.count;
    }

    fn put(&mut self, at: usize, print: u32) {
        if let Some(place) = self.list.get_mut(at) {
            *place = print;
        }
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
        let mut prints = Prints::<200>::EMPTY;
        for _ in 0..3 {
            prints.clear();
            let mut all = BTreeSet::new();
            for inserted in 0..200 {
                // Few enough to meet some again.
                let print = below(&mut rng, 500);
                assert_eq!(prints.contains(print), all.contains(&print), "{inserted}");
                if all.insert(print) {
                    prints.insert(print);
                }
            }
            assert!((0..500).all(|print| prints.contains(print) == all.contains(&print)));
            let sorted = &prints.list[..prints.sorted];
            assert!(sorted.is_sorted() && sorted.len() + LATE > all.len());
        }
    }

    #[test]
    fn a_full_set_stays_as_it_is() {
        let mut prints = Prints::<3>::EMPTY;
        (0..5).for_each(|print| prints.insert(print));
        assert!([0, 1, 2].into_iter().all(|print| prints.contains(print)));
        assert!(!prints.contains(3));
    }
}
