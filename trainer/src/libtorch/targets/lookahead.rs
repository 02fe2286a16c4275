//! One-step look-ahead: the cost of a state by a network's values of its children (Bellman's equation, with
//! the cost of the goal fixed at 0).

use crate::dynamics::{Children, States};
use crate::libtorch::net::{Graph, chunk};
use crate::libtorch::tensors;
use tch::{Device, Tensor};

/// The best child of each state.
#[derive(Debug)]
pub struct Lookahead {
    /// 1 + the least cost among the children, never below 1: `[n]`, float.
    pub cost: Tensor,
    /// The move of argmax(R + v): to the goal if possible, whatever the network's values are, else to the least
    /// value, even below 0: `[n]`, int64.
    pub best: Tensor,
}

/// Looks one move ahead from `states` with the value head of `net`.
///
/// # Panics
/// If the network has no value head.
pub fn lookahead(net: &dyn Graph, states: &dyn States) -> Lookahead {
    tch::no_grad(|| {
        let device = net.variables().device();
        let children = states.children();
        let size = [-1, children.moves as i64];
        let values = values(net, &tensors::features(children.states.as_ref(), device));
        let values = values.reshape(size);
        let goals = tensors::shaped(&children.goals(), &size, device);
        let order = bar(&children, &values, device).masked_fill(&goals, f64::NEG_INFINITY);
        let costs = values.clamp_min(0.0).masked_fill(&goals, 0.0);
        Lookahead {
            cost: bar(&children, &costs, device).amin([1], false) + 1.0,
            best: order.argmin(1, false),
        }
    })
}

/// Infinity in the places of moves which cannot be made.
fn bar(children: &Children, costs: &Tensor, device: Device) -> Tensor {
    match &children.allowed {
        None => costs.shallow_clone(),
        Some(allowed) => {
            let allowed = tensors::shaped(allowed, &costs.size(), device);
            costs.masked_fill(&allowed.logical_not(), f64::INFINITY)
        }
    }
}

/// The values by the value head of `net`, computed in parts that bound the memory: `[n]`, float.
///
/// # Panics
/// If the network has no value head.
pub fn values(net: &dyn Graph, features: &Tensor) -> Tensor {
    let value = |part: &Tensor| net.forward(part, false).value;
    let parts = features.split(chunk(net), 0).into_iter();
    let values: Vec<Tensor> = parts
        .map(|part| value(&part).expect("checked with the recipe"))
        .collect();
    Tensor::cat(&values, 0)
}
