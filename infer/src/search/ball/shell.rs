//! Some states in two and a half bytes each.

/// A set of states by their keys, of which it keeps 16 bits.
///
/// A state of the set is always found. One in ten thousand other states is taken for one too, so the
/// answer must be checked.
#[derive(Clone, Debug)]
pub(super) struct Shell {
    /// Where the prints of each bucket start, and their number.
    starts: Vec<u32>,
    prints: Vec<u16>,
}

/// States of one bucket, on average: few enough to be looked through at once.
const LOAD: usize = 8;

impl Shell {
    /// The set of these keys, which must be sorted.
    pub fn new(keys: impl ExactSizeIterator<Item = u64>) -> Self {
        let buckets = keys.len() / LOAD + 1;
        let mut starts = Vec::with_capacity(buckets + 1);
        let mut prints = Vec::with_capacity(keys.len());
        for key in keys {
            starts.resize(bucket(key, buckets) + 1, prints.len() as u32);
            prints.push(fingerprint(key));
        }
        starts.resize(buckets + 1, prints.len() as u32);
        Self { starts, prints }
    }

    /// Whether a key may be in the set.
    pub fn may_contain(&self, key: u64) -> bool {
        let at = bucket(key, self.starts.len() - 1);
        let prints = &self.prints[self.starts[at] as usize..self.starts[at + 1] as usize];
        prints.contains(&fingerprint(key))
    }

    /// Of each key its bucket, then the 16 bits that are kept; and the number of buckets.
    pub fn names(&self) -> (Vec<i64>, usize) {
        let buckets = self.starts.windows(2).enumerate();
        let names = buckets.flat_map(|(bucket, starts)| {
            let prints = &self.prints[starts[0] as usize..starts[1] as usize];
            let name = move |&print: &u16| (bucket as i64) << u16::BITS | i64::from(print);
            prints.iter().map(name)
        });
        (names.collect(), self.starts.len() - 1)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.starts) + size_of_val(&*self.prints)
    }
}

/// The bucket of a key: in the order of the keys.
fn bucket(key: u64, buckets: usize) -> usize {
    ((u128::from(key) * buckets as u128) >> 64) as usize
}

/// The bits of a key that are kept, other than those that determine its bucket.
fn fingerprint(key: u64) -> u16 {
    key as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::mixed;

    #[test]
    fn it_has_all_of_its_keys_and_hardly_any_other() {
        for count in [0, 1, 7, 100_000] {
            let mut keys: Vec<u64> = (0..count).map(mixed).collect();
            keys.extend([0, u64::MAX]);
            keys.sort_unstable();
            let shell = Shell::new(keys.iter().copied());
            assert!(keys.iter().all(|&key| shell.may_contain(key)));
            let others = (count..count + 100_000).filter(|&i| shell.may_contain(mixed(i)));
            assert!(others.count() < 50);
            assert!(shell.bytes() <= keys.len() * 5 / 2 + 16);
        }
    }
}
