//! The integer-ready MLP: a sum of table rows, clipped activations, residual blocks, heads.
//!
//! Everything in it has an exact counterpart in the integer engine once batch normalisation is
//! folded into the layer before it.

use super::{Net, Output};
use crate::recipe::Head;
use crate::tables::Tables;
use tch::nn::{self, Module, ModuleT, VarStore};
use tch::{Kind, Tensor};

/// Activations are clipped to `0..=CLIP`; the integer engine maps this range to `0..=127`.
pub const CLIP: f64 = 4.0;

/// A dense layer followed by batch normalisation.
#[derive(Debug)]
struct Dense {
    linear: nn::Linear,
    norm: nn::BatchNorm,
}

/// Batch normalisation that starts as the plain standardisation.
fn norm(path: &nn::Path, width: i64) -> nn::BatchNorm {
    let config = nn::BatchNormConfig {
        ws_init: nn::Init::Const(1.0),
        ..Default::default()
    };
    nn::batch_norm1d(path, width, config)
}

impl Dense {
    fn new(path: &nn::Path, inputs: i64, outputs: i64) -> Self {
        let config = nn::LinearConfig {
            bias: false,
            ..Default::default()
        };
        Self {
            linear: nn::linear(path / "linear", inputs, outputs, config),
            norm: norm(&(path / "norm"), outputs),
        }
    }

    fn forward(&self, x: &Tensor, train: bool) -> Tensor {
        self.norm.forward_t(&self.linear.forward(x), train)
    }
}

/// The network; see the module's page.
#[derive(Debug)]
pub struct Mlp {
    store: VarStore,
    /// `[features, width]`
    table: Tensor,
    first_norm: nn::BatchNorm,
    hidden: Vec<Dense>,
    blocks: Vec<[Dense; 2]>,
    value: Option<nn::Linear>,
    q: Option<nn::Linear>,
    policy: Option<nn::Linear>,
}

impl Mlp {
    /// Builds the network with fresh parameters on the tables' device. The caller seeds
    /// LibTorch's generator.
    ///
    /// `mean_cost` starts the bias of value and Q heads near the labels' mean.
    pub fn new(
        tables: &Tables,
        layers: &[i64],
        blocks: usize,
        heads: &[Head],
        mean_cost: f64,
    ) -> Self {
        let store = VarStore::new(tables.device);
        let root = store.root();
        let width = layers[0];
        let scale = (1.0 / tables.active as f64).sqrt();
        let init = nn::Init::Randn { mean: 0.0, stdev: scale };
        let head = |name: &str, inputs: i64, outputs: i64, bias: f64| {
            let config = nn::LinearConfig {
                ws_init: nn::Init::Const(0.0),
                bs_init: Some(nn::Init::Const(bias)),
                bias: true,
            };
            nn::linear(&root / name, inputs, outputs, config)
        };
        let top = layers[layers.len() - 1];
        let has = |h: Head| heads.contains(&h);
        Self {
            table: (&root / "first").var("table", &[tables.features, width], init),
            first_norm: norm(&(&root / "first" / "norm"), width),
            hidden: layers
                .windows(2)
                .enumerate()
                .map(|(i, w)| Dense::new(&(&root / format!("hidden{i}")), w[0], w[1]))
                .collect(),
            blocks: (0..blocks)
                .map(|i| {
                    let path = &root / format!("block{i}");
                    [
                        Dense::new(&(&path / "a"), top, top),
                        Dense::new(&(&path / "b"), top, top),
                    ]
                })
                .collect(),
            value: has(Head::Value).then(|| head("value", top, 1, mean_cost)),
            q: has(Head::Q).then(|| head("q", top, tables.moves, mean_cost)),
            policy: has(Head::Policy).then(|| head("policy", top, tables.moves, 0.0)),
            store,
        }
    }
}

fn clipped(x: Tensor) -> Tensor {
    x.clamp(0.0, CLIP)
}

impl Net for Mlp {
    fn forward(&self, features: &Tensor, train: bool) -> Output {
        let (batch, active) = features.size2().expect("features are [batch, active]");
        let offsets = Tensor::arange_start_step(
            0,
            batch * active,
            active,
            (Kind::Int64, features.device()),
        );
        let (sum, ..) = Tensor::embedding_bag(
            &self.table,
            &features.reshape([-1]),
            &offsets,
            false,
            0,
            false,
            None::<Tensor>,
            false,
        );
        let mut x = clipped(self.first_norm.forward_t(&sum, train));
        for layer in &self.hidden {
            x = clipped(layer.forward(&x, train));
        }
        for [a, b] in &self.blocks {
            let inner = clipped(a.forward(&x, train));
            x = clipped(&x + b.forward(&inner, train));
        }
        Output {
            value: self.value.as_ref().map(|h| h.forward(&x).squeeze_dim(-1)),
            q: self.q.as_ref().map(|h| h.forward(&x)),
            policy: self.policy.as_ref().map(|h| h.forward(&x)),
        }
    }

    fn variables(&self) -> &VarStore {
        &self.store
    }
}
