//! One-step look-ahead: what a network says a state costs, by way of its children (Bellman's
//! equation with the goal's cost fixed at 0).

use crate::dynamics::States;
use crate::net::Net;
use tch::Tensor;

/// Children evaluated at once; bounds the memory of wide networks.
const CHUNK: i64 = 1 << 15;

/// The best child of each state.
#[derive(Debug)]
pub struct Lookahead {
    /// 1 + the least cost among the children, never below 1: `[n]`, float.
    pub cost: Tensor,
    /// The move to that child: `[n]`, int64.
    pub best: Tensor,
}

/// Looks one move ahead from `states` with the value head of `net`.
///
/// # Panics
/// If the network has no value head.
pub fn lookahead(net: &dyn Net, states: &dyn States) -> Lookahead {
    tch::no_grad(|| {
        let children = states.children();
        let costs = children.costs(&values(net, &children.states.features()));
        let (least, best) = costs.min_dim(1, false);
        Lookahead {
            cost: least + 1.0,
            best,
        }
    })
}

/// What the value head of `net` says, in parts that bound the memory: `[n]`, float.
///
/// # Panics
/// If the network has no value head.
pub fn values(net: &dyn Net, features: &Tensor) -> Tensor {
    let value = |part: &Tensor| net.forward(part, false).value;
    let parts = features.split(CHUNK, 0).into_iter();
    let values: Vec<Tensor> = parts
        .map(|part| value(&part).expect("checked with the recipe"))
        .collect();
    Tensor::cat(&values, 0)
}
