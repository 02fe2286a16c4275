//! The open list of a best-first search: heaps by cost.
//!
//! Costs are integers, so an entry goes directly to the small heap of its cost. Entries leave in exactly
//! the order of one large heap, but without its cache miss for every level that an entry sinks.

use crate::eval::MOVE_COST;
use quarterturn_core::Move;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Costs per heap: 2² units, a 256th of a move.
const SHIFT: u32 = 2;
/// Costs of 128 moves and more share the last heap.
const LAST: usize = (128 * MOVE_COST as usize) >> SHIFT;

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
    heaps: Vec<BinaryHeap<Reverse<Entry>>>,
    /// All heaps before this one are empty.
    at: usize,
    bytes: usize,
}

impl Open {
    /// Adds an entry.
    pub fn push(&mut self, entry: Entry) {
        let at = ((entry.cost.max(0) >> SHIFT) as usize).min(LAST);
        if at >= self.heaps.len() {
            self.heaps.resize_with(at + 1, BinaryHeap::new);
        }
        self.at = self.at.min(at);
        let heap = &mut self.heaps[at];
        let before = heap.capacity();
        heap.push(Reverse(entry));
        self.bytes += (heap.capacity() - before) * size_of::<Entry>();
    }

    /// Takes out the cheapest entry.
    pub fn pop(&mut self) -> Option<Entry> {
        loop {
            match self.heaps.get_mut(self.at)?.pop() {
                Some(Reverse(entry)) => return Some(entry),
                None => self.at += 1,
            }
        }
    }

    /// Bytes held once `more` entries are added, if heaps grow as often as usual twice over: a push
    /// to a full heap doubles it.
    pub fn bytes_with(&self, more: usize) -> usize {
        let heaps = self.heaps.capacity() * size_of::<BinaryHeap<Entry>>();
        heaps + self.bytes + 2 * more * size_of::<Entry>()
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
                    // Some costs are negative or beyond the last heap.
                    cost: (x >> 40) as i32 % (1 << 21) - 1000,
                    depth: Reverse((x >> 20) as u16 % 4),
                    node: round * 20 + i,
                    mv: Move(0),
                };
                open.push(entry);
                heap.push(Reverse(entry));
            }
            for _ in 0..round % 15 {
                assert_eq!(open.pop(), heap.pop().map(|Reverse(e)| e));
            }
        }
        while let Some(Reverse(entry)) = heap.pop() {
            assert_eq!(open.pop(), Some(entry));
        }
        assert_eq!(open.pop(), None);
    }
}
