//! A map that forgets what was used longest ago.

/// At most `most` values by their names, the one used last at the end.
#[derive(Debug)]
pub(crate) struct Recent<K, V> {
    all: Vec<(K, V)>,
    most: usize,
}

impl<K: PartialEq, V> Recent<K, V> {
    pub fn new(most: usize) -> Self {
        let all = Vec::new();
        Self { all, most }
    }

    /// The value of that name, which is now the one used last.
    pub fn get(&mut self, key: &K) -> Option<&V> {
        let at = self.all.iter().position(|(own, _)| own == key)?;
        let found = self.all.remove(at);
        self.all.push(found);
        self.all.last().map(|(_, value)| value)
    }

    /// Keeps a value, in place of the one of the same name.
    pub fn put(&mut self, key: K, value: V) {
        self.forget(&key);
        if self.all.len() >= self.most && !self.all.is_empty() {
            self.all.remove(0);
        }
        self.all.push((key, value));
    }

    pub fn forget(&mut self, key: &K) {
        self.all.retain(|(own, _)| own != key);
    }

    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.all.iter().map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_used_longest_ago_goes_first() {
        let mut recent = Recent::new(2);
        recent.put('a', 1);
        recent.put('b', 2);
        assert_eq!(recent.get(&'a'), Some(&1));
        recent.put('c', 3);
        assert_eq!(recent.get(&'b'), None);
        assert_eq!(recent.get(&'a'), Some(&1));
        recent.put('c', 4);
        assert_eq!(recent.values().collect::<Vec<_>>(), [&1, &4]);
    }
}
