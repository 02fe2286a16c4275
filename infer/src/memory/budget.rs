//! Memory that searches share.

use std::sync::atomic::{AtomicUsize, Ordering};

/// An amount of memory that searches share: together they hold at most that much.
#[derive(Debug)]
pub struct Budget {
    all: usize,
    held: AtomicUsize,
    peak: AtomicUsize,
}

impl Budget {
    /// A budget of that many bytes.
    pub fn new(all: usize) -> Self {
        let (held, peak) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Self { all, held, peak }
    }

    /// Bytes in all.
    pub fn all(&self) -> usize {
        self.all
    }

    /// Bytes that nothing holds at the moment.
    pub fn left(&self) -> usize {
        self.all.saturating_sub(self.held.load(Ordering::Relaxed))
    }

    /// The most bytes that were held at once.
    pub fn peak(&self) -> usize {
        self.peak.load(Ordering::Relaxed)
    }

    /// Holds `now` bytes in place of `before`; false, and nothing changes, where that is too much.
    pub(crate) fn change(&self, before: usize, now: usize) -> bool {
        let next = |held: usize| Some(held - before + now).filter(|&held| held <= self.all);
        let changed = self
            .held
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        if let Ok(held) = changed {
            self.peak.fetch_max(held - before + now, Ordering::Relaxed);
        }
        changed.is_ok()
    }
}
