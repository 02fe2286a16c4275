//! The layers of a float weight file.
//!
//! Batch normalisation is folded. The input of a network is a linear function of the puzzle's features, so
//! stickers and tokens are folded into the first layer too. The input of the file is always the features.

use super::fold::{Folded, Layer};
use quarterturn_core::net::float::{self, Activation, Linear};

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
}

/// The heads: the last layer.
pub fn output(heads: &Layer) -> float::Layer {
    float::Layer::Dense(exact(heads), Activation::Identity)
}

/// A layer in the file's numbers.
pub fn exact(layer: &Layer) -> Linear {
    let layer = layer.single();
    Linear {
        weights: layer.weight.iter().copied().collect(),
        bias: layer.bias.to_vec(),
    }
}

/// A first layer, which has its weights by feature.
pub fn by_feature(layer: &Layer) -> Linear {
    let layer = layer.single();
    Linear {
        weights: layer.weight.t().iter().copied().collect(),
        bias: layer.bias.to_vec(),
    }
}
