//! Walk labels and Bellman updates in turn, near states before far ones (Brinner 2021, §3.3, §4.2).
//!
//! One of `ratio + 1` steps learns the one-step look-ahead of the network itself, which makes neighbouring states
//! agree. The others learn walk labels. A curriculum of stages lengthens the walks. The stage depends only on the
//! step, so a resumed run continues exactly.
//!
//! At first the values of a recurrent network after its earlier rounds may count too (Appendix B).
//!
//! Differences from the paper: it alternates between whole training sets, 2 × 10⁶ states to 2 × 10⁴, and this
//! between steps in the same ratio. Here a label is lowered if the pool has a shorter path.

use super::lookahead;
use super::{Loss, Target};
use crate::labels::pool::Pool;
use crate::libtorch::field::Ground;
use crate::libtorch::net::Graph;
use crate::libtorch::tensors;
use crate::recipe::Stage;
use tch::Reduction;

/// Weight of the value after an earlier round, relative to the last one.
const EARLIER: f64 = 0.001;

/// The mixed target; see the module's page.
#[derive(Debug)]
pub struct Mixed {
    /// One pool per stage; only the current one holds walks.
    stages: Vec<(Pool, Option<u64>)>,
    ground: Ground,
    how: How,
}

/// How batches are made and what counts.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// Steps with walk labels per step with look-ahead.
    pub ratio: u64,
    /// Whether a batch has states of all walks of the pool instead of whole walks.
    pub scattered: bool,
    /// The step from which only the last round counts.
    pub every_round_until: u64,
}

impl Mixed {
    /// Stages in their order, each with a source of walks as long as its own.
    pub fn new(stages: &[Stage], pool: impl Fn(i64) -> Pool, ground: Ground, how: How) -> Self {
        let pool = |steps| match how.scattered {
            true => pool(steps).shuffled(),
            false => pool(steps),
        };
        Self {
            stages: stages.iter().map(|s| (pool(s.steps), s.until)).collect(),
            ground,
            how,
        }
    }
}

impl Target for Mixed {
    fn loss(&mut self, net: &dyn Graph, step: u64) -> Loss {
        let current = |(_, until): &(Pool, Option<u64>)| until.is_none_or(|end| step < end);
        let at = self.stages.iter().position(current).unwrap_or(0);
        for (pool, _) in &mut self.stages[..at] {
            pool.forget();
        }
        let pool = &mut self.stages[at].0;
        let (states, labels) = pool.states(step);
        let labels = labels.expect("the pool is labelled");
        let device = net.variables().device();
        let states = self.ground.place(states);
        let bellman = step % (self.how.ratio + 1) == self.how.ratio;
        let (name, label) = if bellman {
            ("bellman", lookahead::from(net, states.as_ref(), 1).cost)
        } else {
            ("walk", tensors::shaped(&labels, &[-1], device))
        };
        let features = states.features();
        let mut values = match step < self.how.every_round_until {
            true => net
                .values_by_round(&features)
                .expect("checked with the recipe"),
            false => net.forward(&features, true).value.into_iter().collect(),
        };
        let last = values.pop().expect("checked with the recipe");
        let loss = last.mse_loss(&label, Reduction::Mean);
        let earlier = values
            .iter()
            .map(|v| v.mse_loss(&label, Reduction::Mean) * EARLIER);
        Loss {
            parts: vec![(name, loss.detach())],
            total: earlier.fold(loss, |sum, loss| sum + loss),
            examples: pool.examples(),
        }
    }

    fn generation_seconds(&self) -> f64 {
        self.stages.iter().map(|(pool, _)| pool.seconds()).sum()
    }
}
