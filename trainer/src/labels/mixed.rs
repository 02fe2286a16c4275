//! Walk labels and Bellman updates in turn, near states before far ones (Brinner 2021, §3.3, §4.2).
//!
//! Of `ratio + 1` steps one learns the one-step look-ahead of the network itself, which makes
//! neighbouring states agree; the others learn walk labels. A curriculum of stages lengthens the
//! walks; a stage is a function of the step, so a resumed run continues exactly.

use super::lookahead::lookahead;
use super::pool::Pool;
use super::{Loss, Target};
use crate::net::Net;
use crate::recipe::Stage;
use tch::Reduction;

/// The mixed target; see the module's page.
#[derive(Debug)]
pub struct Mixed {
    /// One pool per stage; only the current one holds walks.
    stages: Vec<(Pool, Option<u64>)>,
    ratio: u64,
}

impl Mixed {
    /// Stages in their order, each with a source of walks as long as its own.
    pub fn new(stages: &[Stage], pool: impl Fn(i64) -> Pool, ratio: u64) -> Self {
        Self {
            stages: stages.iter().map(|s| (pool(s.steps), s.until)).collect(),
            ratio,
        }
    }
}

impl Target for Mixed {
    fn loss(&mut self, net: &dyn Net, step: u64) -> Loss {
        let current = |(_, until): &(Pool, Option<u64>)| until.is_none_or(|end| step < end);
        let at = self.stages.iter().position(current).unwrap_or(0);
        for (pool, _) in &mut self.stages[..at] {
            pool.forget();
        }
        let pool = &mut self.stages[at].0;
        let steps = pool.steps();
        let batch = pool.batch(step);
        let states = batch.walks.scrambled();
        let bellman = step % (self.ratio + 1) == self.ratio;
        let (name, label) = if bellman {
            ("bellman", lookahead(net, states.as_ref()).cost)
        } else {
            ("walk", batch.labels().narrow(1, 1, steps).reshape([-1]))
        };
        let value = net.forward(&states.features(), true).value;
        let total = value
            .expect("checked with the recipe")
            .mse_loss(&label, Reduction::Mean);
        Loss {
            parts: vec![(name, total.detach())],
            total,
            examples: pool.examples(),
        }
    }

    fn generation_seconds(&self) -> f64 {
        self.stages.iter().map(|(pool, _)| pool.seconds()).sum()
    }
}
