//! Lists that are written over from layer to layer.
//!
//! A vector that grows fills its new items first, on one thread. So what is beyond the end of a column is kept, to
//! be written over by all threads.

use crate::parallel;
use std::ops::{Deref, DerefMut};

/// A list, and items beyond its end that mean nothing.
pub(super) struct Column<T> {
    items: Vec<T>,
    len: usize,
}

impl<T> Column<T> {
    /// An empty list in the room of `items`. Zeros from the system are best: they cost nothing until they are used.
    pub const fn within(items: Vec<T>) -> Self {
        Self { items, len: 0 }
    }

    /// Items that it has room for.
    pub fn room(&self) -> usize {
        self.items.capacity()
    }

    /// Makes it `len` items long, if it is longer.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}

impl<T: Clone + Send + Sync> Column<T> {
    /// Makes room for `count` items in all, and no more.
    pub fn reserve(&mut self, count: usize) {
        let more = count.saturating_sub(self.items.len());
        self.items.reserve_exact(more);
    }

    /// Appends one item.
    pub fn push(&mut self, item: T) {
        match self.items.get_mut(self.len) {
            Some(place) => *place = item,
            None => self.items.push(item),
        }
        self.len += 1;
    }

    /// Appends `count` items and gives them, to be written over: they are copies of `blank` or of anything.
    pub fn more(&mut self, count: usize, blank: T) -> &mut [T] {
        let from = self.len;
        self.len += count;
        if self.len > self.items.len() {
            self.items.resize(self.len, blank);
        }
        &mut self.items[from..self.len]
    }

    /// Appends `count` items, which `fill` writes in parts; it is told where in them a part begins.
    pub fn extend(&mut self, count: usize, blank: T, fill: &(dyn Fn(usize, &mut [T]) + Sync)) {
        parallel::rows(self.more(count, blank), 1, fill);
    }

    /// Appends the items at `places`.
    pub fn pick(&mut self, from: &[T], places: &[u32]) {
        let Some(&first) = places.first() else {
            return;
        };
        self.extend(places.len(), from[first as usize].clone(), &|at, to| {
            for (to, &place) in to.iter_mut().zip(&places[at..]) {
                to.clone_from(&from[place as usize]);
            }
        });
    }

    /// Appends lists.
    pub fn join(&mut self, lists: &[Vec<T>]) {
        let Some(blank) = lists.iter().flatten().next() else {
            return;
        };
        let mut rest = self.more(lists.iter().map(Vec::len).sum(), blank.clone());
        let parts = lists.iter().map(|list| {
            let (part, others) = std::mem::take(&mut rest).split_at_mut(list.len());
            rest = others;
            (part, list)
        });
        parallel::each(parts, &|(part, list)| part.clone_from_slice(list));
    }

    /// Moves the items at `places`, which are in order and not before `to`, to the places from `to` on. `spare` gets
    /// them on the way.
    pub fn move_to(&mut self, to: usize, places: &[u32], spare: &mut Self) {
        spare.truncate(0);
        spare.pick(self, places);
        parallel::rows(&mut self[to..to + places.len()], 1, &|at, part| {
            part.clone_from_slice(&spare[at..at + part.len()]);
        });
    }
}

impl<T> Deref for Column<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[..self.len]
    }
}

impl<T> DerefMut for Column<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNT: usize = 5000;

    #[test]
    fn what_was_there_is_written_over() {
        let mut column = Column::within(vec![0; 3]);
        assert!(column.is_empty());
        for round in 0..3 {
            column.truncate(0);
            column.push(round);
            column.extend(COUNT, 9, &|from, part| {
                (from..).zip(part).for_each(|(i, to)| *to = 2 * i);
            });
            assert_eq!(column[0], round);
            assert!(column[1..].iter().copied().eq((0..COUNT).map(|i| 2 * i)));
        }
        column.truncate(2);
        column.truncate(7);
        assert_eq!(*column, [2, 0]);
        assert_eq!(column.more(COUNT, 7)[COUNT - 2..], [2 * COUNT - 2, 7]);
    }

    #[test]
    fn lists_and_items_are_joined_in_order() {
        let mut column = Column::within(Vec::new());
        column.join(&[vec![1, 2], vec![], vec![3]]);
        column.join(&[]);
        column.pick(&[5, 6, 7], &[2, 0]);
        column.pick(&[], &[]);
        assert_eq!(*column, [1, 2, 3, 7, 5]);
    }

    #[test]
    fn items_move_to_the_front() {
        let mut column = Column::within(Vec::new());
        column.extend(COUNT, 0, &|from, part| {
            (from..).zip(part).for_each(|(i, to)| *to = i);
        });
        let odd: Vec<u32> = (1..COUNT as u32).step_by(2).collect();
        let mut spare = Column::within(vec![1; 7]);
        column.move_to(1, &odd, &mut spare);
        column.truncate(1 + odd.len());
        assert_eq!(column[0], 0);
        assert!(column[1..].iter().copied().eq((1..COUNT).step_by(2)));
    }
}
