//! How many threads may be used, by LibTorch and by our own work.

use crate::libtorch;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// 0 until it is set.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// How many threads may be used: by default LibTorch's number, or one per processor.
pub fn count() -> usize {
    match COUNT.load(Ordering::Relaxed) {
        0 => libtorch::threads(),
        count => count,
    }
}

/// Sets how many threads may be used; 0 counts as 1.
pub fn allow(count: usize) {
    COUNT.store(count.max(1), Ordering::Relaxed);
    libtorch::allow_threads(count.max(1));
}

/// Limits LibTorch to the thread that calls it, so that our own work gets all threads. LibTorch's threads would
/// spin for milliseconds after each operation, on the processors that others need.
pub fn keep() {
    COUNT.store(count(), Ordering::Relaxed);
    libtorch::allow_threads(1);
}

/// The threads of our own work. They are started once: to start one can take longer than its share of a small batch.
static POOL: Mutex<Option<Arc<ThreadPool>>> = Mutex::new(None);

/// As many threads as may be used.
///
/// # Panics
/// When the system starts none.
pub fn pool() -> Arc<ThreadPool> {
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let ready = pool.take();
    let ready = ready.filter(|pool| pool.current_num_threads() == count());
    let ready = ready.unwrap_or_else(|| {
        let made = ThreadPoolBuilder::new().num_threads(count()).build();
        Arc::new(made.expect("the system starts threads"))
    });
    Arc::clone(pool.insert(ready))
}

/// Shares rows out to threads: `each[0]` numbers of `from` belong to as many rows as `each[1]` numbers of `to`. No
/// thread gets fewer than `least` rows unless there are fewer. The first argument of `work` is the first row's number.
pub fn shared<A: Sync, B: Send>(
    from: &[A],
    to: &mut [B],
    each: [usize; 2],
    least: usize,
    work: impl Fn(usize, &[A], &mut [B]) + Sync,
) {
    let rows = from.len() / each[0].max(1);
    let share = rows.div_ceil(count()).max(least).max(1);
    if share >= rows {
        return work(0, from, to);
    }
    let work = &work;
    pool().scope(|scope| {
        let shares = from.chunks(share * each[0]);
        let shares = shares.zip(to.chunks_mut(share * each[1]));
        for (first, (from, to)) in (0..).step_by(share).zip(shares) {
            scope.spawn(move |_| work(first, from, to));
        }
    });
}
