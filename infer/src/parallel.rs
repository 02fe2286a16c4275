//! Loops on all threads of the current pool.
//!
//! Rayon is compiled anew for every closure, and a closure in a search is another one for every type
//! of puzzle: that was a third of the whole program. Here a loop takes its work by reference and calls
//! it once a part, so that its copies differ by the type of the items alone.

use rayon::prelude::*;
use std::ops::Range;

/// Items or rows of a part at least: as few as a thread can gain by.
const LEAST: usize = 1 << 6;
/// Items or rows of a part at most.
const MOST: usize = 1 << 10;
/// Parts for each thread, so that none waits long for the last one.
const SHARE: usize = 8;

/// Calls `work` with each of the items.
pub(crate) fn each<T: Send>(items: Vec<T>, work: &(dyn Fn(T) + Sync)) {
    items.into_par_iter().for_each(work);
}

/// Calls `fill` with `to` in parts of whole rows of `row` items, and with the number of each part's
/// first row.
pub(crate) fn rows<T: Send>(to: &mut [T], row: usize, fill: &(dyn Fn(usize, &mut [T]) + Sync)) {
    let size = part_of(to.len() / row);
    let parts = to.par_chunks_mut(row * size).enumerate();
    parts.for_each(|(nth, part)| fill(nth * size, part));
}

/// Appends `count` copies of `blank`, then fills them as [`rows`] of one item.
pub(crate) fn extend<T: Copy + Send>(
    to: &mut Vec<T>,
    count: usize,
    blank: T,
    fill: &(dyn Fn(usize, &mut [T]) + Sync),
) {
    let from = to.len();
    to.resize(from + count, blank);
    rows(&mut to[from..], 1, fill);
}

/// Appends the items at `places`.
pub(crate) fn pick<T: Copy + Send + Sync>(to: &mut Vec<T>, from: &[T], places: &[u32]) {
    to.par_extend(places.par_iter().map(|&place| from[place as usize]));
}

/// What `make` appends for each part of `0..count`, in order.
pub(crate) fn gather<T: Send>(
    count: usize,
    make: &(dyn Fn(Range<usize>, &mut Vec<T>) + Sync),
) -> Vec<T> {
    let lists = parts(count).map(|part| {
        let mut list = Vec::new();
        make(part, &mut list);
        list
    });
    let mut lists = lists.collect::<Vec<Vec<T>>>().into_iter();
    let mut all = lists.next().unwrap_or_default();
    lists.for_each(|list| all.extend(list));
    all
}

/// What `look` finds in the first part of `0..count` in which it finds something.
pub(crate) fn first<T: Send>(
    count: usize,
    look: &(dyn Fn(Range<usize>) -> Option<T> + Sync),
) -> Option<T> {
    parts(count).find_map_first(look)
}

/// Calls `work` on a thread of the pool.
pub(crate) fn on_pool(work: &mut (dyn FnMut() + Send)) {
    rayon::scope(|_| work());
}

fn parts(count: usize) -> impl IndexedParallelIterator<Item = Range<usize>> {
    let size = part_of(count);
    let parts = (0..count.div_ceil(size)).into_par_iter();
    parts.map(move |nth| nth * size..count.min((nth + 1) * size))
}

fn part_of(count: usize) -> usize {
    (count / (SHARE * rayon::current_num_threads())).clamp(LEAST, MOST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    const COUNT: usize = 3 * MOST + 5;

    #[test]
    fn rows_come_once_and_know_their_number() {
        let mut to = vec![7];
        extend(&mut to, 2 * COUNT, 0, &|from, part| {
            (from..).zip(part).for_each(|(i, to)| *to += i);
        });
        assert_eq!(to[0], 7);
        assert!(to[1..].iter().copied().eq(0..2 * COUNT));
        rows(&mut to[1..], 2, &|from, part| {
            assert_eq!(part[0], 2 * from);
            part.fill(1);
        });
        assert_eq!(to.iter().sum::<usize>(), 7 + 2 * COUNT);
        rows::<u8>(&mut [], 3, &|_, _| unreachable!());
    }

    #[test]
    fn lists_keep_their_order() {
        let twice = gather(COUNT, &|range, list| {
            list.extend(range.flat_map(|i| [i as u32; 2]));
        });
        assert!(
            twice
                .iter()
                .copied()
                .eq((0..2 * COUNT as u32).map(|i| i / 2))
        );
        let mut picked = Vec::new();
        pick(&mut picked, &twice, &[4, 0, 9]);
        assert_eq!(picked, [2, 0, 4]);
        assert!(gather::<u8>(0, &|_, _| unreachable!()).is_empty());
    }

    #[test]
    fn the_first_part_wins() {
        let from = |least| move |mut range: Range<usize>| range.find(|&i| i >= least);
        assert_eq!(first(COUNT, &from(2 * MOST + 3)), Some(2 * MOST + 3));
        assert_eq!(first(COUNT, &from(COUNT)), None);
    }

    #[test]
    fn each_item_comes_once() {
        let sum = AtomicUsize::new(0);
        each((0..COUNT).collect(), &|i| {
            sum.fetch_add(i, Ordering::Relaxed);
        });
        assert_eq!(sum.into_inner(), COUNT * (COUNT - 1) / 2);
    }
}
