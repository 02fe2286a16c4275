//! Parts that several networks share: sparse sums, dense layers, heads.

use super::fold::{linear, normalised};
use super::{Output, Setting};
use crate::export::fold::Layer;
use crate::recipe::Head;
use quarterturn_torch::Compute;
pub use quarterturn_torch::rows::sum_rows;
use tch::Tensor;
use tch::nn::{self, Path};

/// Batch normalisation that starts as the plain standardisation.
pub fn norm(path: &Path, width: i64) -> nn::BatchNorm {
    let config = nn::BatchNormConfig {
        ws_init: nn::Init::Const(1.0),
        ..Default::default()
    };
    nn::batch_norm1d(path, width, config)
}

/// Normalises `x` and multiplies the result by `unit`, which costs next to nothing here.
pub fn normalise(norm: &nn::BatchNorm, x: &Tensor, unit: f64, train: bool) -> Tensor {
    let scaled = |t: &Option<Tensor>| t.as_ref().map(|t| t * unit);
    let defaults = nn::BatchNormConfig::default();
    x.batch_norm(
        scaled(&norm.ws),
        scaled(&norm.bs),
        Some(norm.running_mean.shallow_clone()),
        Some(norm.running_var.shallow_clone()),
        train,
        defaults.momentum,
        defaults.eps,
        defaults.cudnn_enabled,
    )
}

/// A dense layer followed by batch normalisation.
#[derive(Debug)]
pub struct Dense {
    /// Its name in checkpoints and reports.
    name: String,
    linear: nn::Linear,
    norm: nn::BatchNorm,
    compute: Compute,
    unit: f64,
}

impl Dense {
    /// A layer without a bias of its own: the normalisation has one. Its inputs and outputs are
    /// `unit` times what they mean. `name` is a path from `root`: `block0.a`.
    pub fn new(
        root: &Path,
        name: String,
        compute: Compute,
        inputs: i64,
        outputs: i64,
        unit: f64,
    ) -> Self {
        let path = name
            .split('.')
            .fold(root.clone(), |path, part| &path / part);
        Self {
            linear: unbiased(&(&path / "linear"), inputs, outputs),
            norm: norm(&(&path / "norm"), outputs),
            name,
            compute,
            unit,
        }
    }

    /// With the normalisation folded.
    pub fn folded(&self) -> Layer {
        normalised(linear(&self.name, &self.linear), &self.norm)
    }

    /// `[batch, inputs]` to `[batch, outputs]`, before any activation.
    pub fn forward(&self, x: &Tensor, train: bool) -> Tensor {
        let weight = &self.linear.ws * (1.0 / self.unit);
        let product = self.compute.product(x, &weight);
        normalise(&self.norm, &product, self.unit, train)
    }
}

/// A linear layer without a bias, with LibTorch's initial weights.
pub fn unbiased(path: &Path, inputs: i64, outputs: i64) -> nn::Linear {
    let config = nn::LinearConfig {
        bias: false,
        ..Default::default()
    };
    nn::linear(path, inputs, outputs, config)
}

/// Names of the heads in checkpoints and reports.
const HEADS: [&str; 3] = ["value", "q", "policy"];

/// The linear outputs on top of a network.
#[derive(Debug)]
pub struct OutputLayers {
    value: Option<nn::Linear>,
    q: Option<nn::Linear>,
    policy: Option<nn::Linear>,
    compute: Compute,
    unit: f64,
}

impl OutputLayers {
    /// Heads that start with the mean cost and even odds. Their inputs are `unit` times what they
    /// mean.
    pub fn new(root: &Path, setting: &Setting, width: i64, heads: &[Head], unit: f64) -> Self {
        let head = |head: Head, name: &str, outputs: i64, bias: f64| {
            let config = nn::LinearConfig {
                ws_init: nn::Init::Const(0.0),
                bs_init: Some(nn::Init::Const(bias)),
                bias: true,
            };
            heads
                .contains(&head)
                .then(|| nn::linear(root / name, width, outputs, config))
        };
        let (moves, mean) = (setting.moves, setting.mean_cost);
        let [value, q, policy] = HEADS;
        Self {
            value: head(Head::Value, value, 1, mean),
            q: head(Head::Q, q, moves, mean),
            policy: head(Head::Policy, policy, moves, 0.0),
            compute: setting.compute,
            unit,
        }
    }

    /// All heads as one layer, in the order value, q, policy.
    pub fn folded(&self) -> Layer {
        let heads = [&self.value, &self.q, &self.policy];
        let heads = HEADS.into_iter().zip(heads);
        let heads = heads.filter_map(|(name, head)| Some(linear(name, head.as_ref()?)));
        Layer::beside(&heads.collect::<Vec<_>>())
    }

    /// `[batch, width]` to the outputs.
    pub fn forward(&self, x: &Tensor) -> Output {
        let apply = |head: &Option<nn::Linear>| {
            head.as_ref().map(|h| {
                let weight = &h.ws * (1.0 / self.unit);
                self.compute.linear(x, &weight, h.bs.as_ref())
            })
        };
        Output {
            value: apply(&self.value).map(|v| v.squeeze_dim(-1)),
            q: apply(&self.q),
            policy: apply(&self.policy),
        }
    }
}
