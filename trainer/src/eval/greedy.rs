//! Greedy descent on fixed held-out scrambles, as tensor operations: the cheapest sign of life.

use crate::labels::seed_torch;
use crate::net::Net;
use crate::tables::Tables;
use std::sync::atomic::{AtomicBool, Ordering};
use tch::{Kind, Tensor};

/// Scrambles per depth.
const SCRAMBLES: i64 = 20;

/// What greedy descent and the value head say, by scramble depth 1, 2, ….
#[derive(Clone, Debug, serde::Serialize)]
pub struct ByDepth {
    /// Share of scrambles solved within the deepest scramble's length.
    pub solved: Vec<f64>,
    /// Mean predicted cost-to-go; empty without a value head.
    pub value: Vec<f64>,
}

impl ByDepth {
    /// One line for people.
    pub fn summary(&self) -> String {
        let sure = self.solved.iter().take_while(|&&s| s >= 1.0).count();
        let mean = self.solved.iter().sum::<f64>() / self.solved.len().max(1) as f64;
        format!("greedy solves {:.0} %, all to depth {sure}", mean * 100.0)
    }
}

/// Evaluates `net` on walks of 1 to `depth` steps that no training pool contains but by chance.
/// Gives up early when `stop` is set.
pub fn evaluate(tables: &Tables, net: &dyn Net, depth: i64, stop: &AtomicBool) -> ByDepth {
    tch::no_grad(|| {
        // A seed of its own purpose: the same scrambles for every run of a puzzle.
        seed_torch(0, u64::MAX, 0);
        let walks = tables.walks(SCRAMBLES, depth);
        let states = walks.states.narrow(1, 1, depth);
        let flat = states.reshape([-1, tables.active]);
        let rows = |t: Tensor| -> Vec<f64> {
            let mean = t.reshape([SCRAMBLES, depth]).to_kind(Kind::Double);
            let mean = mean.mean_dim(0, false, Kind::Double);
            Vec::try_from(mean).expect("one dimension")
        };
        ByDepth {
            solved: rows(solve(tables, net, &flat, depth, stop)),
            value: net
                .forward(&flat, false)
                .value
                .map(rows)
                .unwrap_or_default(),
        }
    })
}

/// Which states (`[n, active]`) are solved by `limit` greedy moves: `[n]`, bool.
pub fn solve(
    tables: &Tables,
    net: &dyn Net,
    states: &Tensor,
    limit: i64,
    stop: &AtomicBool,
) -> Tensor {
    let mut states = states.copy();
    let mut solved = tables.is_goal(&states);
    for _ in 0..limit {
        let open = solved.logical_not().nonzero().squeeze_dim(1);
        if open.numel() == 0 || stop.load(Ordering::Relaxed) {
            break;
        }
        let here = states.index_select(0, &open);
        let children = tables.children(&here);
        let goal = tables.is_goal(&children);
        let best = move_costs(tables, net, &here, &children)
            .masked_fill(&goal, f64::NEG_INFINITY)
            .argmin(1, false);
        let next = tables.apply(&here, &best);
        solved = solved.index_copy(0, &open, &tables.is_goal(&next));
        states = states.index_copy(0, &open, &next);
    }
    solved
}

/// How little each move is liked: `[n, moves]`. The value head speaks first, then Q, then policy.
fn move_costs(tables: &Tables, net: &dyn Net, states: &Tensor, children: &Tensor) -> Tensor {
    let out = net.forward(states, false);
    match (&out.value, out.q, out.policy) {
        (Some(_), ..) => {
            let flat = children.reshape([-1, tables.active]);
            let value = net.forward(&flat, false).value;
            value.expect("as before").reshape([-1, tables.moves])
        }
        (None, Some(q), _) => q,
        (None, None, Some(policy)) => -policy,
        (None, None, None) => Tensor::zeros(
            [states.size()[0], tables.moves],
            (Kind::Float, tables.device),
        ),
    }
}
