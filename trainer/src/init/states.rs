//! The states that a recipe trains on.

#[cfg(feature = "libtorch")]
use super::pupil;
use crate::compute;
use crate::dynamics::Dynamics;
use crate::labels;
use crate::native::losses::Layout;
use crate::net::Net;
use crate::recipe::{Head, Recipe};
use crate::tensor::{Kind, Tensor};
use std::rc::Rc;

/// States that are enough for statistics.
const STATES: i64 = 1 << 15;
/// Most states of one batch: batches differ.
const OF_BATCH: i64 = STATES / 2;

/// The active features of states from the batches of a run's first steps, `[n, active]`, if it starts with this
/// network.
///
/// The target decides which states these are, and so does the network if it guides the search for them. So a
/// separate target is asked for its batches.
pub fn features(recipe: &Recipe, dynamics: &Rc<dyn Dynamics>, net: &mut dyn Net) -> Tensor {
    let shape = dynamics.shape();
    let compute = compute::choose(recipe.run.compute, dynamics.device());
    let mut target = labels::build(recipe, dynamics, compute, (0, 1));
    let layout = Layout::of(&Head::in_order(recipe.net.heads(), shape.moves));
    let (mut all, mut count) = (Vec::new(), 0);
    for step in 0.. {
        if count >= STATES {
            break;
        }
        let batch = layout.and_then(|layout| target.slices(net, step, layout));
        let features = match batch {
            Some(batch) => {
                let wide: Vec<i64> = batch.features.iter().map(|&f| f.into()).collect();
                let rows = Tensor::from_slice(&wide).reshape([-1, shape.active]);
                rows.to(dynamics.device())
            }
            #[cfg(feature = "libtorch")]
            None => {
                let (heads, moves) = (recipe.net.heads(), shape.moves);
                pupil::features(target.as_mut(), net, heads, moves, step)
            }
            #[cfg(not(feature = "libtorch"))]
            None => unreachable!("recipes for LibTorch's graph are refused"),
        };
        let options = (Kind::Int64, features.device());
        let n = features.size()[0];
        let some = Tensor::randperm(n, options).narrow(0, 0, n.min(OF_BATCH));
        all.push(features.index_select(0, &some));
        count += n.min(OF_BATCH);
    }
    Tensor::cat(&all, 0)
}
