//! The network of a weight file beside the one that was trained, on the same states.

use crate::dynamics::{numbers, on_host};
use crate::saved::Saved;
use crate::tensor::{self, Kind};
use quarterturn_core::net::{Heads, MOVE_COST};

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
    heads: Heads,
    states: i64,
    network: impl FnOnce(&[u16], &mut [i32]),
) -> Vec<Comparison> {
    let steps = saved.recipe.steps();
    tensor::seed(1, u64::MAX, 0);
    let walks = saved.dynamics.walks((states + steps - 1) / steps, steps);
    let features = walks.scrambled().features();
    let float = crate::tensor::no_grad(|| saved.net.forward(&features, false));

    let features = on_host(&features);
    let count = features.len() / saved.dynamics.shape().active as usize;
    let outputs = heads.outputs();
    let mut rows = vec![0i32; count * outputs];
    network(&features, &mut rows);

    let policy = float.policy.map(|p| -p.log_softmax(-1, Kind::Float));
    [
        ("value", heads.value_at(), 1, float.value),
        ("q", heads.q_at(), heads.moves, float.q),
        ("policy", heads.policy_at(), heads.moves, policy),
    ]
    .into_iter()
    .filter_map(|(head, at, width, float)| {
        let (at, float) = (at?, numbers::<f32>(&float?));
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
