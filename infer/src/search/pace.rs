//! Evaluation in slices, with a look at the clock between them.
//!
//! Networks differ in speed by a factor of a thousand, so the size of a slice is adapted to the measured
//! speed. An evaluation depends only on the state, so slices change no result.

use crate::clock::Instant;
use crate::limits::{Stopped, Watch};
use std::ops::Range;
use std::time::Duration;

/// Time for a slice where a search must end in time.
const TIMED: Duration = Duration::from_millis(40);
/// Time for a slice where it may only be interrupted: all threads wait at its end for the last one.
const UNTIMED: Duration = Duration::from_millis(250);

/// States of the first slice, and of any slice at least: few for the slowest network.
const LEAST: usize = 16;
/// States of any slice at most: what a search copies for one must stay small.
pub(super) const MOST: usize = 1 << 20;

/// States treated between two looks at the clock: a millisecond of work.
pub(super) const PART: usize = 1 << 11;

/// How many states fit into a slice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    states: usize,
}

impl Default for Pace {
    fn default() -> Self {
        Self { states: LEAST }
    }
}

impl Pace {
    /// Calls `work` on one slice of `0..count` after the other until the time is over. Slices are
    /// multiples of `batch` where they are longer than that.
    pub fn slices(
        &mut self,
        watch: Watch<'_>,
        count: usize,
        batch: usize,
        mut work: impl FnMut(Range<usize>),
    ) -> Result<(), Stopped> {
        let mut at = 0;
        while at < count {
            watch.due()?;
            let left = watch.left();
            let aim = left.map_or(UNTIMED, |_| TIMED);
            // The last slice is as long as the time that is left.
            let share = left.map_or(1.0, |left| left.div_duration_f64(aim).min(1.0));
            let fit = ((self.states as f64 * share) as usize).max(LEAST);
            let whole = (fit / batch.max(1)).max(1) * batch.max(1);
            let end = count.min(at + fit.min(whole));
            let started = Instant::now();
            work(at..end);
            self.adapt(end - at, started.elapsed(), aim);
            at = end;
        }
        Ok(())
    }

    /// Learns from a slice; few states say little, unless they took long.
    fn adapt(&mut self, states: usize, took: Duration, aim: Duration) {
        if took > aim || states * 2 > self.states {
            let fit = states as f64 * aim.as_secs_f64() / took.as_secs_f64();
            self.states = (fit as usize).clamp(LEAST, MOST.min(self.states * 4));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn every_state_comes_once_and_slices_grow() {
        let limits = Limits::default();
        let mut pace = Pace::default();
        let (mut next, mut slices) = (0, 0);
        let counted = pace.slices(limits.start(), 1_000_003, 100, |slice| {
            assert_eq!(slice.start, next);
            (next, slices) = (slice.end, slices + 1);
        });
        assert_eq!((counted, next), (Ok(()), 1_000_003));
        assert!(slices < 1000, "{slices} slices");
    }

    #[test]
    fn slow_work_stops_soon() {
        let limits = Limits {
            time: Some(Duration::from_millis(50)),
            ..Limits::default()
        };
        let mut done = 0;
        let stopped = Pace::default().slices(limits.start(), 1 << 30, 1 << 20, |slice| {
            done += slice.len();
            std::thread::sleep(Duration::from_micros(100) * slice.len() as u32);
        });
        assert_eq!(stopped, Err(Stopped::Time));
        assert!(done < 100_000, "{done} states");
    }
}
