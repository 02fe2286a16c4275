//! DeepCubeA's network: two hidden layers, residual blocks, batch normalisation and ReLU
//! everywhere (Agostinelli et al. 2019, Methods). With 5000-1000-4 on the 324 stickers of the
//! 3×3×3 cube it has 14.7 million parameters.

use super::first_layer::FirstLayer;
use super::fold::normalised;
use super::one_hot::OneHot;
use super::parts::{self, OutputLayers};
use super::trunk::Trunk;
use super::{Graph, Output, Setting};
use crate::export::float::Layers;
use crate::export::fold::Folded;
use crate::export::form::Form;
use crate::recipe::Head;
use quarterturn_core::net::float::Activation;
use tch::Tensor;
use tch::nn::{self, VarStore};

/// The network; see the module's page.
#[derive(Debug)]
pub struct Residual {
    store: VarStore,
    first: FirstLayer,
    first_norm: nn::BatchNorm,
    trunk: Trunk,
    heads: OutputLayers,
}

impl Residual {
    /// Builds the network with fresh parameters. The caller seeds LibTorch's generator.
    ///
    /// # Panics
    /// If `layers` is empty.
    pub fn new(
        setting: &Setting,
        view: OneHot,
        layers: &[i64],
        blocks: usize,
        heads: &[Head],
    ) -> Self {
        let store = VarStore::new(setting.device);
        let root = store.root();
        let compute = setting.compute;
        let (width, top) = (layers[0], layers[layers.len() - 1]);
        Self {
            first: FirstLayer::new(&(&root / "first"), setting, view, width, parts::unbiased),
            first_norm: parts::norm(&(&root / "first" / "norm"), width),
            trunk: Trunk::new(&root, compute, layers, blocks, 1.0),
            heads: OutputLayers::new(&root, setting, top, heads, 1.0),
            store,
        }
    }
}

impl Graph for Residual {
    fn forward(&self, features: &Tensor, train: bool) -> Output {
        let first = self.first.forward(features);
        let first = parts::normalise(&self.first_norm, &first, 1.0, train).relu();
        let x = self.trunk.forward(first, train, Tensor::relu);
        self.heads.forward(&x)
    }

    fn variables(&self) -> &VarStore {
        &self.store
    }

    fn export(&self) -> Form {
        let (hidden, blocks) = self.trunk.folded();
        let folded = Folded {
            first: normalised(self.first.folded("first"), &self.first_norm),
            hidden,
            blocks,
            heads: self.heads.folded(),
        };
        Form::Float(Layers::plain(&folded, Activation::Relu))
    }
}
