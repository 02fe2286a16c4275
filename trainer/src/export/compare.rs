//! The network of a weight file beside the one that was trained, on the same states.

use crate::net::costs_of_policy;
use crate::random::seeded;
use crate::saved::Saved;
use quarterturn_core::net::{MOVE_COST, NetHeads};

/// How far the file's network is from the trained one in one head, in moves or nats.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// `value`, `q` or `policy`.
    pub head: &'static str,
    /// Mean absolute difference.
    pub mean: f64,
    /// 99 of 100 differences are at most this.
    pub p99: f64,
    /// The largest difference.
    pub max: f64,
}

/// Compares on at least `states` states of held-out walks of all lengths that were trained.
/// `network` turns features into rows of costs for `heads`, in 1/1024 moves or nats.
pub fn compare(
    saved: &Saved,
    heads: NetHeads,
    states: usize,
    network: impl FnOnce(&[u16], &mut [i32]),
) -> Vec<Comparison> {
    let steps = saved.recipe.steps() as usize;
    let rng = &mut seeded(1, u64::MAX, 0);
    let walks = saved.dynamics.walks(rng, states.div_ceil(steps), steps);
    let features = walks.scrambled().features();
    let float = saved.net.evaluate(&features);

    let count = features.len() / saved.dynamics.shape().active;
    let outputs = heads.outputs();
    let mut rows = vec![0i32; count * outputs];
    network(&features, &mut rows);

    let policy = float.policy.map(|p| costs_of_policy(&p, heads.moves));
    [
        ("value", heads.value_at(), 1, float.value),
        ("q", heads.q_at(), heads.moves, float.q),
        ("policy", heads.policy_at(), heads.moves, policy),
    ]
    .into_iter()
    .filter_map(|(head, at, width, float)| {
        let (at, float) = (at?, float?);
        let costs = rows
            .chunks_exact(outputs)
            .flat_map(|row| &row[at..at + width]);
        let pairs = costs.zip(&float);
        let difference =
            |(&c, &f): (&i32, &f32)| (f64::from(c) / f64::from(MOVE_COST) - f64::from(f)).abs();
        Some(summary(head, pairs.map(difference).collect()))
    })
    .collect()
}

fn summary(head: &'static str, mut differences: Vec<f64>) -> Comparison {
    differences.sort_by(f64::total_cmp);
    let n = differences.len();
    Comparison {
        head,
        mean: differences.iter().sum::<f64>() / n as f64,
        p99: differences[(n - 1) * 99 / 100],
        max: differences[n - 1],
    }
}
