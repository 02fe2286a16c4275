//! The layers of a float weight file.
//!
//! Batch normalisation is folded. The input of a network is a linear function of the puzzle's features, so
//! stickers and tokens are folded into the first layer too. The input of the file is always the features.

use super::fold::{Folded, Layer};
#[cfg(feature = "libtorch")]
use crate::net::papers::one_hot::OneHot;
#[cfg(feature = "libtorch")]
use crate::net::stickers::COLOURS;
use crate::tensor::{Device, Kind, Tensor};
use quarterturn_core::net::float::{self, Activation, Linear};
#[cfg(feature = "libtorch")]
use tch::nn;

/// The layers of a network, first to last.
#[derive(Debug)]
pub struct Layers {
    /// One row per feature.
    pub first: Linear,
    /// What follows the first layer's sum.
    pub activation: Activation,
    /// The others.
    pub rest: Vec<float::Layer>,
}

impl Layers {
    /// A network of dense layers and residual blocks with one activation everywhere.
    pub fn plain(folded: &Folded, activation: Activation) -> Self {
        let hidden = folded.hidden.iter();
        let hidden = hidden.map(|layer| float::Layer::Dense(exact(layer), activation));
        let blocks = folded.blocks.iter();
        let blocks = blocks.map(|[a, b]| float::Layer::Residual(exact(a), exact(b), activation));
        Self {
            first: by_feature(&folded.first),
            activation,
            rest: hidden
                .chain(blocks)
                .chain([output(&folded.heads)])
                .collect(),
        }
    }

    /// Sticker tokens, some layers, a dense layer with ELU and the heads (Brinner).
    #[cfg(feature = "libtorch")]
    pub fn on_tokens(
        view: &OneHot,
        mut rest: Vec<float::Layer>,
        outer: &nn::Linear,
        heads: &Layer,
    ) -> Self {
        rest.push(float::Layer::Dense(linear(outer), Activation::Elu));
        rest.push(output(heads));
        Self {
            first: tokens(view),
            activation: Activation::Identity,
            rest,
        }
    }
}

/// Sticker tokens as a first layer: the one-hot colour and position of each.
#[cfg(feature = "libtorch")]
fn tokens(view: &OneHot) -> Linear {
    let (rows, always) = (view.rows.as_ref(), view.always.as_ref());
    let host = |t: Option<&Tensor>| t.expect("a view of stickers").to(Device::Cpu);
    let (rows, always) = (host(rows), host(always));
    let (features, stickers) = (rows.size()[0], view.positions);
    let options = (Kind::Float, Device::Cpu);
    let colours = rows.reshape([features, stickers, COLOURS]);
    let nowhere = Tensor::zeros([features, stickers, stickers], options);
    let places = Tensor::eye(stickers, options);
    Linear {
        weights: numbers(&Tensor::cat(&[colours, nowhere], 2)),
        bias: numbers(&Tensor::cat(
            &[always.reshape([stickers, COLOURS]), places],
            1,
        )),
    }
}

/// The heads: the last layer.
pub fn output(heads: &Layer) -> float::Layer {
    float::Layer::Dense(exact(heads), Activation::Identity)
}

/// A linear layer.
#[cfg(feature = "libtorch")]
pub fn linear(layer: &nn::Linear) -> Linear {
    exact(&Layer::linear("", layer))
}

/// A layer in the file's numbers.
pub fn exact(layer: &Layer) -> Linear {
    Linear {
        weights: numbers(&layer.weight),
        bias: numbers(&layer.bias),
    }
}

/// A first layer, which has its weights by feature.
pub fn by_feature(layer: &Layer) -> Linear {
    Linear {
        weights: numbers(&layer.weight.tr()),
        bias: numbers(&layer.bias),
    }
}

/// All numbers of a tensor, the last index first.
pub fn numbers(tensor: &Tensor) -> Vec<f32> {
    let host = tensor.detach().to_kind(Kind::Float).to(Device::Cpu);
    Vec::try_from(host.contiguous().reshape([-1])).expect("one dimension on the host")
}
