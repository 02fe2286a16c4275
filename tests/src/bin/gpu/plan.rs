//! How a budget is spent: steps run in their order, and each leaves time for the more important ones after it.

use super::Missing;
use std::time::{Duration, Instant};

/// What a whole run is planned for.
const WHOLE: f64 = 300.0;
/// Less is not worth starting.
const LEAST: f64 = 20.0;
/// What a program takes to start, however little it does then: with CUDA, and without.
const START: [f64; 2] = [3.0, 1.0];

/// How much a step matters; the first come even with a small budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// Whether everything works.
    Right,
    /// How good searches are.
    Search,
    /// How fast networks are.
    Speed,
    /// How fast training is.
    Training,
    /// The same on the machine's own cores.
    Cores,
}

/// When a step runs, and for how long.
#[derive(Clone, Copy, Debug)]
pub struct Need {
    /// How much it matters.
    pub priority: Priority,
    /// Seconds that it takes in a whole run.
    pub typical: f64,
    /// Seconds after which it is ended.
    pub most: f64,
}

/// The time that is left, and what it is for.
pub struct Plan {
    end: Instant,
    /// The share of a whole run's time.
    scale: f64,
    /// The share of a whole run's work.
    work: f64,
    cores: bool,
    /// Seconds that a program takes to start.
    start: f64,
}

impl Plan {
    /// A plan for this time, with at most this share of a whole run's work; `cores` makes those steps as important as
    /// searches.
    pub fn new(budget: Duration, work: f64, on_card: bool, cores: bool) -> Result<Self, Missing> {
        let seconds = budget.as_secs_f64();
        if seconds < LEAST {
            return Err(Missing(format!(
                "a budget of {seconds} seconds is too small: {LEAST} is the least, and 5m is enough for everything"
            )));
        }
        let scale = (seconds / WHOLE).min(1.0);
        Ok(Self {
            end: Instant::now() + budget,
            scale,
            work: work.clamp(0.0, scale),
            cores,
            start: START[usize::from(!on_card)],
        })
    }

    /// The share of a whole run's work: at most 1, and that for a budget of five minutes and more.
    pub fn work(&self) -> f64 {
        self.work
    }

    /// How long a step may take; `None` when the more important ones of those `later` need the time.
    pub fn limit(&self, need: Need, later: &[Need]) -> Option<Duration> {
        let left = self.end.saturating_duration_since(Instant::now());
        self.of(left.as_secs_f64(), need, later)
    }

    fn of(&self, left: f64, need: Need, later: &[Need]) -> Option<Duration> {
        let own = self.priority(need);
        let more = later.iter().filter(|l| self.priority(**l) < own);
        let free = left - more.map(|l| self.seconds(l.typical)).sum::<f64>();
        let enough = free >= self.seconds(need.typical) / 2.0;
        enough.then(|| Duration::from_secs_f64(free.min(self.seconds(need.most))))
    }

    fn priority(&self, need: Need) -> Priority {
        match need.priority {
            Priority::Cores if self.cores => Priority::Search,
            priority => priority,
        }
    }

    /// What takes `whole` seconds in a whole run, in this one.
    fn seconds(&self, whole: f64) -> f64 {
        self.start.min(whole) + (whole - self.start).max(0.0) * self.scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn need(priority: Priority, typical: f64) -> Need {
        Need {
            priority,
            typical,
            most: 2.0 * typical,
        }
    }

    /// Which of the steps run, each for its typical time.
    fn chosen(budget: u64, cores: bool, needs: &[Need]) -> Vec<usize> {
        let plan = Plan::new(Duration::from_secs(budget), 1.0, true, cores).unwrap();
        let mut left = budget as f64;
        let mut run = Vec::new();
        for (i, &step) in needs.iter().enumerate() {
            if let Some(limit) = plan.of(left, step, &needs[i + 1..]) {
                run.push(i);
                let took = plan.seconds(step.typical);
                // A duration is rounded to a nanosecond.
                assert!(limit.as_secs_f64() <= left + 1e-6);
                left -= took.min(limit.as_secs_f64());
            }
        }
        run
    }

    #[test]
    fn a_small_budget_brings_what_matters() {
        use Priority::*;
        let needs = [
            need(Right, 20.0),
            need(Speed, 60.0),
            need(Search, 80.0),
            need(Training, 100.0),
            need(Cores, 60.0),
        ];
        assert_eq!(chosen(400, false, &needs), [0, 1, 2, 3, 4]);
        // Less for each, so most still fit; what is left out is what matters least.
        let few = chosen(60, false, &needs);
        assert!(few.starts_with(&[0]) && few.contains(&2), "{few:?}");
        let mut costly = needs;
        costly[1].typical = 400.0;
        assert_eq!(chosen(200, false, &costly), [0, 2, 3, 4]);
        costly[3].typical = 400.0;
        assert!(!chosen(100, false, &costly).contains(&3));
    }

    #[test]
    fn cores_come_with_a_word() {
        use Priority::*;
        let needs = [need(Right, 20.0), need(Training, 300.0), need(Cores, 150.0)];
        assert_eq!(chosen(300, false, &needs), [0, 1]);
        assert_eq!(chosen(300, true, &needs), [0, 2]);
    }

    #[test]
    fn less_work_takes_no_time_from_a_step() {
        let plan = |work| Plan::new(Duration::from_secs(600), work, false, false).unwrap();
        let limit = |work| plan(work).of(600.0, need(Priority::Right, 20.0), &[]);
        assert_eq!(limit(0.1), limit(1.0));
        assert_eq!(plan(0.1).work(), 0.1);
    }

    #[test]
    fn seconds_that_bring_nothing_are_refused() {
        assert!(Plan::new(Duration::from_secs(5), 1.0, true, false).is_err());
    }
}
