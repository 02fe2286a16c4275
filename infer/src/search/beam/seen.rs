//! Recently visited states: a set of fixed size that forgets the oldest.
//!
//! A beam moves away from where it was, so it can meet only states of the last few depths again. A set
//! that forgets needs no more memory at depth 40 than at depth 4. A forgotten state costs at most a place
//! in the beam.

use super::column::Column;
use crate::limits::{Stopped, Watch};
use crate::parallel;
use std::hint::black_box;

/// States treated between two looks at the clock: a few milliseconds of work.
pub(super) const SLICE: usize = 1 << 16;

/// Keys in one bucket: a cache line.
const WAYS: usize = 8;
/// Parts that are filled side by side. Fixed, so that results do not depend on threads.
const SHARDS: usize = 16;
/// Keys that one thread parts; fewer are not worth several threads.
const PART: usize = 1 << 12;
/// The low bits of an entry say at which depth the key was met last.
const AGES: u64 = 64;

/// A fixed-size set of keys that are already well mixed.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    shards: Vec<Shard>,
    /// Where the keys of each shard are in the batch at hand, in a list for each part of it.
    places: Vec<Vec<Vec<u32>>>,
    depth: u64,
}

#[derive(Clone, Debug)]
struct Shard {
    buckets: Vec<[u64; WAYS]>,
}

impl Seen {
    /// A set that remembers about the last `keys` keys.
    pub fn new(keys: usize) -> Self {
        let buckets = (keys / (SHARDS * WAYS)).next_power_of_two();
        Self {
            // Not one copied: zeros from the system cost nothing until they are used.
            shards: (0..SHARDS)
                .map(|_| Shard {
                    buckets: vec![[0; WAYS]; buckets],
                })
                .collect(),
            places: vec![vec![Vec::new(); SLICE / PART]; SHARDS],
            depth: 0,
        }
    }

    /// Bytes of a set for `keys` keys.
    pub const fn bytes(keys: usize) -> usize {
        (keys / (SHARDS * WAYS)).next_power_of_two() * SHARDS * WAYS * size_of::<u64>()
    }

    /// Adds the keys of the next depth; `fresh[i]` says whether key i was not known. Of equal
    /// keys the first is fresh.
    pub fn insert(
        &mut self,
        keys: &[u64],
        fresh: &mut Column<bool>,
        watch: Watch<'_>,
    ) -> Result<(), Stopped> {
        self.depth = (self.depth + 1) % AGES;
        fresh.truncate(0);
        fresh.reserve(keys.len());
        for keys in keys.chunks(SLICE) {
            watch.due()?;
            self.insert_slice(keys, fresh.more(keys.len(), false));
        }
        Ok(())
    }

    fn insert_slice(&mut self, keys: &[u64], fresh: &mut [bool]) {
        let depth = self.depth;
        if keys.len() < PART {
            for (fresh, &key) in fresh.iter_mut().zip(keys) {
                *fresh = self.shards[shard_of(key)].insert(key, depth);
            }
            return;
        }
        let parts = keys.len().div_ceil(PART);
        let mut by_part: Vec<Vec<&mut Vec<u32>>> = Vec::new();
        by_part.resize_with(parts, Vec::new);
        for lists in &mut self.places {
            let lists = by_part.iter_mut().zip(lists);
            lists.for_each(|(part, list)| part.push(list));
        }
        let parted = by_part.iter_mut().zip(keys.chunks(PART)).enumerate();
        parallel::each(parted, &|(nth, (lists, keys))| {
            lists.iter_mut().for_each(|list| list.clear());
            for (i, &key) in (*nth * PART..).zip(*keys) {
                lists[shard_of(key)].push(i as u32);
            }
        });
        let shards = self.shards.iter_mut().zip(&mut self.places);
        parallel::each(shards, &|(shard, lists)| {
            for places in &mut lists[..parts] {
                // Each bucket is asked for before the first is searched: one by one they would wait for memory.
                let near = places.iter().map(|&i| shard.bucket(keys[i as usize])[0]);
                black_box(near.fold(0, |all, entry| all ^ entry));
                places.retain(|&i| shard.insert(keys[i as usize], depth));
            }
        });
        let places = &self.places;
        parallel::each(fresh.chunks_mut(PART).enumerate(), &|(nth, fresh)| {
            fresh.fill(false);
            for &i in places.iter().flat_map(|lists| &lists[*nth]) {
                fresh[i as usize - *nth * PART] = true;
            }
        });
    }
}

fn shard_of(key: u64) -> usize {
    (key >> 60) as usize % SHARDS
}

impl Shard {
    fn bucket(&mut self, key: u64) -> &mut [u64; WAYS] {
        let at = (key >> 6) as usize & (self.buckets.len() - 1);
        &mut self.buckets[at]
    }

    fn insert(&mut self, key: u64, depth: u64) -> bool {
        let bucket = self.bucket(key);
        let name = key / AGES * AGES;
        let age = |entry: u64| (depth + AGES - entry % AGES) % AGES;
        let (mut oldest, mut most) = (0, 0);
        for (i, entry) in bucket.iter_mut().enumerate() {
            if *entry == 0 {
                *entry = name | depth;
                return true;
            }
            if *entry / AGES * AGES == name {
                *entry = name | depth;
                return false;
            }
            if age(*entry) > most {
                (oldest, most) = (i, age(*entry));
            }
        }
        bucket[oldest] = name | depth;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::search::mixed;
    use std::collections::HashSet;

    /// Within its size it is a set, however many keys come at once.
    #[test]
    fn agrees_with_a_hash_set() {
        let limits = Limits::default();
        for batch in [100, 10_000, SLICE as u64 + 10] {
            let mut ours = Seen::new(1 << 21);
            let mut theirs = HashSet::new();
            let mut fresh = Column::within(Vec::new());
            for depth in 0..6 {
                // Half of the keys of the depth before come again, and some twice.
                let keys: Vec<u64> = (0..batch)
                    .map(|i| mixed(depth * batch / 2 + i / 2 * 2))
                    .collect();
                ours.insert(&keys, &mut fresh, limits.start()).unwrap();
                let expected: Vec<bool> = keys.iter().map(|k| theirs.insert(k / AGES)).collect();
                assert!(*fresh == expected, "depth {depth}");
            }
        }
    }

    #[test]
    fn forgets_the_oldest_first() {
        let mut seen = Seen::new(SHARDS * WAYS);
        // All in one bucket: the same high bits, and there is only one bucket a shard.
        let key = |i: u64| (3 << 60) | (i << 6);
        let (limits, mut fresh) = (Limits::default(), Column::within(Vec::new()));
        let watch = limits.start();
        for i in 0..=WAYS as u64 {
            seen.insert(&[key(i + 1)], &mut fresh, watch).unwrap();
            assert_eq!(*fresh, [true]);
        }
        seen.insert(&[key(2)], &mut fresh, watch).unwrap();
        assert_eq!(*fresh, [false], "the second is still known");
        seen.insert(&[key(1)], &mut fresh, watch).unwrap();
        assert_eq!(*fresh, [true], "the first made room");
    }
}
