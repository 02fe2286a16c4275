//! One-step look-ahead: the cost of a state by a network's values of its children (Bellman's equation, with
//! the cost of the goal fixed at 0).

use crate::dynamics::States;
use crate::net::Net;
use crate::tensor::Tensor;

/// Numbers that a forward pass may hold at once: 1 GiB. Not a share of what is free, for results may
/// depend on how children are divided, in the last bits.
const NUMBERS: i64 = 1 << 28;
/// Children evaluated at once, at most.
const CHUNK: i64 = 1 << 15;

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
pub fn lookahead(net: &dyn Net, states: &dyn States) -> Lookahead {
    crate::tensor::no_grad(|| {
        let children = states.children();
        let values = values(net, &children.states.features());
        let order = children.bar(values.reshape([-1, children.moves]), f64::INFINITY);
        let order = order.masked_fill(&children.goals(), f64::NEG_INFINITY);
        Lookahead {
            cost: children.costs(&values).amin([1], false) + 1.0,
            best: order.argmin(1, false),
        }
    })
}

/// The values by the value head of `net`, computed in parts that bound the memory: `[n]`, float.
///
/// # Panics
/// If the network has no value head.
pub fn values(net: &dyn Net, features: &Tensor) -> Tensor {
    let value = |part: &Tensor| net.forward(part, false).value;
    let chunk = (NUMBERS / net.numbers().max(1)).clamp(1, CHUNK);
    let parts = features.split(chunk, 0).into_iter();
    let values: Vec<Tensor> = parts
        .map(|part| value(&part).expect("checked with the recipe"))
        .collect();
    Tensor::cat(&values, 0)
}
