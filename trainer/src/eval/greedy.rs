//! Greedy descent on fixed held-out scrambles, all at once: the cheapest sign that a network learns.

use crate::dynamics::{Children, Dynamics, States};
use crate::net::{Net, Output, predict};
use crate::recipe;
use crate::tensor::{self, Kind, Tensor};
use std::sync::atomic::{AtomicBool, Ordering};

/// Scrambles per depth.
const SCRAMBLES: i64 = 20;

/// The results of greedy descent and of the value head, by scramble depth 1, 2, ….
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

/// Evaluates `net`, which `recipe` describes, on walks of 1 to `depth` steps. Training pools contain them only by
/// chance. Gives up early when `stop` is set.
pub fn evaluate(
    dynamics: &dyn Dynamics,
    net: &dyn Net,
    recipe: &recipe::Net,
    depth: i64,
    stop: &AtomicBool,
) -> ByDepth {
    crate::tensor::no_grad(|| {
        // A seed for this purpose only: the same scrambles for every run of a puzzle.
        tensor::seed(0, u64::MAX, 0);
        let states = dynamics.walks(SCRAMBLES, depth).scrambled();
        let predict = |states: &dyn States| predict(net, recipe, states);
        let rows = |t: Tensor| -> Vec<f64> {
            let mean = t.reshape([SCRAMBLES, depth]).to_kind(Kind::Double);
            let mean = mean.mean_dim(0, false, Kind::Double);
            Vec::try_from(mean).expect("one dimension")
        };
        ByDepth {
            solved: rows(solve(&predict, states.as_ref(), depth, stop)),
            value: predict(states.as_ref()).value.map(rows).unwrap_or_default(),
        }
    })
}

/// What a network predicts for states.
type Predict<'a> = dyn Fn(&dyn States) -> Output + 'a;

/// Which of `n` states are solved by `limit` greedy moves: `[n]`, bool.
fn solve(predict: &Predict<'_>, states: &dyn States, limit: i64, stop: &AtomicBool) -> Tensor {
    let unsolved = |solved: &Tensor| solved.logical_not().nonzero().squeeze_dim(1);
    let mut solved = states.is_goal();
    let mut open = unsolved(&solved);
    let mut here = states.pick(&open);
    for _ in 0..limit {
        if open.numel() == 0 || stop.load(Ordering::Relaxed) {
            break;
        }
        let children = here.children();
        let costs = move_costs(predict, here.as_ref(), &children);
        let costs = children.bar(costs, f64::INFINITY);
        let costs = costs.masked_fill(&children.goals(), f64::NEG_INFINITY);
        let best = costs.argmin(1, false);
        let first = Tensor::arange(best.size()[0], (Kind::Int64, best.device()));
        let next = children.states.pick(&(first * children.moves + best));
        let done = next.is_goal();
        solved = solved.index_copy(0, &open, &done);
        let left = unsolved(&done);
        open = open.index_select(0, &left);
        here = next.pick(&left);
    }
    solved
}

/// The cost of each move, `[n, moves]`, by the first head that there is of value, Q and policy.
fn move_costs(predict: &Predict<'_>, states: &dyn States, children: &Children) -> Tensor {
    let out = predict(states);
    match (&out.value, out.q, out.policy) {
        (Some(_), ..) => {
            let value = predict(children.states.as_ref()).value;
            value.expect("as before").reshape([-1, children.moves])
        }
        (None, Some(q), _) => q,
        (None, None, Some(policy)) => -policy,
        (None, None, None) => children
            .states
            .bounds()
            .reshape([-1, children.moves])
            .zeros_like(),
    }
}
