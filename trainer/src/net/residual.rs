//! DeepCubeA's network: two hidden layers, residual blocks, batch normalisation and ReLU
//! everywhere (Agostinelli et al. 2019, Methods). With 5000-1000-4 on the 324 stickers of the
//! 3×3×3 cube it has 14.7 million parameters.

use super::parts::{self, Dense, FirstLayer, Heads};
use super::view::View;
use super::{Net, Output, Setting};
use crate::recipe::Head;
use tch::Tensor;
use tch::nn::{self, VarStore};

/// The network; see the module's page.
#[derive(Debug)]
pub struct Residual {
    store: VarStore,
    first: FirstLayer,
    first_norm: nn::BatchNorm,
    hidden: Vec<Dense>,
    blocks: Vec<[Dense; 2]>,
    heads: Heads,
}

impl Residual {
    /// Builds the network with fresh parameters. The caller seeds LibTorch's generator.
    ///
    /// # Panics
    /// If `layers` is empty.
    pub fn new(
        setting: &Setting,
        view: View,
        layers: &[i64],
        blocks: usize,
        heads: &[Head],
    ) -> Self {
        let store = VarStore::new(setting.device);
        let root = store.root();
        let compute = setting.compute;
        let (width, top) = (layers[0], layers[layers.len() - 1]);
        let dense = |path: &nn::Path, from, to| Dense::new(path, compute, from, to, 1.0);
        Self {
            first: FirstLayer::new(&(&root / "first"), setting, view, width, false),
            first_norm: parts::norm(&(&root / "first" / "norm"), width),
            hidden: layers
                .windows(2)
                .enumerate()
                .map(|(i, w)| dense(&(&root / format!("hidden{i}")), w[0], w[1]))
                .collect(),
            blocks: (0..blocks)
                .map(|i| {
                    let path = &root / format!("block{i}");
                    ["a", "b"].map(|half| dense(&(&path / half), top, top))
                })
                .collect(),
            heads: Heads::new(&root, setting, top, heads, 1.0),
            store,
        }
    }
}

impl Net for Residual {
    fn forward(&self, features: &Tensor, train: bool) -> Output {
        let first = self.first.forward(features);
        let mut x = parts::normalise(&self.first_norm, &first, 1.0, train).relu();
        for layer in &self.hidden {
            x = layer.forward(&x, train).relu();
        }
        for [a, b] in &self.blocks {
            let inner = a.forward(&x, train).relu();
            x = (&x + b.forward(&inner, train)).relu();
        }
        self.heads.forward(&x)
    }

    fn variables(&self) -> &VarStore {
        &self.store
    }
}
