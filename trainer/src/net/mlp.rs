//! The integer-ready MLP: a sum of table rows, clipped activations, residual blocks, heads.
//!
//! Everything in it has an exact counterpart in the integer engine once batch normalisation is
//! folded into the layer before it.

use super::parts::{self, Dense, Heads};
use super::{Net, Output, Setting};
use crate::compute::Compute;
use crate::recipe::Head;
use tch::Tensor;
use tch::nn::{self, ModuleT, VarStore};

/// Activations are clipped to `0..=CLIP`; the integer engine maps this range to `0..=127`.
pub const CLIP: f64 = 4.0;

/// The network; see the module's page.
#[derive(Debug)]
pub struct Mlp {
    store: VarStore,
    compute: Compute,
    /// `[features, width]`
    table: Tensor,
    first_norm: nn::BatchNorm,
    hidden: Vec<Dense>,
    blocks: Vec<[Dense; 2]>,
    heads: Heads,
}

impl Mlp {
    /// Builds the network with fresh parameters. The caller seeds LibTorch's generator.
    ///
    /// # Panics
    /// If `layers` is empty.
    pub fn new(setting: &Setting, layers: &[i64], blocks: usize, heads: &[Head]) -> Self {
        let store = VarStore::new(setting.device);
        let root = store.root();
        let compute = setting.compute;
        let (width, top) = (layers[0], layers[layers.len() - 1]);
        // A sum of `active` such rows has variance one.
        let init = nn::Init::Randn {
            mean: 0.0,
            stdev: (1.0 / setting.active as f64).sqrt(),
        };
        Self {
            compute,
            table: (&root / "first").var("table", &[setting.features, width], init),
            first_norm: parts::norm(&(&root / "first" / "norm"), width),
            hidden: layers
                .windows(2)
                .enumerate()
                .map(|(i, w)| Dense::new(&(&root / format!("hidden{i}")), compute, w[0], w[1]))
                .collect(),
            blocks: (0..blocks)
                .map(|i| {
                    let path = &root / format!("block{i}");
                    [
                        Dense::new(&(&path / "a"), compute, top, top),
                        Dense::new(&(&path / "b"), compute, top, top),
                    ]
                })
                .collect(),
            heads: Heads::new(&root, setting, top, heads),
            store,
        }
    }
}

fn clipped(x: Tensor) -> Tensor {
    x.clamp(0.0, CLIP)
}

impl Net for Mlp {
    fn forward(&self, features: &Tensor, train: bool) -> Output {
        let sum = parts::sum_rows(features, &self.table, self.compute);
        let mut x = clipped(self.first_norm.forward_t(&sum, train));
        for layer in &self.hidden {
            x = clipped(layer.forward(&x, train));
        }
        for [a, b] in &self.blocks {
            let inner = clipped(a.forward(&x, train));
            x = clipped(&x + b.forward(&inner, train));
        }
        self.heads.forward(&x)
    }

    fn variables(&self) -> &VarStore {
        &self.store
    }
}
