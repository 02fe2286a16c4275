//! The threads of searches.

use rayon::ThreadPoolBuilder;
use std::process;
use std::sync::OnceLock;

/// The process that has the threads of Rayon's global pool.
static HOME: OnceLock<u32> = OnceLock::new();

/// Runs `work`, whose loops use all cores.
///
/// A process that was forked, as by `multiprocessing`, has the global pool without its threads, and would wait for
/// them for ever: there, each search has a pool of its own.
pub fn with_threads<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let forked = *HOME.get_or_init(process::id) != process::id();
    match forked.then(|| ThreadPoolBuilder::new().build()) {
        Some(Ok(pool)) => pool.install(work),
        _ => work(),
    }
}
