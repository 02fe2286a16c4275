//! Look-ahead: the cost of a state by a network's values of the states that one move, or at most two, lead to
//! (Bellman's equation, with the cost of the goal fixed at 0).

use crate::dynamics::States;
use crate::libtorch::field::{Field, Offspring, OnHost};
use crate::libtorch::net::{Graph, chunk};
use tch::Tensor;

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
pub fn lookahead(net: &dyn Graph, states: &(dyn States + 'static), depth: u64) -> Lookahead {
    let device = net.variables().device();
    from(net, &OnHost { states, device }, depth)
}

/// The same from states wherever they are.
///
/// # Panics
/// If the network has no value head.
pub fn from(net: &dyn Graph, states: &dyn Field, depth: u64) -> Lookahead {
    tch::no_grad(|| {
        let children = states.offspring();
        let size = children.goals.size();
        let values = values(net, &children.states.features());
        let mut values = values.reshape(&size);
        let mut costs = values.clamp_min(0.0);
        if depth > 1 {
            let beyond = beyond(net, &children, depth - 1);
            costs = costs.minimum(&beyond.cost.reshape(&size));
            // A goal further on is known too, but one at hand is better.
            let known = f64::from(f32::MIN);
            let promise = (beyond.promise + 1.0).clamp_min(known).reshape(&size);
            values = values.minimum(&promise);
        }
        let goals = &children.goals;
        let order = bar(&children, &values).masked_fill(goals, f64::NEG_INFINITY);
        let costs = costs.masked_fill(goals, 0.0);
        Lookahead {
            cost: bar(&children, &costs).amin([1], false) + 1.0,
            best: order.argmin(1, false),
            promise: order.amin([1], false),
        }
    })
}

/// The look-ahead of each child, in parts that bound the memory.
fn beyond(net: &dyn Graph, children: &Offspring, depth: u64) -> Lookahead {
    let (states, count) = (children.states.as_ref(), children.states.count());
    let moves = children.goals.size()[1].max(1) as usize;
    let each = (BEYOND / moves).max(1);
    let parts = (0..count).step_by(each).map(|first| {
        let part = states.narrow(first..count.min(first + each));
        from(net, part.as_ref(), depth)
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
fn bar(children: &Offspring, costs: &Tensor) -> Tensor {
    match &children.barred {
        None => costs.shallow_clone(),
        Some(barred) => costs.masked_fill(barred, f64::INFINITY),
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
