//! Parts that several networks share: sparse sums, dense layers, heads.

use super::view::{COLOURS, OneHot};
use super::{Output, Setting};
use crate::compute::Compute;
use crate::export::fold::{Layer, double};
use crate::recipe::Head;
pub use quarterturn_torch::rows::{one_hot, sum_rows};
use tch::nn::{self, Path};
use tch::{Kind, Tensor};

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
        Layer::linear(&self.name, &self.linear).normalised(&self.norm)
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

/// A linear layer with Glorot's uniform initial weights and zero biases.
pub fn glorot(path: &Path, inputs: i64, outputs: i64) -> nn::Linear {
    let bound = (6.0 / (inputs + outputs) as f64).sqrt();
    let config = nn::LinearConfig {
        ws_init: nn::Init::Uniform {
            lo: -bound,
            up: bound,
        },
        bs_init: Some(nn::Init::Const(0.0)),
        bias: true,
    };
    nn::linear(path, inputs, outputs, config)
}

/// The first layer of a float network: a dense layer on a view of the features.
#[derive(Debug)]
pub struct FirstLayer {
    linear: nn::Linear,
    view: OneHot,
    compute: Compute,
}

impl FirstLayer {
    /// A layer with `outputs` outputs, made by [`glorot`] or [`unbiased`].
    pub fn new(
        path: &Path,
        setting: &Setting,
        view: OneHot,
        outputs: i64,
        linear: fn(&Path, i64, i64) -> nn::Linear,
    ) -> Self {
        let inputs = view
            .rows
            .as_ref()
            .map_or(setting.features, |rows| rows.size()[1]);
        Self {
            linear: linear(&(path / "linear"), inputs, outputs),
            view,
            compute: setting.compute,
        }
    }

    /// As a layer on features.
    pub fn folded(&self, name: &str) -> Layer {
        let Layer { name, weight, bias } = Layer::linear(name, &self.linear);
        let always = self.view.always.as_ref().map(double);
        Layer {
            name,
            bias: match always {
                Some(always) => bias + weight.mv(&always),
                None => bias,
            },
            weight: match &self.view.rows {
                Some(rows) => weight.matmul(&double(rows).tr()),
                None => weight,
            },
        }
    }

    /// `[batch, active]` features to `[batch, outputs]`, before any activation.
    ///
    /// The view is applied to the weights, not to the states: a product of a few hundred rows
    /// once a step instead of one per state.
    pub fn forward(&self, features: &Tensor) -> Tensor {
        let weight = self.linear.ws.tr();
        let table = match &self.view.rows {
            Some(rows) => rows.matmul(&weight),
            None => weight.contiguous(),
        };
        let mut sum = sum_rows(features, &table, self.compute);
        if let Some(always) = &self.view.always {
            sum = sum.g_add(&always.unsqueeze(0).matmul(&weight));
        }
        match &self.linear.bs {
            Some(bias) => sum + bias,
            None => sum,
        }
    }
}

/// Sticker tokens: `[batch, active]` features to `[batch, stickers, COLOURS + stickers]`, the
/// one-hot colour and the one-hot position of each.
///
/// # Panics
/// If the view is not of stickers.
pub fn tokens(features: &Tensor, view: &OneHot) -> Tensor {
    let rows = view.rows.as_ref().expect("a view of stickers");
    let always = view.always.as_ref().expect("a view of stickers");
    let (batch, stickers) = (features.size()[0], view.positions);
    let colours =
        (sum_rows(features, rows, Compute::F32) + always).reshape([batch, stickers, COLOURS]);
    let options = (Kind::Float, features.device());
    let places = Tensor::eye(stickers, options).expand([batch, stickers, stickers], false);
    Tensor::cat(&[colours, places], 2)
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
        let heads = heads.filter_map(|(name, head)| Some(Layer::linear(name, head.as_ref()?)));
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
