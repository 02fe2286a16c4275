//! The recipe that suits a puzzle and a time.

use crate::recipe::{Head, Net, Optimizer, Precision, Recipe, Rule, Run, Target, Weighting};
use std::time::Duration;

/// Most walk states that are labelled together, and how many for each second of the training.
const POOL: i64 = 1_200_000;
const POOL_A_SECOND: i64 = 20_000;
/// Most walks that are labelled together.
const WALKS: i64 = 40_000;
/// Parameters of the first layer for each second of the training: a layer of that size gets some thousand steps.
const PARAMETERS_A_SECOND: u64 = 20_000;
/// Units of the first layer are a multiple of this.
const UNITS: u64 = 64;
/// More examples than any run sees: the time ends it.
const ENDLESS: u64 = 1 << 60;

/// Sizes that go with a training time on a processor.
struct Size {
    up_to: Duration,
    first: i64,
    /// States in a step.
    states: i64,
    rate: f64,
}

const SIZES: [Size; 3] = [
    Size {
        up_to: Duration::from_secs(150),
        first: 256,
        states: 2000,
        rate: 2e-3,
    },
    Size {
        up_to: Duration::from_secs(30 * 60),
        first: 512,
        states: 4000,
        rate: 2e-3,
    },
    Size {
        up_to: Duration::MAX,
        first: 1024,
        states: 8000,
        rate: 1e-3,
    },
];

/// A recipe for the puzzle of that name, whose states have `features` features, walks of `steps` moves and that time.
pub fn recipe(
    puzzle: &str,
    features: usize,
    steps: i64,
    time: Duration,
    seed: u64,
    control: bool,
) -> Recipe {
    let size = SIZES.iter().find(|size| time <= size.up_to);
    let size = size.unwrap_or(&SIZES[SIZES.len() - 1]);
    let most = PARAMETERS_A_SECOND * time.as_secs().max(1) / features.max(1) as u64;
    let most = (most / UNITS * UNITS).max(UNITS);
    let first = size.first.min(most as i64);
    let batch = (size.states / steps).max(1);
    let pool = POOL.min(POOL_A_SECOND.saturating_mul(time.as_secs() as i64));
    Recipe {
        puzzle: puzzle.into(),
        seed,
        levels: None,
        net: Net::Mlp {
            layers: vec![first, 64],
            blocks: 1,
            heads: vec![Head::Value, Head::Q],
            above_bound: false,
        },
        target: Target::Walk {
            steps,
            pool: (pool / steps).min(WALKS).max(batch),
            q_weight: 0.5,
            weighting: Weighting::Uniform,
            frames: false,
            control,
        },
        optimizer: Optimizer {
            rule: Rule::Adam,
            batch,
            rate: size.rate,
            decay: 0.5,
            multiply: None,
        },
        run: Run {
            examples: ENDLESS,
            checkpoint_seconds: 60,
            evaluate_seconds: (time.as_secs() / 5).max(5),
            evaluate_width: Some(256),
            evaluate_scrambles: Some(20),
            compute: Precision::Auto,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_no_larger_than_the_time_can_train() {
        let first = |features, seconds| {
            let time = Duration::from_secs(seconds);
            match recipe("x", features, 100, time, 1, false).net {
                Net::Mlp { layers, .. } => layers[0],
                _ => 0,
            }
        };
        let usual = [first(400, 20), first(400, 180), first(2_000, 3_600)];
        assert_eq!(usual, [256, 512, 1024]);
        assert_eq!([first(30_000, 180), first(30_000, 1_200)], [64, 512]);
    }
}
