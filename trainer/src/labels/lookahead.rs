//! One-step look-ahead: what a network says a state costs, by way of its children (Bellman's
//! equation with the goal's cost fixed at 0).

use crate::net::Net;
use crate::tables::Tables;
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

/// Looks one move ahead from `states` (`[n, active]`) with the value head of `net`.
///
/// # Panics
/// If the network has no value head.
pub fn lookahead(tables: &Tables, net: &dyn Net, states: &Tensor) -> Lookahead {
    tch::no_grad(|| {
        let children = tables.children(states).reshape([-1, tables.active]);
        let values: Vec<Tensor> = children
            .split(CHUNK, 0)
            .iter()
            .map(|chunk| {
                net.forward(chunk, false)
                    .value
                    .expect("checked with the recipe")
            })
            .collect();
        let costs = Tensor::cat(&values, 0)
            .clamp_min(0.0)
            .masked_fill(&tables.is_goal(&children), 0.0)
            .reshape([-1, tables.moves]);
        let (least, best) = costs.min_dim(1, false);
        Lookahead {
            cost: least + 1.0,
            best,
        }
    })
}
