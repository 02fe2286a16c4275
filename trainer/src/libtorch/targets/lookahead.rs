//! Look-ahead: the cost of a state by a network's values of the states that one move, or at most two, lead to
//! (Bellman's equation, with the cost of the goal fixed at 0).

use crate::dynamics::{Children, States};
use crate::libtorch::net::{Graph, chunk};
use crate::libtorch::tensors;
use tch::{Device, Tensor};

/// States beyond the children that are held at once, at most.
const BEYOND: usize = 1 << 16;

/// The best path of each state.
#[derive(Debug)]
pub struct Lookahead {
    /// The least of length + cost at the end among all paths, never below 1: `[n]`, float.
    pub cost: Tensor,
    /// The first move of the path of argmax(R + v): to the goal by the fewest moves if it is within reach, whatever
    /// the network's values are, else to the least length + value, even below 0: `[n]`, int64.
    pub best: Tensor,
    /// What that path is preferred by, one move less: its value, or −∞ if it is a move to the goal: `[n]`, float.
    promise: Tensor,
}

/// Looks from `states` along all paths of at most `depth` moves with the value head of `net`. A path ends at the
/// goal.
///
/// # Panics
/// If the network has no value head.
pub fn lookahead(net: &dyn Graph, states: &dyn States, depth: u64) -> Lookahead {
    tch::no_grad(|| {
        let device = net.variables().device();
        let children = states.children();
        let size = [-1, children.moves as i64];
        let values = values(net, &tensors::features(children.states.as_ref(), device));
        let mut values = values.reshape(size);
        let mut costs = values.clamp_min(0.0);
        if depth > 1 {
            let beyond = beyond(net, &children, depth - 1);
            costs = costs.minimum(&beyond.cost.reshape(size));
            // A goal further on is known too, but one at hand is better.
            let known = f64::from(f32::MIN);
            let promise = (beyond.promise + 1.0).clamp_min(known).reshape(size);
            values = values.minimum(&promise);
        }
        let goals = tensors::shaped(&children.goals(), &size, device);
        let order = bar(&children, &values, device).masked_fill(&goals, f64::NEG_INFINITY);
        let costs = costs.masked_fill(&goals, 0.0);
        Lookahead {
            cost: bar(&children, &costs, device).amin([1], false) + 1.0,
            best: order.argmin(1, false),
            promise: order.amin([1], false),
        }
    })
}

/// The look-ahead of each child, in parts that bound the memory.
fn beyond(net: &dyn Graph, children: &Children, depth: u64) -> Lookahead {
    let (states, count) = (children.states.as_ref(), children.states.count());
    let each = (BEYOND / children.moves.max(1)).max(1);
    let parts = (0..count).step_by(each).map(|from| {
        let part = states.narrow(from..count.min(from + each));
        lookahead(net, part.as_ref(), depth)
    });
    let parts: Vec<Lookahead> = parts.collect();
    let all = |of: fn(&Lookahead) -> &Tensor| {
        let parts: Vec<&Tensor> = parts.iter().map(of).collect();
        Tensor::cat(&parts, 0)
    };
    Lookahead {
        cost: all(|part| &part.cost),
        best: all(|part| &part.best),
        promise: all(|part| &part.promise),
    }
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
