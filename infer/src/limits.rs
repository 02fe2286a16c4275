//! When to stop: all limits of a search in one value, checked in one place.

use crate::clock::Instant;
use crate::costs::MoveCosts;
use crate::memory::budget::Budget;
pub use crate::outcome::Stopped;
use crate::progress::Reporter;
use quarterturn_core::Move;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The longest solution that searches count.
pub const LONGEST: usize = u16::MAX as usize - 1;

/// Bounds on one search. The default has none but a maximum length, [`LONGEST`].
#[derive(Clone, Debug)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Nodes generated.
    pub nodes: Option<u64>,
    /// Memory of the search, in bytes.
    pub memory: Option<usize>,
    /// Memory that the search shares with others.
    pub budget: Option<Arc<Budget>>,
    /// Longest solution looked for, in moves of the puzzle's metric.
    pub max_length: usize,
    /// A solution at most this long ends the search at once; longer ones are kept while it goes on.
    pub target_length: Option<usize>,
    /// What moves cost: the search is for a cheap solution instead of a short one, and makes none
    /// that has a forbidden move. A search that minimises lengths only may miss all there are.
    pub costs: Option<Arc<MoveCosts>>,
    /// Only a solution below this cost is useful, in units of 1/1024. It has no effect if moves do not differ
    /// in cost.
    pub max_cost: Option<u64>,
    /// Set by anyone to stop the search soon.
    pub cancel: Arc<AtomicBool>,
    /// Is told of every solution that is better than those before.
    pub observer: Option<Observer>,
    /// Is told now and then how far the search has come.
    pub progress: Option<Reporter>,
}

/// A solution that is better than those before, as a search has it.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// Its moves.
    pub solution: &'a [Move],
    /// Its cost, where moves have costs.
    pub cost: Option<f64>,
    /// Time since the start of the search.
    pub elapsed: Duration,
}

/// A callback for improvements while a search runs. It should be fast, because the search waits for it.
#[derive(Clone)]
pub struct Observer(Arc<dyn Fn(Found<'_>) + Send + Sync>);

impl Observer {
    /// Calls `tell` for each improvement, on the search's thread.
    pub fn new(tell: impl Fn(Found<'_>) + Send + Sync + 'static) -> Self {
        Self(Arc::new(tell))
    }

    pub(crate) fn tell(&self, found: Found<'_>) {
        (self.0)(found);
    }
}

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Observer")
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: None,
            nodes: None,
            memory: None,
            budget: None,
            max_length: LONGEST,
            target_length: None,
            costs: None,
            max_cost: None,
            cancel: Arc::default(),
            observer: None,
            progress: None,
        }
    }
}

impl Limits {
    /// The cost that a solution must stay below.
    pub(crate) fn most(&self) -> u64 {
        let priced = self.costs.is_some();
        self.max_cost.filter(|_| priced).unwrap_or(u64::MAX)
    }

    /// Starts the clock.
    pub fn start(&self) -> Watch<'_> {
        Watch {
            limits: self,
            started: Instant::now(),
            closing: Duration::ZERO,
        }
    }
}

/// Limits with a running clock.
#[derive(Clone, Copy, Debug)]
pub struct Watch<'a> {
    limits: &'a Limits,
    started: Instant,
    /// Time to give back what the search holds.
    closing: Duration,
}

impl Watch<'_> {
    /// Whether the search must stop now, given the nodes generated so far.
    pub fn stop(&self, generated: u64) -> Option<Stopped> {
        let nodes = self.limits.nodes;
        let spent = || nodes.is_some_and(|n| generated >= n);
        let due = self.due().err();
        due.or_else(|| spent().then_some(Stopped::Nodes))
    }

    /// Stops a search whose time is over or whose caller has cancelled it. Called every few milliseconds, also
    /// in the middle of work.
    ///
    /// # Errors
    /// [`Stopped::Cancelled`] or [`Stopped::Time`].
    pub fn due(&self) -> Result<(), Stopped> {
        if self.limits.cancel.load(Ordering::Relaxed) {
            Err(Stopped::Cancelled)
        } else if self.left().is_some_and(|left| left.is_zero()) {
            Err(Stopped::Time)
        } else {
            Ok(())
        }
    }

    /// Time left, where there is a limit.
    pub fn left(&self) -> Option<Duration> {
        let time = self.limits.time?;
        Some(time.saturating_sub(self.started.elapsed() + self.closing.min(time / 8)))
    }

    /// Leaves time to give `bytes` bytes back to the system: a tenth of a second for a gigabyte.
    pub(crate) fn will_free(&mut self, bytes: usize) {
        self.closing = Duration::from_nanos(bytes as u64 / 10);
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
