//! Brinner's stacked attention network (2021, §3.2.1): sticker tokens, repeated, pass through
//! blocks whose learnt queries do not depend on the state.
//!
//! A token is the one-hot colour and the one-hot position of a sticker: 60 numbers on the 3×3×3
//! cube. A block is multi-head attention by constant queries, a residual sum, a dense layer with
//! ELU and a linear one on each token, and layer normalisation. The paper gives 4 blocks, 216
//! queries and about 1.2 million parameters but no inner widths; with 512 inside a block and 64
//! after the blocks there are 1.17 million.

use super::first_layer::{glorot, tokens};
use super::fold::{in_file, on_tokens};
use super::one_hot::OneHot;
use super::parts::OutputLayers;
use super::{Graph, Output, Setting};
use crate::export::form::Form;
use crate::libtorch::tensors::numbers;
use crate::net::stickers::COLOURS;
use crate::recipe;
use quarterturn_core::net::float;
use quarterturn_torch::Compute;
use quarterturn_torch::attention::Attention;
use tch::Tensor;
use tch::nn::{self, VarStore};

/// The network; see the module's page.
#[derive(Debug)]
pub struct StackedAttention {
    store: VarStore,
    compute: Compute,
    view: OneHot,
    repeats: i64,
    blocks: Vec<Attention>,
    outer: nn::Linear,
    heads: OutputLayers,
}

impl StackedAttention {
    /// Builds the network with fresh parameters. The caller seeds LibTorch's generator.
    ///
    /// # Panics
    /// If `net` is of another kind, or its attention heads do not divide a token.
    pub fn new(setting: &Setting, view: OneHot, net: &recipe::Net) -> Self {
        let recipe::Net::StackedAttention {
            blocks,
            repeats,
            attention_heads,
            inner,
            outer,
            heads,
        } = net
        else {
            panic!("another kind of network");
        };
        let store = VarStore::new(setting.device);
        let root = store.root();
        let width = COLOURS + view.positions;
        let queries = view.positions * repeats;
        Self {
            compute: setting.compute,
            repeats: *repeats,
            blocks: (0..*blocks)
                .map(|i| {
                    let path = &root / format!("block{i}");
                    block(&path, queries, width, *inner, *attention_heads)
                })
                .collect(),
            outer: glorot(&(&root / "outer"), queries * width, *outer),
            heads: OutputLayers::new(&root, setting, *outer, heads, 1.0),
            view,
            store,
        }
    }
}

/// A block with fresh parameters.
fn block(path: &nn::Path, queries: i64, width: i64, inner: i64, heads: i64) -> Attention {
    assert_eq!(
        width % heads,
        0,
        "attention heads must divide the {width} numbers of a token"
    );
    let init = nn::Init::Randn {
        mean: 0.0,
        stdev: 1.0,
    };
    let norm = path / "norm";
    Attention {
        heads,
        queries: path.var("queries", &[queries, width], init),
        key: glorot(&(path / "key"), width, width),
        value: glorot(&(path / "value"), width, width),
        mixed: glorot(&(path / "mixed"), width, width),
        inner: glorot(&(path / "inner"), width, inner),
        output: glorot(&(path / "output"), inner, width),
        scale: norm.var("weight", &[width], nn::Init::Const(1.0)),
        shift: norm.var("bias", &[width], nn::Init::Const(0.0)),
    }
}

fn exported(block: &Attention) -> float::Layer {
    float::Layer::Attention(float::Attention {
        heads: block.heads as u32,
        queries: numbers(&block.queries),
        key: in_file(&block.key),
        value: in_file(&block.value),
        mixed: in_file(&block.mixed),
        inner: in_file(&block.inner),
        output: in_file(&block.output),
        scale: numbers(&block.scale),
        shift: numbers(&block.shift),
    })
}

impl Graph for StackedAttention {
    fn forward(&self, features: &Tensor, _train: bool) -> Output {
        let mut x = tokens(features, &self.view).repeat([1, self.repeats, 1]);
        for block in &self.blocks {
            x = block.forward(&x, self.compute);
        }
        let flat = x.flatten(1, 2);
        let outer = self
            .compute
            .linear(&flat, &self.outer.ws, self.outer.bs.as_ref());
        self.heads.forward(&outer.elu())
    }

    /// Those of a block: the tokens several times over, the scores before and after their softmax, the
    /// inner layer before and after its activation.
    fn numbers(&self) -> i64 {
        let of = |block: &Attention| {
            let (tokens, width) = block.queries.size2().expect("queries and width");
            let inner = block.inner.ws.size()[0];
            tokens * (6 * width + 2 * tokens * block.heads + 2 * inner)
        };
        self.blocks.iter().map(of).max().unwrap_or(1)
    }

    fn variables(&self) -> &VarStore {
        &self.store
    }

    fn export(&self) -> Form {
        let blocks = self.blocks.iter().map(exported);
        let rest = [float::Layer::Repeat(self.repeats as u32)].into_iter();
        let rest = rest.chain(blocks).collect();
        let heads = self.heads.folded();
        Form::Float(on_tokens(&self.view, rest, &self.outer, &heads))
    }
}
