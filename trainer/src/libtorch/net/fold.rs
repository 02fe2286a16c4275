//! LibTorch's layers as those of weight files.
//!
//! Batch normalisation is folded. The input of a network is a linear function of the puzzle's features, so
//! stickers and tokens are folded into the first layer too. The input of the file is always the features.

use super::one_hot::OneHot;
use crate::export::float::{Layers, exact, output};
use crate::export::fold::{Layer, Norm};
use crate::libtorch::tensors::numbers;
use crate::net::stickers::COLOURS;
use quarterturn_core::net::float::{self, Activation, Linear};
use tch::{Device, Kind, Tensor, nn};

/// A linear layer as it is.
pub fn linear(name: &str, layer: &nn::Linear) -> Layer {
    let bias = layer.bs.as_ref().map(numbers);
    let outputs = layer.ws.size()[0] as usize;
    Layer::linear(name, &numbers(&layer.ws), bias.as_deref(), outputs)
}

/// A layer with the normalisation that follows it.
pub fn normalised(layer: Layer, norm: &nn::BatchNorm) -> Layer {
    let (scale, shift) = (norm.ws.as_ref().map(numbers), norm.bs.as_ref().map(numbers));
    layer.normalised(Norm {
        scale: scale.as_deref(),
        shift: shift.as_deref(),
        mean: &numbers(&norm.running_mean),
        variance: &numbers(&norm.running_var),
    })
}

/// A linear layer in the file's numbers.
pub fn in_file(layer: &nn::Linear) -> Linear {
    exact(&linear("", layer))
}

/// Sticker tokens, some layers, a dense layer with ELU and the heads (Brinner).
pub fn on_tokens(
    view: &OneHot,
    mut rest: Vec<float::Layer>,
    outer: &nn::Linear,
    heads: &Layer,
) -> Layers {
    rest.push(float::Layer::Dense(in_file(outer), Activation::Elu));
    rest.push(output(heads));
    Layers {
        first: tokens(view),
        activation: Activation::Identity,
        rest,
    }
}

/// Sticker tokens as a first layer: the one-hot colour and position of each.
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
