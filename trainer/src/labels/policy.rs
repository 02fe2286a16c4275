//! The undoing move (EfficientCube, Takano 2023): at each state of a walk, predict the inverse of
//! the move that led there.

use super::pool::Pool;
use super::{Loss, Target};
use crate::net::Net;
use crate::tables::Tables;
use std::rc::Rc;

/// The policy target; see the module's page.
#[derive(Debug)]
pub struct Policy {
    tables: Rc<Tables>,
    pool: Pool,
}

impl Policy {
    /// States and moves from `pool`; its labels are not used.
    pub fn new(tables: Rc<Tables>, pool: Pool) -> Self {
        Self { tables, pool }
    }
}

impl Target for Policy {
    fn loss(&mut self, net: &dyn Net, step: u64) -> Loss {
        let steps = self.pool.steps();
        let batch = self.pool.batch(step);
        let states = batch.states.narrow(1, 1, steps);
        let out = net.forward(&states.reshape([-1, self.tables.active]), true);
        let undo = self.tables.invert(&batch.moves).reshape([-1]);
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
