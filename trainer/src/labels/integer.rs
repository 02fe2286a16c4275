//! A network in integers, as searches use it, for labels: on the host several times as fast as in
//! float, on as many threads as are allowed.

use crate::dynamics::Shape;
use crate::export;
use crate::net::Net;
use crate::recipe::Recipe;
use crate::threads;
use quarterturn_core::net::MOVE_COST;
use quarterturn_core::net::batch::{BLOCK, Batch, Workspace};

/// A value head in integers.
#[derive(Debug)]
pub(super) struct Integer {
    batch: Batch,
    active: usize,
}

impl Integer {
    /// `None` if the network has no such form, or not yet: early in training a weight may not fit the
    /// integers.
    pub(super) fn new(recipe: &Recipe, shape: Shape, net: &dyn Net) -> Option<Self> {
        let (model, _) = export::integers(recipe, shape, net).ok()?;
        let mut room = Vec::new();
        let net = model.net(&mut room).ok()?;
        Some(Self {
            batch: Batch::new(&net),
            active: shape.active,
        })
    }

    /// Costs in moves: `[n]`, for the active features `[n × active]`.
    pub(super) fn values(&self, features: &[u16]) -> Vec<f32> {
        let outputs = self.batch.heads().outputs();
        let at = self.batch.heads().value_at().expect("a value head");
        let count = features.len() / self.active;
        let mut rows = vec![0; count * outputs];
        let each = [self.active, outputs];
        threads::shared(features, &mut rows, each, BLOCK, |_, features, rows| {
            let mut room = Workspace::default();
            self.batch.evaluate(features, &mut room, rows);
        });
        let costs = rows.chunks_exact(outputs).map(|row| row[at] as f32);
        costs.map(|cost| cost / MOVE_COST as f32).collect()
    }
}
