//! Whether a network learns, and if not, why.

use std::fmt;

/// The least share of the labels' variance that a network explains which learns: chance explains none.
const LEAST: f64 = 0.1;

/// Below this share nothing is explained.
const NOTHING: f64 = 0.01;

/// Examples after which it is too early to say that a network does not learn.
const EARLY: u64 = 50_000;

/// A judgement of a network that was trained for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The share of the labels' variance that the value explains: 1 − mean squared error / variance.
    pub explained: f64,
    /// Examples seen so far.
    pub examples: u64,
}

impl Verdict {
    /// From the mean squared error of the value, in moves², the variance of the labels, and the number of examples
    /// seen.
    pub fn new(error: f64, variance: f64, examples: u64) -> Self {
        let explained = match variance > 0.0 {
            true => 1.0 - error / variance,
            // One label for all: there is nothing to tell apart.
            false => 1.0,
        };
        Self {
            explained,
            examples,
        }
    }

    /// Whether it explains nothing, although it has seen enough to explain something.
    pub fn is_blank(&self) -> bool {
        self.explained < NOTHING && self.examples >= EARLY
    }

    /// Whether it learns.
    pub fn learns(&self) -> bool {
        self.explained >= LEAST
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = (100.0 * self.explained).max(0.0);
        match self.learns() {
            true => write!(
                f,
                "learning: it explains {percent:.0} % of how walk lengths differ"
            ),
            false if self.examples < EARLY => write!(
                f,
                "too early to say whether it learns, after {} examples",
                self.examples
            ),
            false => write!(
                f,
                "not learning, because the network tells near states from far ones hardly better than their mean does: \
                 it explains {percent:.0} % of how walk lengths differ"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{EARLY, Verdict};

    #[test]
    fn who_does_no_better_than_the_mean_does_not_learn() {
        assert!(!Verdict::new(40.0, 40.0, EARLY).learns());
        assert!(!Verdict::new(90.0, 40.0, EARLY).learns());
        assert!(Verdict::new(10.0, 40.0, EARLY).learns());
        assert!(Verdict::new(0.0, 0.0, EARLY).learns());
        assert!(Verdict::new(41.0, 40.0, EARLY).is_blank());
        assert!(!Verdict::new(41.0, 40.0, EARLY - 1).is_blank());
        assert!(!Verdict::new(38.0, 40.0, EARLY).is_blank());
        let text = Verdict::new(10.0, 40.0, EARLY).to_string();
        assert_eq!(
            text,
            "learning: it explains 75 % of how walk lengths differ"
        );
    }
}
