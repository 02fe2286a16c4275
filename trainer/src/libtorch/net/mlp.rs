//! The integer-ready MLP (see [`crate::net::mlp`]) with gradients.

use super::fold::normalised;
use super::parts::{self, OutputLayers};
use super::trunk::Trunk;
use super::{Graph, Output, Setting};
use crate::export::fold::{Folded, Layer};
use crate::export::form::Form;
use crate::libtorch::tensors::matrix;
use crate::net::mlp::CLIP;
use crate::recipe::Head;
use ndarray::Array1;
use quarterturn_torch::Compute;
use tch::Tensor;
use tch::nn::{self, VarStore};

/// While training they are kept larger by this factor, clipped to `0..=6`: relu6 is the only clip from
/// both sides that LibTorch differentiates at the speed of memory.
const UNIT: f64 = 6.0 / CLIP;

/// The network; see the module's page.
#[derive(Debug)]
pub struct Mlp {
    store: VarStore,
    compute: Compute,
    /// `[features, width]`
    table: Tensor,
    first_norm: nn::BatchNorm,
    trunk: Trunk,
    heads: OutputLayers,
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
            trunk: Trunk::new(&root, compute, layers, blocks, UNIT),
            heads: OutputLayers::new(&root, setting, top, heads, UNIT),
            store,
        }
    }
}

impl Graph for Mlp {
    fn forward(&self, features: &Tensor, train: bool) -> Output {
        let sum = parts::sum_rows(features, &self.table, self.compute);
        let first = parts::normalise(&self.first_norm, &sum, UNIT, train).relu6();
        let x = self.trunk.forward(first, train, Tensor::relu6);
        self.heads.forward(&x)
    }

    fn variables(&self) -> &VarStore {
        &self.store
    }

    fn export(&self) -> Form {
        let weight = matrix(&self.table).reversed_axes();
        let first = Layer {
            name: "first".into(),
            bias: Array1::zeros(weight.nrows()),
            weight,
        };
        let (hidden, blocks) = self.trunk.folded();
        Form::Integer(Box::new(Folded {
            first: normalised(first, &self.first_norm),
            hidden,
            blocks,
            heads: self.heads.folded(),
        }))
    }
}
