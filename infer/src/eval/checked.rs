//! Two evaluators compared: what a kernel, a format or a smaller network changes.

use super::{Evaluator, Heads, Outputs};
use quarterturn_core::Puzzle;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// An evaluator that evaluates with two others and counts how far they differ. Its own answers are those
/// of the first.
#[derive(Debug)]
pub struct Checked<A, B> {
    first: A,
    second: B,
    errors: Mutex<Errors>,
}

/// How far two evaluators differ, over all heads that both have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Errors {
    /// Outputs compared, by the difference: none at 0, from 2^(n−1) to 2^n − 1 units of 1/1024 at n.
    pub histogram: Vec<u64>,
    /// The greatest difference, in units of 1/1024.
    pub most: u32,
    /// Sum of all differences, in units of 1/1024.
    pub sum: u64,
}

impl Errors {
    /// Outputs compared.
    pub fn count(&self) -> u64 {
        self.histogram.iter().sum()
    }

    /// Outputs that are the same.
    pub fn same(&self) -> u64 {
        self.histogram.first().copied().unwrap_or(0)
    }

    /// The mean difference, in moves (value, Q) or nats (policy).
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.count().max(1) as f64 / f64::from(super::MOVE_COST)
    }

    fn add(&mut self, a: i32, b: i32) {
        let difference = a.abs_diff(b);
        let place = (u32::BITS - difference.leading_zeros()) as usize;
        if self.histogram.len() <= place {
            self.histogram.resize(place + 1, 0);
        }
        self.histogram[place] += 1;
        self.most = self.most.max(difference);
        self.sum += u64::from(difference);
    }
}

/// One line for each class of difference that occurs, in moves.
impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, unit) = (self.count().max(1), f64::from(super::MOVE_COST));
        for (place, &n) in self.histogram.iter().enumerate().filter(|&(_, &n)| n > 0) {
            let upto = (2f64.powi(place as i32) - 1.0) / unit;
            let percent = 100.0 * n as f64 / count as f64;
            match place {
                0 => writeln!(f, "  the same        {n:>12}  {percent:6.2} %")?,
                _ => writeln!(f, "  up to {upto:<9.3} {n:>12}  {percent:6.2} %")?,
            }
        }
        let most = f64::from(self.most) / unit;
        write!(f, "  mean {:.4}, at most {most:.3}", self.mean())
    }
}

impl<A, B> Checked<A, B> {
    /// Compares two evaluators.
    pub fn new(first: A, second: B) -> Self {
        Self {
            first,
            second,
            errors: Mutex::default(),
        }
    }

    /// How far they differed so far.
    pub fn errors(&self) -> Errors {
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        errors.clone()
    }
}

impl<P: Puzzle, A: Evaluator<P>, B: Evaluator<P>> Evaluator<P> for Checked<A, B> {
    fn heads(&self) -> Heads {
        self.first.heads()
    }

    fn preferred_batch(&self) -> usize {
        self.first.preferred_batch()
    }

    fn evaluate(&self, puzzle: &P, states: &[P::State], out: Outputs<'_>) {
        let Outputs { value, q, policy } = out;
        let heads = self.second.heads();
        let asked = |slice: &[i32], has: bool| vec![0; if has { slice.len() } else { 0 }];
        let mut value_too = asked(value, heads.value);
        let mut q_too = asked(q, heads.q);
        let mut policy_too = asked(policy, heads.policy);
        self.second.evaluate(
            puzzle,
            states,
            Outputs {
                value: &mut value_too,
                q: &mut q_too,
                policy: &mut policy_too,
            },
        );
        let own = Outputs {
            value: &mut *value,
            q: &mut *q,
            policy: &mut *policy,
        };
        self.first.evaluate(puzzle, states, own);
        let mut errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        for (ours, theirs) in [(value, value_too), (q, q_too), (policy, policy_too)] {
            for (&mut a, b) in ours.iter_mut().zip(theirs) {
                errors.add(a, b);
            }
        }
    }

    fn name(&self) -> &str {
        self.first.name()
    }
}
