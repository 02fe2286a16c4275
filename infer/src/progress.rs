//! How far a search has come.

use crate::clock::Instant;
use crate::outcome::Counters;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// Time since its start.
    pub elapsed: Duration,
    /// The share of its time limit that is over, from 0 to 1, where it has one.
    pub share: Option<f64>,
    /// Nodes so far.
    pub counters: Counters,
    /// The depth that a beam has reached.
    pub depth: Option<usize>,
    /// States that a beam keeps of each depth.
    pub width: Option<usize>,
    /// The length of the best solution so far.
    pub length: Option<usize>,
}

/// Tells of progress now and then. Parts of a search pass it on.
#[derive(Clone)]
pub struct Reporter {
    tell: Arc<dyn Fn(Progress) + Send + Sync>,
    every: Duration,
    /// The beginning, and the time limit from then on.
    start: Option<(Instant, Option<Duration>)>,
    /// What was counted, and the best length, before the part that tells now.
    counters: Counters,
    length: Option<usize>,
    /// When it told last, in microseconds since the start.
    last: Arc<AtomicU64>,
}

impl fmt::Debug for Reporter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reporter")
    }
}

impl Reporter {
    /// Calls `tell` at most once in each `every`, on a thread of the search, which waits for it.
    pub fn new(every: Duration, tell: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self {
            tell: Arc::new(tell),
            every,
            start: None,
            counters: Counters::default(),
            length: None,
            last: Arc::default(),
        }
    }

    /// The reporter of a search that starts now, with a time limit; that of a part stays as it is.
    pub(crate) fn started(&self, time: Option<Duration>) -> Self {
        let mut own = self.clone();
        own.start.get_or_insert_with(|| {
            own.last = Arc::default();
            (Instant::now(), time)
        });
        own
    }

    /// The reporter of a part: its nodes come on top of these.
    pub(crate) fn part(&self, counters: Counters, length: Option<usize>) -> Self {
        let mut own = self.clone();
        own.counters += counters;
        own.length = length.or(own.length);
        own
    }

    /// Tells, if it is time to.
    pub(crate) fn report(&self, counters: Counters, [depth, width, length]: [Option<usize>; 3]) {
        let Some((start, time)) = self.start else {
            return;
        };
        let elapsed = start.elapsed();
        let (now, last) = (
            elapsed.as_micros() as u64,
            self.last.load(Ordering::Relaxed),
        );
        let due = now >= last.saturating_add(self.every.as_micros() as u64);
        let swap = || {
            let order = Ordering::Relaxed;
            self.last.compare_exchange(last, now, order, order).is_ok()
        };
        if due && swap() {
            let mut all = self.counters;
            all += counters;
            let share = |time: Duration| elapsed.as_secs_f64() / time.as_secs_f64();
            (self.tell)(Progress {
                elapsed,
                share: time.map(|time| share(time).min(1.0)),
                counters: all,
                depth,
                width,
                length: length.or(self.length),
            });
        }
    }
}
