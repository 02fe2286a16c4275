//! What the MLP and the residual network have in common: dense layers, then residual blocks.

use super::parts::Dense;
use crate::export::fold::Layer;
use quarterturn_torch::Compute;
use tch::{Tensor, nn};

/// The layers between the first one and the heads.
#[derive(Debug)]
pub struct Trunk {
    hidden: Vec<Dense>,
    blocks: Vec<[Dense; 2]>,
}

impl Trunk {
    /// Fresh parameters for layers of the given widths, of which the first is the input's, and for
    /// blocks as wide as the last; activations are `unit` times as large as they mean.
    pub fn new(
        root: &nn::Path,
        compute: Compute,
        layers: &[i64],
        blocks: usize,
        unit: f64,
    ) -> Self {
        let dense = |name: String, from, to| Dense::new(root, name, compute, from, to, unit);
        let top = layers[layers.len() - 1];
        let block = |i| ["a", "b"].map(|half| dense(format!("block{i}.{half}"), top, top));
        let widths = layers.windows(2).enumerate();
        Self {
            hidden: widths
                .map(|(i, w)| dense(format!("hidden{i}"), w[0], w[1]))
                .collect(),
            blocks: (0..blocks).map(block).collect(),
        }
    }

    /// Hidden layers and blocks with their normalisation folded.
    pub fn folded(&self) -> (Vec<Layer>, Vec<[Layer; 2]>) {
        let hidden = self.hidden.iter().map(Dense::folded);
        let blocks = self.blocks.iter();
        let blocks = blocks.map(|[a, b]| [a.folded(), b.folded()]);
        (hidden.collect(), blocks.collect())
    }

    /// `[n, top]` activations from those of the first layer, `[n, width]`.
    pub fn forward(&self, first: Tensor, train: bool, activate: fn(&Tensor) -> Tensor) -> Tensor {
        let mut x = first;
        for layer in &self.hidden {
            x = activate(&layer.forward(&x, train));
        }
        for [a, b] in &self.blocks {
            let inner = activate(&a.forward(&x, train));
            x = activate(&(&x + b.forward(&inner, train)));
        }
        x
    }
}
