//! How many threads may be used, by LibTorch and by our own work.

use std::sync::atomic::{AtomicUsize, Ordering};

/// 0 until it is set.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// How many threads may be used: by default LibTorch's number, or one per processor.
pub fn count() -> usize {
    match COUNT.load(Ordering::Relaxed) {
        0 => found(),
        count => count,
    }
}

#[cfg(feature = "libtorch")]
fn found() -> usize {
    tch::get_num_threads().max(1) as usize
}

#[cfg(not(feature = "libtorch"))]
fn found() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Sets how many threads may be used; 0 counts as 1.
pub fn allow(count: usize) {
    COUNT.store(count.max(1), Ordering::Relaxed);
    #[cfg(feature = "libtorch")]
    tch::set_num_threads(count.clamp(1, i32::MAX as usize) as i32);
}

/// Limits LibTorch to the thread that calls it, so that our own work gets all threads. LibTorch's threads would
/// spin for milliseconds after each operation, on the processors that others need.
pub fn keep() {
    COUNT.store(count(), Ordering::Relaxed);
    #[cfg(feature = "libtorch")]
    tch::set_num_threads(1);
}
