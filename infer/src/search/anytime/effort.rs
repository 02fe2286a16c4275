//! How the time limit is divided among attempts.
//!
//! A narrow beam finds little that a wide one misses, so time spent on narrow beams is lost. After a first
//! answer most of the time goes to one attempt for each view. Each is as wide as the time allows, judged by
//! the time of the last attempt.

use crate::limits::Stopped;
use std::time::Duration;

/// The part of the time left after which an attempt is given up for a lesser one, while there is no
/// solution.
const PATIENCE: f64 = 0.6;
/// Time for each multiple of the least effort in the first attempt, at least: twice what a
/// beam of 64 states takes on a fast machine.
const LEAST: Duration = Duration::from_millis(4);
/// How much less an attempt is that follows one given up, or more where an attempt has failed in time.
const STEP: usize = 4;
/// How much more an attempt may be than the one that its time is estimated by.
const JUMP: usize = 32;
/// The part of the time left that is planned for: estimates err.
const PLANNED: f64 = 0.9;
/// Less than this is not divided among views: one beam of 8,192 finds more than two of half of that,
/// while two of 8,192 find more than one of twice that.
const NARROW: f64 = 128.0;
/// The share of a view above its part: a second view has a shorter solution to beat, which takes less.
const AHEAD: f64 = 1.2;

/// An attempt to be made: a multiple of the least effort, within a time of its own if it has one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plan {
    pub times: usize,
    pub time: Option<Duration>,
}

/// Plans one attempt after the other.
#[derive(Clone, Debug)]
pub(super) struct Effort {
    first: usize,
    /// Attempts of a round, which share the time that is left.
    views: usize,
    /// Whether there are no other views, so that time saved for later rounds is lost.
    all: bool,
    /// Attempts of the round that are still to be planned.
    round: usize,
    last: Option<Last>,
}

#[derive(Clone, Copy, Debug)]
struct Last {
    times: usize,
    took: Duration,
    stopped: Stopped,
}

impl Effort {
    /// The first attempt, and the number of attempts in a round; `all` if these are all views of the puzzle.
    pub const fn new(first: usize, views: usize, all: bool) -> Self {
        Self {
            first,
            views,
            all,
            round: 0,
            last: None,
        }
    }

    /// Takes note of what an attempt took.
    pub const fn took(&mut self, times: usize, took: Duration, stopped: Stopped) {
        self.last = Some(Last {
            times,
            took,
            stopped,
        });
    }

    /// Whether an attempt of that effort will probably end in the time that is left. Nothing is known of the first.
    pub fn fits(&self, times: usize, left: Option<Duration>) -> bool {
        let ended = self.last.filter(|last| last.stopped != Stopped::Time);
        ended.zip(left).is_some_and(|(last, left)| {
            last.took.mul_f64(times as f64 / last.times as f64) <= left.mul_f64(PLANNED)
        })
    }

    /// The next attempt, with `left` the time that is left. Until something is `solved`, that comes first.
    pub fn next(&mut self, left: Duration, solved: bool) -> Plan {
        let patient = |times: usize| Plan {
            times,
            time: (times > 1).then(|| left.mul_f64(PATIENCE)),
        };
        let whole = |times: f64| Plan {
            times: times.max(1.0) as usize,
            time: None,
        };
        let Some(last) = self.last else {
            let fit = left.div_duration_f64(LEAST) as usize;
            return patient(self.first.min(fit).max(1));
        };
        let times = last.times as f64;
        let fit = times * left.as_secs_f64() / last.took.as_secs_f64().max(1e-6);
        if !solved && last.stopped == Stopped::Time {
            return patient((last.times / STEP).max(1));
        }
        if !solved {
            // A beam that fails goes on to the longest solution; one that does not takes half of that.
            return whole((2.0 * fit).min(times * STEP as f64));
        }
        if self.round == 0 {
            self.round = self.views.max(1);
        }
        let share = match self.round as f64 {
            _ if fit < NARROW => PLANNED,
            views => (AHEAD / views).min(PLANNED),
        };
        let leap = times * JUMP as f64;
        if fit * share > leap {
            if self.all && fit * share < 2.0 * leap {
                self.round -= 1;
            }
            return whole(leap);
        }
        self.round -= 1;
        whole(fit * share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn without_an_answer_attempts_become_less_until_one_fits() {
        let mut effort = Effort::new(16, 2, false);
        let mut left = 100 * MS;
        let mut all = Vec::new();
        for _ in 0..3 {
            let plan = effort.next(left, false);
            let took = plan.time.unwrap_or(left);
            assert!(took <= left);
            left -= took;
            effort.took(plan.times, took, Stopped::Time);
            all.push(plan.times);
        }
        assert_eq!(all, [16, 4, 1]);
    }

    #[test]
    fn where_one_failed_the_next_is_more() {
        let mut effort = Effort::new(4, 2, false);
        effort.took(4, MS, Stopped::Exhausted);
        let plan = effort.next(100 * MS, false);
        assert_eq!((plan.times, plan.time), (16, None));
        // As much as there is time for, even if that is less.
        effort.took(16, 50 * MS, Stopped::Exhausted);
        assert!(effort.next(10 * MS, false).times < 16);
    }

    /// With attempts that take as long as they are wide, two views use nearly all of the time.
    #[test]
    fn two_views_share_what_is_left() {
        let mut effort = Effort::new(4, 2, false);
        let mut left = 1000 * MS;
        let mut all = Vec::new();
        for _ in 0..4 {
            let plan = effort.next(left, true);
            assert_eq!(plan.time.is_some(), all.is_empty());
            let took = plan.times as u32 * MS;
            assert!(took <= left);
            left -= took;
            effort.took(plan.times, took, Stopped::Exhausted);
            all.push(plan.times);
        }
        assert_eq!(all[..2], [4, 128], "no leap on a short measurement");
        assert!(all[2] + all[3] >= 750, "{all:?}");
        assert!(left < 100 * MS);
    }

    /// The only two views have about half of the time each, though a leap is shorter than its share.
    #[test]
    fn the_only_views_waste_no_time() {
        let mut effort = Effort::new(4, 2, true);
        effort.took(4, 4 * MS, Stopped::Solved);
        assert_eq!(effort.next(300 * MS, true).times, 128);
        effort.took(128, 128 * MS, Stopped::Exhausted);
        assert!(effort.next(172 * MS, true).times >= 128);
    }
}
