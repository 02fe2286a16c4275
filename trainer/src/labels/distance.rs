//! Labels of walks: step numbers, min-propagated over duplicates in the pool (CayleyPy 2025, "diffusion distance";
//! min-propagation as in JAxtar).

use crate::dynamics::{Walks, numbers};
use crate::tensor::Tensor;
#[cfg(feature = "libtorch")]
use tch::{Device, Kind};

/// Step numbers, lowered to the smallest number of the same state in the pool, or by way of its neighbours on
/// walks: `[walks, steps + 1]`, float.
pub fn labels(walks: &Walks) -> Tensor {
    #[cfg(feature = "libtorch")]
    if walks.back.device() != Device::Cpu {
        return by_tensors(walks);
    }
    on_host(walks)
}

/// Twice from state to state and along the walks.
fn on_host(walks: &Walks) -> Tensor {
    let (count, steps) = (walks.count(), walks.steps());
    let keys: Vec<i64> = numbers(&walks.states.keys());
    let mut places: Vec<(i64, u32)> = keys.into_iter().zip(0..).collect();
    places.sort_unstable();
    // Equal keys beside one another get one number.
    let mut class = vec![0; places.len()];
    let mut classes = 0;
    for same in places.chunk_by(|a, b| a.0 == b.0) {
        for &(_, place) in same {
            class[place as usize] = classes;
        }
        classes += 1;
    }
    let row = steps as usize + 1;
    let mut labels: Vec<f32> = (0..class.len()).map(|i| (i % row) as f32).collect();
    for _ in 0..2 {
        let mut best = vec![steps as f32; classes];
        for (&class, &label) in class.iter().zip(&labels) {
            best[class] = best[class].min(label);
        }
        for (&class, label) in class.iter().zip(&mut labels) {
            *label = best[class];
        }
        for walk in labels.chunks_exact_mut(row) {
            // A state is at most one move farther than the one before it on its walk.
            for k in 1..row {
                walk[k] = walk[k].min(walk[k - 1] + 1.0);
            }
            // And at most one farther than the one after it, if a move leads there.
            if walks.onward.is_some() {
                for k in (1..row).rev() {
                    walk[k - 1] = walk[k - 1].min(walk[k] + 1.0);
                }
            }
        }
    }
    Tensor::from_slice(&labels).reshape([count, steps + 1])
}

/// The same on any device.
#[cfg(feature = "libtorch")]
fn by_tensors(walks: &Walks) -> Tensor {
    let (count, steps) = (walks.count(), walks.steps());
    let options = (Kind::Float, walks.back.device());
    let ramp = Tensor::arange(steps + 1, options);
    let mut labels = ramp.expand([count, steps + 1], false).contiguous();
    let (unique, class) = classes(&walks.states.keys());
    for _ in 0..2 {
        let best = Tensor::full([unique], steps as f64, options).internal_scatter_reduce(
            0,
            &class,
            &labels.reshape([-1]),
            "amin",
            true,
        );
        labels = best.take(&class).reshape([count, steps + 1]);
        // A state is at most one move farther than the one before it on its walk.
        labels = (&labels - &ramp).cummin(1).0 + &ramp;
        // And at most one farther than the one after it, if a move leads there.
        if walks.onward.is_some() {
            labels = (&labels + &ramp).flip([1]).cummin(1).0.flip([1]) - &ramp;
        }
    }
    labels
}

/// Numbers equal keys alike: the number of distinct keys, and the class of each key.
#[cfg(feature = "libtorch")]
fn classes(keys: &Tensor) -> (i64, Tensor) {
    let (sorted, order) = keys.sort(0, false);
    let rank = sorted
        .not_equal_tensor(&sorted.roll([1], [0]))
        .to_kind(Kind::Int64);
    let _ = rank.get(0).zero_();
    let rank = rank.cumsum(0, Kind::Int64);
    let count = rank.get(-1).int64_value(&[]) + 1;
    (count, rank.zeros_like().scatter(0, &order, &rank))
}

#[cfg(all(test, feature = "libtorch"))]
mod tests {
    use super::*;
    use crate::puzzle::dynamics;
    use crate::tensor;

    #[test]
    fn labels_are_the_same_by_numbers_and_by_tensors() {
        for (puzzle, steps) in [
            ("cube2", 12),
            ("puzzle8", 40),
            ("lightsout3", 9),
            ("sokoban", 30),
        ] {
            tensor::seed(1, 0, 0);
            let walks = dynamics(puzzle, Device::Cpu)
                .expect("it can be trained")
                .walks(300, steps);
            let (ours, theirs) = (on_host(&walks), by_tensors(&walks));
            assert_eq!(numbers::<f32>(&ours), numbers::<f32>(&theirs), "{puzzle}");
        }
    }
}
