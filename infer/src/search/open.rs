//! The open list of a best-first search: a bucket queue.
//!
//! Costs are integers, so an entry goes straight to the bucket of its cost; only the bucket in
//! front is kept in order. Entries leave in exactly the order of a comparison heap, which would
//! pay for a full sort of millions of entries that never leave.

use quarterturn_core::Move;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Costs per bucket: 2⁶ units, one sixteenth of a move.
const SHIFT: u32 = 6;
/// Costs of 1024 moves and more share the last bucket.
const LAST: usize = 1 << 14;

/// A state waiting to be expanded or, in Q*, a move waiting to be made.
///
/// The order is that of the fields: cheapest first; of those the deepest, being nearest to the
/// goal by its own account; of those the one met first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub cost: i32,
    pub depth: Reverse<u16>,
    pub node: u32,
    pub mv: Move,
}

/// Entries by cost.
#[derive(Default)]
pub(super) struct Open {
    /// The cheapest entries: all of the buckets up to `at`.
    front: BinaryHeap<Reverse<Entry>>,
    at: usize,
    buckets: Vec<Vec<Entry>>,
    bytes: usize,
}

impl Open {
    /// Adds an entry.
    pub fn push(&mut self, entry: Entry) {
        let bucket = ((entry.cost.max(0) >> SHIFT) as usize).min(LAST);
        if bucket <= self.at {
            return self.front.push(Reverse(entry));
        }
        if bucket >= self.buckets.len() {
            self.buckets.resize_with(bucket + 1, Vec::new);
        }
        let entries = &mut self.buckets[bucket];
        let before = entries.capacity();
        entries.push(entry);
        self.bytes += (entries.capacity() - before) * size_of::<Entry>();
    }

    /// Takes out the `count` cheapest entries that are `fresh`, in order, and drops the stale ones
    /// it meets.
    pub fn pop(&mut self, count: usize, fresh: impl Fn(&Entry) -> bool) -> Vec<Entry> {
        let mut popped = Vec::new();
        while popped.len() < count {
            match self.front.pop() {
                Some(Reverse(entry)) if fresh(&entry) => popped.push(entry),
                Some(_) => {}
                None if !self.advance() => break,
                None => {}
            }
        }
        popped
    }

    /// Brings the next bucket to the front; false when there is none.
    fn advance(&mut self) -> bool {
        while self.at + 1 < self.buckets.len() {
            self.at += 1;
            let bucket = std::mem::take(&mut self.buckets[self.at]);
            self.bytes -= bucket.capacity() * size_of::<Entry>();
            if !bucket.is_empty() {
                self.front = bucket.into_iter().map(Reverse).collect();
                return true;
            }
        }
        false
    }

    /// Bytes held once `more` entries are added, at most.
    pub fn bytes_with(&self, more: usize) -> usize {
        let front = self.front.capacity() * size_of::<Entry>();
        let buckets = self.buckets.capacity() * size_of::<Vec<Entry>>();
        front + buckets + self.bytes + 2 * more * size_of::<Entry>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_in_the_order_of_a_heap() {
        let mut open = Open::default();
        let mut heap = BinaryHeap::new();
        let mut x = 1u64;
        for round in 0..2000u32 {
            for i in 0..20 {
                x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let entry = Entry {
                    // Some costs are negative or beyond the last bucket.
                    cost: (x >> 40) as i32 % (1 << 21) - 1000,
                    depth: Reverse((x >> 20) as u16 % 4),
                    node: round * 20 + i,
                    mv: Move(0),
                };
                open.push(entry);
                heap.push(Reverse(entry));
            }
            let fresh = |e: &Entry| !e.node.is_multiple_of(3);
            let popped = open.pop(round as usize % 15, fresh);
            let mut expected = Vec::new();
            while expected.len() < popped.len() {
                expected.extend(heap.pop().map(|Reverse(e)| e).filter(fresh));
            }
            assert_eq!(popped, expected);
        }
        let rest = open.pop(usize::MAX, |_| true);
        // The queue may still hold stale entries that the model has dropped, and the other way
        // round; the fresh ones must agree.
        let fresh = |e: &&Entry| !e.node.is_multiple_of(3);
        let left = heap.into_sorted_vec();
        let mut left: Vec<_> = left.iter().map(|Reverse(e)| e).filter(fresh).collect();
        left.reverse();
        assert_eq!(rest.iter().filter(fresh).collect::<Vec<_>>(), left);
    }
}
