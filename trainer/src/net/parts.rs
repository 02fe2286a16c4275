//! Parts that several networks share: sparse sums, dense layers, heads.

use super::{Output, Setting};
use crate::compute::Compute;
use crate::recipe::Head;
use tch::nn::{self, ModuleT, Path};
use tch::{Device, Kind, Tensor};

/// Batch normalisation that starts as the plain standardisation.
pub fn norm(path: &Path, width: i64) -> nn::BatchNorm {
    let config = nn::BatchNormConfig {
        ws_init: nn::Init::Const(1.0),
        ..Default::default()
    };
    nn::batch_norm1d(path, width, config)
}

/// A dense layer followed by batch normalisation.
#[derive(Debug)]
pub struct Dense {
    linear: nn::Linear,
    norm: nn::BatchNorm,
    compute: Compute,
}

impl Dense {
    /// A layer without a bias of its own: the normalisation has one.
    pub fn new(path: &Path, compute: Compute, inputs: i64, outputs: i64) -> Self {
        let config = nn::LinearConfig {
            bias: false,
            ..Default::default()
        };
        Self {
            linear: nn::linear(path / "linear", inputs, outputs, config),
            norm: norm(&(path / "norm"), outputs),
            compute,
        }
    }

    /// `[batch, inputs]` to `[batch, outputs]`, before any activation.
    pub fn forward(&self, x: &Tensor, train: bool) -> Tensor {
        let product = self.compute.linear(x, &self.linear.ws, None);
        self.norm.forward_t(&product, train)
    }
}

/// The sum of the rows of `table` (`[features, width]`) that `features` (`[batch, active]`)
/// names: the product of the one-hot input with the table.
pub fn sum_rows(features: &Tensor, table: &Tensor, compute: Compute) -> Tensor {
    if compute == Compute::F32 && features.device() == Device::Cpu {
        let (batch, active) = features.size2().expect("features are [batch, active]");
        let options = (Kind::Int64, features.device());
        let offsets = Tensor::arange_start_step(0, batch * active, active, options);
        let indices = features.reshape([-1]);
        let none = None::<Tensor>;
        let (sum, ..) =
            Tensor::embedding_bag(table, &indices, &offsets, false, 0, false, none, false);
        return sum;
    }
    // Matrix hardware beats gathering, above all in the backward pass.
    compute.linear(&one_hot(features, table.size()[0]), &table.tr(), None)
}

/// The one-hot input: `[batch, active]` int64 to `[batch, width]` float.
pub fn one_hot(features: &Tensor, width: i64) -> Tensor {
    let batch = features.size()[0];
    Tensor::zeros([batch, width], (Kind::Float, features.device())).scatter_value(1, features, 1.0)
}

/// The linear outputs on top of a network.
#[derive(Debug)]
pub struct Heads {
    value: Option<nn::Linear>,
    q: Option<nn::Linear>,
    policy: Option<nn::Linear>,
    compute: Compute,
}

impl Heads {
    /// Heads that start with the mean cost and even odds.
    pub fn new(root: &Path, setting: &Setting, width: i64, heads: &[Head]) -> Self {
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
        Self {
            value: head(Head::Value, "value", 1, mean),
            q: head(Head::Q, "q", moves, mean),
            policy: head(Head::Policy, "policy", moves, 0.0),
            compute: setting.compute,
        }
    }

    /// `[batch, width]` to the outputs.
    pub fn forward(&self, x: &Tensor) -> Output {
        let apply = |head: &Option<nn::Linear>| {
            head.as_ref()
                .map(|h| self.compute.linear(x, &h.ws, h.bs.as_ref()))
        };
        Output {
            value: apply(&self.value).map(|v| v.squeeze_dim(-1)),
            q: apply(&self.q),
            policy: apply(&self.policy),
        }
    }
}
