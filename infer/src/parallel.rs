//! Loops on all threads of the current pool.
//!
//! Rayon's adaptors are compiled for every closure, and a closure in a search is compiled for every type
//! of puzzle. That was a third of the whole program. Here all loops are one instance: it takes the closure
//! by reference and calls it with the number of each part. What a part changes is behind a lock of its
//! own, which no other part takes.
//!
//! WebAssembly starts no threads: there the pool is the calling thread, and so is everything below.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ops::Range;
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Items or rows of a part at least: as few as a thread can gain by.
const LEAST: usize = 1 << 6;
/// Items or rows of a part at most.
const MOST: usize = 1 << 10;
/// Parts for each thread, so that none waits long for the last one.
const SHARE: usize = 8;

/// Calls `work` with each of `0..count`.
fn numbers(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(work);
}

/// Calls `work` with each of the items.
pub(crate) fn each<T: Send>(items: impl Iterator<Item = T>, work: &(dyn Fn(&mut T) + Sync)) {
    let items: Vec<Mutex<T>> = items.map(Mutex::new).collect();
    numbers(items.len(), &|nth| {
        work(&mut items[nth].lock().unwrap_or_else(PoisonError::into_inner));
    });
}

/// The results of `make` for each of `0..count`, in order.
pub fn map<T: Send>(count: usize, make: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    let mut made: Vec<Option<T>> = (0..count).map(|_| None).collect();
    each(made.iter_mut().enumerate(), &|(nth, made)| {
        **made = Some(make(*nth));
    });
    made.into_iter().flatten().collect()
}

/// Calls `fill` with `to` in parts of whole rows of `row` items, and with the number of each part's
/// first row.
pub(crate) fn rows<T: Send>(to: &mut [T], row: usize, fill: &(dyn Fn(usize, &mut [T]) + Sync)) {
    let size = part_of(to.len() / row);
    let parts = to.chunks_mut(row * size).enumerate();
    each(parts, &|(nth, part)| fill(*nth * size, part));
}

/// Concatenates what `make` appends for each part of `0..count`, in order.
pub(crate) fn gather<T: Send>(
    count: usize,
    make: &(dyn Fn(Range<usize>, &mut Vec<T>) + Sync),
) -> Vec<T> {
    let lists = parts(count, &|part| {
        let mut list = Vec::new();
        make(part, &mut list);
        list
    });
    let mut lists = lists.into_iter();
    let mut all = lists.next().unwrap_or_default();
    lists.for_each(|list| all.extend(list));
    all
}

/// The result of `look` for the first of `0..count` that has one.
pub fn find<T: Send>(count: usize, look: &(dyn Fn(usize) -> Option<T> + Sync)) -> Option<T> {
    let earliest = AtomicUsize::new(usize::MAX);
    let found = map(count, &|nth| {
        if nth > earliest.load(Ordering::Relaxed) {
            return None;
        }
        let found = look(nth)?;
        earliest.fetch_min(nth, Ordering::Relaxed);
        Some(found)
    });
    found.into_iter().flatten().next()
}

/// The result of `look` for the first part of `0..count` that has one.
pub(crate) fn first<T: Send>(
    count: usize,
    look: &(dyn Fn(Range<usize>) -> Option<T> + Sync),
) -> Option<T> {
    let (size, parts) = parts_of(count);
    find(parts, &|nth| look(nth * size..count.min((nth + 1) * size)))
}

/// Whether this program can start threads.
const STARTS: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// Calls `work` on `count` threads of their own at once; one call after the other where none can be started.
pub(crate) fn side_by_side(count: usize, work: &(dyn Fn() + Sync)) {
    if STARTS {
        std::thread::scope(|scope| (0..count).for_each(|_| drop(scope.spawn(work))));
    } else {
        (0..count).for_each(|_| work());
    }
}

/// The process that has the threads of Rayon's global pool.
static HOME: OnceLock<u32> = OnceLock::new();
/// The pool of a process that was forked from it, and that process.
static FORKED: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// The result of `work`, whose loops find threads.
///
/// A process that was forked, as by `multiprocessing` or by a server, has the global pool without its threads, and would
/// wait for them for ever. There all searches have a pool of their own.
pub(crate) fn with_threads<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if !STARTS || rayon::current_thread_index().is_some() {
        return work();
    }
    let this = process::id();
    if *HOME.get_or_init(|| this) == this {
        return work();
    }
    let mut forked = FORKED.lock().unwrap_or_else(PoisonError::into_inner);
    if forked.as_ref().is_none_or(|(process, _)| *process != this) {
        let pool = ThreadPoolBuilder::new().build();
        *forked = pool.ok().map(|pool| (this, Arc::new(pool)));
    }
    let pool = forked.as_ref().map(|(_, pool)| pool.clone());
    drop(forked);
    match pool {
        Some(pool) => pool.install(work),
        None => alone(work),
    }
}

/// The result of `work` on a pool of one thread; on this thread's pool where none can be started.
pub(crate) fn alone<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    match ThreadPoolBuilder::new().num_threads(1).build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}

/// Calls `work` on a thread of the pool.
pub(crate) fn on_pool(work: &mut (dyn FnMut() + Send)) {
    rayon::scope(|_| work());
}

/// The results of `make` for each part of `0..count`, in order.
pub(crate) fn parts<T: Send>(count: usize, make: &(dyn Fn(Range<usize>) -> T + Sync)) -> Vec<T> {
    let (size, parts) = parts_of(count);
    map(parts, &|nth| make(nth * size..count.min((nth + 1) * size)))
}

/// The size of parts, and their number.
fn parts_of(count: usize) -> (usize, usize) {
    let size = part_of(count);
    (size, count.div_ceil(size))
}

fn part_of(count: usize) -> usize {
    (count / (SHARE * rayon::current_num_threads())).clamp(LEAST, MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNT: usize = 3 * MOST + 5;

    #[test]
    fn rows_come_once_and_know_their_number() {
        let mut to = vec![7; 2 * COUNT];
        rows(&mut to, 1, &|from, part| {
            (from..).zip(part).for_each(|(i, to)| *to += i);
        });
        assert!(to.iter().copied().eq(7..7 + 2 * COUNT));
        rows(&mut to, 2, &|from, part| {
            assert_eq!(part[0], 7 + 2 * from);
            part.fill(1);
        });
        assert_eq!(to.iter().sum::<usize>(), 2 * COUNT);
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
        assert!(gather::<u8>(0, &|_, _| unreachable!()).is_empty());
    }

    #[test]
    fn the_first_part_wins() {
        let from = |least| move |mut range: Range<usize>| range.find(|&i| i >= least);
        assert_eq!(first(COUNT, &from(2 * MOST + 3)), Some(2 * MOST + 3));
        assert_eq!(first(COUNT, &from(COUNT)), None);
        assert_eq!(find(COUNT, &|i| (i % 5 == 4).then_some(i)), Some(4));
    }

    #[test]
    fn each_item_comes_once() {
        let sum = AtomicUsize::new(0);
        each(0..COUNT, &|&mut i| {
            sum.fetch_add(i, Ordering::Relaxed);
        });
        assert_eq!(map(3, &|i| 2 * i), [0, 2, 4]);
        assert_eq!(sum.into_inner(), COUNT * (COUNT - 1) / 2);
    }
}
