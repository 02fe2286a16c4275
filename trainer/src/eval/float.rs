//! Any network as an evaluator for the library's searches, in float on the training device.

use crate::net::Net;
use crate::recipe::{self, Head};
use crate::tensor::{Device, Kind, Tensor};
use quarterturn::eval::{Evaluator, Heads, MOVE_COST, Outputs};
use quarterturn_core::Puzzle;
use quarterturn_core::net::bound_cost;
use std::sync::{Mutex, PoisonError};

/// States per call: enough to keep a device busy, few enough for its memory.
const BATCH: usize = 1 << 14;

/// A borrowed network. LibTorch uses all cores by itself, so callers take turns.
#[derive(Debug)]
pub struct TrainedNet<'a> {
    net: Mutex<&'a mut dyn Net>,
    heads: Heads,
    above_bound: bool,
    device: Device,
}

impl<'a> TrainedNet<'a> {
    /// Wraps the network that `recipe` describes, whose parameters are on `device`.
    pub fn new(net: &'a mut dyn Net, recipe: &recipe::Net, device: Device) -> Self {
        let heads = recipe.heads();
        let heads = Heads {
            value: heads.contains(&Head::Value),
            q: heads.contains(&Head::Q),
            policy: heads.contains(&Head::Policy),
        };
        Self {
            net: Mutex::new(net),
            heads,
            above_bound: recipe.above_bound(),
            device,
        }
    }

    fn batch<P: Puzzle>(&self, puzzle: &P, states: &[P::State]) -> [Option<Tensor>; 3] {
        let mut features = vec![0u16; puzzle.inputs().active];
        let mut all = Vec::with_capacity(states.len() * puzzle.inputs().active);
        for state in states {
            puzzle.features(state, &mut features);
            all.extend(features.iter().map(|&f| i64::from(f)));
        }
        let features = Tensor::from_slice(&all)
            .reshape([states.len() as i64, puzzle.inputs().active as i64])
            .to(self.device);
        let net = self.net.lock().unwrap_or_else(PoisonError::into_inner);
        let out = crate::tensor::no_grad(|| net.forward(&features, false));
        let out = match self.above_bound {
            true => {
                let bounds = states.iter().map(|state| bound_cost(puzzle, state) as f32);
                let bounds: Vec<f32> = bounds.map(|bound| bound / MOVE_COST as f32).collect();
                out.above(&Tensor::from_slice(&bounds).to(self.device))
            }
            false => out,
        };
        let costs = out.policy.map(|p| -p.log_softmax(-1, Kind::Float));
        [out.value, out.q, costs]
    }
}

impl<P: Puzzle> Evaluator<P> for TrainedNet<'_> {
    fn heads(&self) -> Heads {
        self.heads
    }

    fn preferred_batch(&self) -> usize {
        BATCH
    }

    fn evaluate(&self, puzzle: &P, states: &[P::State], out: Outputs<'_>) {
        let each = [1, puzzle.move_count(), puzzle.move_count()];
        let mut rest = [out.value, out.q, out.policy];
        for (to, each) in rest.iter().zip(each) {
            assert!(
                [0, states.len() * each].contains(&to.len()),
                "output of the wrong length"
            );
        }
        for chunk in states.chunks(BATCH) {
            let results = self.batch(puzzle, chunk);
            for ((to, result), each) in rest.iter_mut().zip(results).zip(each) {
                if to.is_empty() {
                    continue;
                }
                let result = result.expect("only heads that exist are asked for");
                let scaled = (result * f64::from(MOVE_COST)).round().to_kind(Kind::Int);
                let scaled = scaled.to(Device::Cpu).contiguous();
                let (now, later) = std::mem::take(to).split_at_mut(chunk.len() * each);
                scaled.copy_data(now, now.len());
                *to = later;
            }
        }
    }

    fn name(&self) -> &str {
        "float"
    }
}
