//! The undoing move (EfficientCube, Takano 2023): at each state of a walk, predict the inverse of
//! the move that led there.

use super::{Loss, Target};
use crate::labels::pool::Pool;
use crate::libtorch::net::Graph;
use crate::libtorch::tensors;

/// The policy target; see the module's page.
#[derive(Debug)]
pub struct Policy {
    pool: Pool,
}

impl Policy {
    /// States and moves from `pool`.
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

impl Target for Policy {
    fn loss(&mut self, net: &dyn Graph, step: u64) -> Loss {
        let batch = self.pool.batch(step);
        let device = net.variables().device();
        let features = tensors::features(batch.walks.scrambled().as_ref(), device);
        let out = net.forward(&features, true);
        let undo = tensors::moves(&batch.walks.back, &[-1], device);
        let logits = out.policy.expect("checked with the recipe");
        let total = logits.cross_entropy_for_logits(&undo);
        Loss {
            parts: vec![("policy", total.detach())],
            total,
            examples: self.pool.examples(),
        }
    }

    fn generation_seconds(&self) -> f64 {
        self.pool.seconds()
    }
}
