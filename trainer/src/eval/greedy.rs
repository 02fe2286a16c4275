//! Greedy descent on fixed held-out scrambles, all at once: the cheapest sign that a network learns.

use crate::dynamics::{Children, Dynamics, States, least};
use crate::net::{Net, Output, predict};
use crate::random::seeded;
use crate::recipe;
use std::sync::atomic::{AtomicBool, Ordering};

/// Scrambles per depth.
const SCRAMBLES: usize = 20;

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
    depth: usize,
    stop: &AtomicBool,
) -> ByDepth {
    // A seed for this purpose only: the same scrambles for every run of a puzzle.
    let rng = &mut seeded(0, u64::MAX, 0);
    let states = dynamics.walks(rng, SCRAMBLES, depth).scrambled();
    let predict = |states: &dyn States| predict(net, recipe, states);
    let mean = |of: &dyn Fn(usize) -> f64| -> Vec<f64> {
        let at = |step| {
            (0..SCRAMBLES)
                .map(|walk| of(walk * depth + step))
                .sum::<f64>()
        };
        (0..depth).map(|step| at(step) / SCRAMBLES as f64).collect()
    };
    let solved = solve(&predict, states.as_ref(), depth, stop);
    let value = predict(states.as_ref()).value;
    ByDepth {
        solved: mean(&|row| f64::from(u8::from(solved[row]))),
        value: value.map_or(Vec::new(), |value| mean(&|row| value[row].into())),
    }
}

/// What a network predicts for states.
type Predict<'a> = dyn Fn(&dyn States) -> Output + 'a;

/// Which states are solved by `limit` greedy moves.
fn solve(predict: &Predict<'_>, states: &dyn States, limit: usize, stop: &AtomicBool) -> Vec<bool> {
    let unsolved =
        |solved: &[bool]| -> Vec<usize> { (0..solved.len()).filter(|&row| !solved[row]).collect() };
    let mut solved = states.goals();
    let mut open = unsolved(&solved);
    let mut here = states.pick(&open);
    for _ in 0..limit {
        if open.is_empty() || stop.load(Ordering::Relaxed) {
            break;
        }
        let children = here.children();
        let costs = move_costs(predict, here.as_ref(), &children);
        let mut costs = children.bar(costs, f32::INFINITY);
        let goals = costs.iter_mut().zip(children.goals());
        for (cost, _) in goals.filter(|(_, goal)| *goal) {
            *cost = f32::NEG_INFINITY;
        }
        let next = children.after(&least(&costs, children.moves));
        let done = next.goals();
        for (&row, &done) in open.iter().zip(&done) {
            solved[row] = done;
        }
        let left = unsolved(&done);
        open = left.iter().map(|&row| open[row]).collect();
        here = next.pick(&left);
    }
    solved
}

/// The cost of each move, `[n × moves]`, by the first head that there is of value, Q and policy.
fn move_costs(predict: &Predict<'_>, states: &dyn States, children: &Children) -> Vec<f32> {
    let out = predict(states);
    match (&out.value, out.q, out.policy) {
        (Some(_), ..) => predict(children.states.as_ref()).value.expect("as before"),
        (None, Some(q), _) => q,
        (None, None, Some(policy)) => policy.iter().map(|x| -x).collect(),
        (None, None, None) => vec![0.0; children.states.count()],
    }
}
