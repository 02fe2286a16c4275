//! Batch normalisation for layers that have none.
//!
//! Training normalises by the statistics of the batch, so a layer taken from a file as it is would be another
//! function. On given states each sum has some mean and deviation. A normalisation with exactly this shift and scale
//! changes nothing: with running statistics for every state, and with those of a batch nearly nothing, if the batch
//! has such states.

use crate::compute::Compute;
use crate::export::fold::{Folded, Layer};
use crate::net::mlp::CLIP;
use crate::net::parts::sum_rows;
use crate::tensor::nn::BatchNormConfig;
use crate::tensor::{Device, Kind, Tensor};

/// The variables of a network of kind "mlp" that computes the same, by name, given its heads with their numbers of
/// outputs and the active features of some states, `[n, active]`.
pub fn variables(
    folded: &Folded,
    heads: &[(&str, i64)],
    features: &Tensor,
) -> Vec<(String, Tensor)> {
    let mut out = Variables {
        all: Vec::new(),
        device: features.device(),
    };
    crate::tensor::no_grad(|| {
        let mut x = out.first(&folded.first, features);
        for layer in &folded.hidden {
            x = clip(&out.dense(layer, &x));
        }
        for [a, b] in &folded.blocks {
            let inner = clip(&out.dense(a, &x));
            x = clip(&(&x + out.dense(b, &inner)));
        }
        out.heads(&folded.heads, heads);
    });
    out.all
}

/// Activations of a network of kind "mlp".
pub(super) fn clip(x: &Tensor) -> Tensor {
    x.clamp(0.0, CLIP)
}

/// Variables so far, on the device of the states.
struct Variables {
    all: Vec<(String, Tensor)>,
    device: Device,
}

impl Variables {
    fn put(&mut self, name: String, tensor: &Tensor) {
        self.all.push((name, self.here(tensor)));
    }

    fn here(&self, tensor: &Tensor) -> Tensor {
        tensor.to_kind(Kind::Float).to(self.device).contiguous()
    }

    /// The first layer's activations.
    fn first(&mut self, layer: &Layer, features: &Tensor) -> Tensor {
        let table = self.here(&layer.weight.tr());
        self.put(format!("{}.table", layer.name), &table);
        let sum = sum_rows(features, &table, Compute::F32);
        clip(&self.normalised(layer, &sum))
    }

    /// A dense layer's outputs before any activation.
    fn dense(&mut self, layer: &Layer, x: &Tensor) -> Tensor {
        let weight = self.here(&layer.weight);
        self.put(format!("{}.linear.weight", layer.name), &weight);
        self.normalised(layer, &x.matmul(&weight.tr()))
    }

    /// The sums with the layer's bias, which is the normalisation's from now on. Where a sum never varies
    /// the deviation is that of ε, and the normalisation adds a bias and nothing else, as elsewhere.
    fn normalised(&mut self, layer: &Layer, sum: &Tensor) -> Tensor {
        let (variance, mean) = sum.var_mean_dim(0, false, false);
        let deviation = (&variance + BatchNormConfig::default().eps).sqrt();
        let bias = self.here(&layer.bias);
        let norm = |what| format!("{}.norm.{what}", layer.name);
        self.put(norm("running_mean"), &mean);
        self.put(norm("running_var"), &variance);
        self.put(norm("weight"), &deviation);
        self.put(norm("bias"), &(mean + &bias));
        sum + bias
    }

    /// Each head's rows of the last layer.
    fn heads(&mut self, layer: &Layer, heads: &[(&str, i64)]) {
        let mut from = 0;
        for &(name, outputs) in heads {
            let rows = |all: &Tensor| all.narrow(0, from, outputs);
            self.put(format!("{name}.weight"), &rows(&layer.weight));
            self.put(format!("{name}.bias"), &rows(&layer.bias));
            from += outputs;
        }
    }
}
