//! The states that a recipe trains on.

use crate::device::Device;
use crate::dynamics::Dynamics;
use crate::labels;
use crate::libtorch;
use crate::net::{self, Net};
use crate::random::{permutation, seeded};
use crate::recipe::Recipe;
use std::sync::Arc;

/// States that are enough for statistics.
const STATES: usize = 1 << 15;
/// Most states of one batch: batches differ.
const OF_BATCH: usize = STATES / 2;

/// The purpose of the random numbers that pick states of a batch.
const SOME: u64 = 4;

/// The active features of states from the batches of a run's first steps, `[n × active]`, if it starts with this
/// network.
///
/// The target decides which states these are, and so does the network if it guides the search for them. So a
/// separate target is asked for its batches.
pub fn features(recipe: &Recipe, dynamics: &Arc<dyn Dynamics>, net: &dyn Net) -> Vec<u16> {
    let shape = dynamics.shape();
    let fresh = || net::build(recipe, shape, Default::default());
    let target = labels::build(recipe, dynamics, Device::Cpu, (0, 1), fresh);
    let mut batch: Box<dyn FnMut(u64) -> Vec<u16>> = match target {
        Some(mut target) => Box::new(move |step| target.slices(net, step).features),
        None => libtorch::batches(recipe, dynamics, net),
    };
    let (mut all, mut count) = (Vec::new(), 0);
    for step in 0.. {
        if count >= STATES {
            break;
        }
        let features = batch(step);
        let n = features.len() / shape.active;
        let some = permutation(&mut seeded(recipe.seed, SOME, step), n);
        for row in some.into_iter().take(OF_BATCH) {
            all.extend_from_slice(&features[row * shape.active..][..shape.active]);
        }
        count += n.min(OF_BATCH);
    }
    all
}
