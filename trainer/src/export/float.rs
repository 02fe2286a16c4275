//! From a trained network of any kind to the layers of a float weight file.
//!
//! Batch normalisation is folded. What a network sees is a linear function of the puzzle's features,
//! so stickers and tokens are folded into the first layer too, and the file's input is always the
//! features.

use super::fold::{Folded, Layer, Variables, fold};
use crate::net::view::{COLOURS, View};
use crate::recipe::{Input, Net, Recipe};
use quarterturn_core::net::float::{self, Activation, Attention, Linear, Recurrent};
use tch::{Device, Kind, Tensor};

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

/// The layers of a recipe's network with these variables.
///
/// # Panics
/// If a variable of such a network is missing.
pub fn layers(recipe: &Recipe, variables: &[(String, Tensor)]) -> Layers {
    let all = Variables(variables);
    let view = |input| View::new(&recipe.puzzle, input, Device::Cpu);
    match &recipe.net {
        Net::Mlp { layers, blocks, .. } => {
            let folded = fold(variables, layers.len(), *blocks);
            plain(folded, Activation::Clip)
        }
        Net::Residual {
            input,
            layers,
            blocks,
            ..
        } => {
            let (weight, bias) = seen(&view(*input), &all.get("first.linear.weight"));
            let (hidden, blocks) = all.trunk(layers.len(), *blocks);
            let folded = Folded {
                first: all.normalised("first", weight, Some(bias)),
                hidden,
                blocks,
                heads: all.heads(),
            };
            plain(folded, Activation::Relu)
        }
        Net::Joint { input, body, .. } => joint(&all, &view(*input), body.len()),
        Net::StackedAttention {
            blocks,
            repeats,
            attention_heads,
            ..
        } => {
            let mut rest = vec![float::Layer::Repeat(*repeats as u32)];
            let block = |i| attention(&all, &format!("block{i}"), *attention_heads as u32);
            rest.extend((0..*blocks).map(block));
            on_tokens(&all, &view(Input::Stickers), rest)
        }
        Net::RecurrentAttention { rounds, .. } => {
            let recurrent = float::Layer::Recurrent(Recurrent {
                rounds: *rounds as u32,
                query: numbers(&all.get("first_query")),
                answer: linear(&all.linear("gates_in")),
                back: linear(&all.linear("gates_back")),
                next: linear(&all.linear("next_query")),
            });
            on_tokens(&all, &view(Input::Stickers), vec![recurrent])
        }
    }
}

/// A network of dense layers and residual blocks with one activation everywhere.
fn plain(folded: Folded, activation: Activation) -> Layers {
    let hidden = folded.hidden.iter();
    let hidden = hidden.map(|layer| float::Layer::Dense(linear(layer), activation));
    let blocks = folded.blocks.iter();
    let blocks = blocks.map(|[a, b]| float::Layer::Residual(linear(a), linear(b), activation));
    Layers {
        first: by_feature(&folded.first),
        activation,
        rest: hidden
            .chain(blocks)
            .chain([output(&folded.heads)])
            .collect(),
    }
}

/// DeepCube's network: its two branches as one layer after the other, with zeros between what does
/// not meet.
fn joint(all: &Variables<'_>, view: &View, body: usize) -> Layers {
    let (weight, bias) = seen(view, &all.get("first.linear.weight"));
    let first = Layer {
        name: "first".into(),
        weight,
        bias: bias + all.get("first.linear.bias"),
    };
    let dense = |layer: &Layer| float::Layer::Dense(linear(layer), Activation::Elu);
    let mut rest: Vec<_> = (0..body - 1)
        .map(|i| dense(&all.linear(&format!("body{i}"))))
        .collect();
    let [value, policy] = ["value_hidden", "policy_hidden"].map(|name| all.linear(name));
    rest.push(dense(&Layer {
        name: "hidden".into(),
        weight: Tensor::cat(&[&value.weight, &policy.weight], 0),
        bias: Tensor::cat(&[&value.bias, &policy.bias], 0),
    }));
    let [value, policy] = ["value", "policy"].map(|name| all.linear(name));
    rest.push(output(&Layer {
        name: "heads".into(),
        weight: Tensor::block_diag(&[&value.weight, &policy.weight]),
        bias: Tensor::cat(&[&value.bias, &policy.bias], 0),
    }));
    Layers {
        first: by_feature(&first),
        activation: Activation::Elu,
        rest,
    }
}

/// Brinner's networks: sticker tokens, some layers, a dense layer with ELU and the heads.
fn on_tokens(all: &Variables<'_>, view: &View, mut rest: Vec<float::Layer>) -> Layers {
    rest.push(float::Layer::Dense(
        linear(&all.linear("outer")),
        Activation::Elu,
    ));
    rest.push(output(&all.heads()));
    Layers {
        first: tokens(view),
        activation: Activation::Identity,
        rest,
    }
}

/// Sticker tokens as a first layer: the one-hot colour and position of each.
fn tokens(view: &View) -> Linear {
    let (rows, always) = (view.rows.as_ref(), view.always.as_ref());
    let (rows, always) = (rows.expect("stickers"), always.expect("stickers"));
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

fn attention(all: &Variables<'_>, name: &str, heads: u32) -> float::Layer {
    let part = |part: &str| linear(&all.linear(&format!("{name}.{part}")));
    let norm = all.linear(&format!("{name}.norm"));
    float::Layer::Attention(Attention {
        heads,
        queries: numbers(&all.get(&format!("{name}.queries"))),
        key: part("key"),
        value: part("value"),
        mixed: part("mixed"),
        inner: part("inner"),
        output: part("output"),
        scale: numbers(&norm.weight),
        shift: numbers(&norm.bias),
    })
}

/// Weights on what a view shows as weights on features, `[outputs, features]`, and a bias for what
/// every state shows, `[outputs]`.
fn seen(view: &View, weight: &Tensor) -> (Tensor, Tensor) {
    let double = |t: &Tensor| t.to_kind(Kind::Double);
    let nothing = || Tensor::zeros(weight.size()[0], (Kind::Double, Device::Cpu));
    (
        match &view.rows {
            Some(rows) => weight.matmul(&double(rows).tr()),
            None => weight.shallow_clone(),
        },
        view.always
            .as_ref()
            .map_or_else(nothing, |always| weight.mv(&double(always))),
    )
}

fn output(heads: &Layer) -> float::Layer {
    float::Layer::Dense(linear(heads), Activation::Identity)
}

fn linear(layer: &Layer) -> Linear {
    Linear {
        weights: numbers(&layer.weight),
        bias: numbers(&layer.bias),
    }
}

/// A first layer, which has its weights by feature.
fn by_feature(layer: &Layer) -> Linear {
    Linear {
        weights: numbers(&layer.weight.tr()),
        bias: numbers(&layer.bias),
    }
}

fn numbers(tensor: &Tensor) -> Vec<f32> {
    let flat = tensor.to_kind(Kind::Float).contiguous().reshape([-1]);
    Vec::try_from(flat).expect("one dimension on the host")
}
