//! The first layer of a float network: it sees pieces or stickers.

use super::Setting;
use super::fold;
use super::one_hot::OneHot;
use super::parts::sum_rows;
use crate::export::fold::Layer;
use crate::libtorch::tensors::{matrix, vector};
use crate::net::stickers::COLOURS;
use quarterturn_torch::Compute;
use tch::nn::{self, Path};
use tch::{Kind, Tensor};

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
    /// A layer with `outputs` outputs, made by [`glorot`] or [`unbiased`](super::parts::unbiased).
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
        let Layer { name, weight, bias } = fold::linear(name, &self.linear);
        let always = self.view.always.as_ref().map(vector);
        Layer {
            name,
            bias: match always {
                Some(always) => bias + weight.dot(&always),
                None => bias,
            },
            weight: match &self.view.rows {
                Some(rows) => weight.dot(&matrix(rows).t()),
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
