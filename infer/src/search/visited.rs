//! The states a search has met, as 64-bit keys in an open-addressing table: eight bytes and about
//! one cache miss a state.

/// A growing set of keys that are already well mixed.
#[derive(Clone, Debug)]
pub(super) struct Visited {
    /// 0 marks an empty slot; the key 0 is stored as 1.
    slots: Vec<u64>,
    count: usize,
}

impl Visited {
    /// A set with room for `capacity` keys before it first grows.
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            slots: vec![0; (capacity * 2).next_power_of_two().max(64)],
            count: 0,
        }
    }

    /// Adds a key; false when it was there already.
    pub fn insert(&mut self, key: u64) -> bool {
        if self.count * 8 > self.slots.len() * 5 {
            let doubled = vec![0; self.slots.len() * 2];
            for key in std::mem::replace(&mut self.slots, doubled) {
                if key != 0 {
                    self.place(key);
                }
            }
        }
        let new = self.place(key.max(1));
        self.count += usize::from(new);
        new
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u64>()
    }

    fn place(&mut self, key: u64) -> bool {
        let mask = self.slots.len() - 1;
        let mut at = key as usize & mask;
        loop {
            match self.slots[at] {
                0 => {
                    self.slots[at] = key;
                    return true;
                }
                found if found == key => return false,
                _ => at = (at + 1) & mask,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_a_hash_set_while_growing() {
        let mut ours = Visited::with_capacity(1);
        let mut theirs = std::collections::HashSet::new();
        let mut x = 1u64;
        for i in 0..100_000u64 {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(i);
            let key = (x >> 40).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            assert_eq!(ours.insert(key), theirs.insert(key.max(1)), "key {key}");
        }
    }
}
