//! Brinner's stacked attention network (2021, §3.2.1): sticker tokens, repeated, pass through
//! blocks whose learnt queries do not depend on the state.
//!
//! A token is the one-hot colour and the one-hot position of a sticker: 60 numbers on the 3×3×3
//! cube. A block is multi-head attention by constant queries, a residual sum, a dense layer with
//! ELU and a linear one on each token, and layer normalisation. The paper gives 4 blocks, 216
//! queries and about 1.2 million parameters but no inner widths; with 512 inside a block and 64
//! after the blocks there are 1.17 million.

use super::parts::{OutputLayers, glorot, tokens};
use super::view::{COLOURS, OneHot};
use super::{Net, Output, Setting};
use crate::compute::Compute;
use crate::export::float::{Layers, linear, numbers};
use crate::export::fold::Form;
use crate::recipe;
use quarterturn_core::net::float;
use tch::nn::{self, Module, VarStore};
use tch::{Kind, Tensor};

/// The network; see the module's page.
#[derive(Debug)]
pub struct StackedAttention {
    store: VarStore,
    compute: Compute,
    view: OneHot,
    repeats: i64,
    blocks: Vec<Block>,
    outer: nn::Linear,
    heads: OutputLayers,
}

#[derive(Debug)]
struct Block {
    /// `[queries, width]`
    queries: Tensor,
    key: nn::Linear,
    value: nn::Linear,
    mixed: nn::Linear,
    inner: nn::Linear,
    output: nn::Linear,
    norm: nn::LayerNorm,
    heads: i64,
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
                    Block::new(&path, queries, width, *inner, *attention_heads)
                })
                .collect(),
            outer: glorot(&(&root / "outer"), queries * width, *outer),
            heads: OutputLayers::new(&root, setting, *outer, heads, 1.0),
            view,
            store,
        }
    }
}

impl Block {
    fn new(path: &nn::Path, queries: i64, width: i64, inner: i64, heads: i64) -> Self {
        assert_eq!(
            width % heads,
            0,
            "attention heads must divide the {width} numbers of a token"
        );
        let init = nn::Init::Randn {
            mean: 0.0,
            stdev: 1.0,
        };
        Self {
            queries: path.var("queries", &[queries, width], init),
            key: glorot(&(path / "key"), width, width),
            value: glorot(&(path / "value"), width, width),
            mixed: glorot(&(path / "mixed"), width, width),
            inner: glorot(&(path / "inner"), width, inner),
            output: glorot(&(path / "output"), inner, width),
            norm: nn::layer_norm(path / "norm", vec![width], Default::default()),
            heads,
        }
    }

    fn export(&self) -> float::Layer {
        let norm = |part: &Option<Tensor>| part.as_ref().map(numbers).expect("it is learnt");
        float::Layer::Attention(float::Attention {
            heads: self.heads as u32,
            queries: numbers(&self.queries),
            key: linear(&self.key),
            value: linear(&self.value),
            mixed: linear(&self.mixed),
            inner: linear(&self.inner),
            output: linear(&self.output),
            scale: norm(&self.norm.ws),
            shift: norm(&self.norm.bs),
        })
    }

    /// `[batch, tokens, width]` to the same.
    fn forward(&self, x: &Tensor, compute: Compute) -> Tensor {
        let (batch, tokens, width) = x.size3().expect("tokens");
        let linear = |l: &nn::Linear, x: &Tensor| compute.linear(x, &l.ws, l.bs.as_ref());
        let depth = width / self.heads;
        let split = |t: Tensor| t.reshape([-1, tokens, self.heads, depth]).transpose(1, 2);
        let (keys, values) = (split(linear(&self.key, x)), split(linear(&self.value, x)));
        let queries = split(self.queries.unsqueeze(0));
        let scores = queries.matmul(&keys.transpose(2, 3)) / (depth as f64).sqrt();
        let answers = scores.softmax(-1, Kind::Float).matmul(&values);
        let answers = answers.transpose(1, 2).reshape([batch, tokens, width]);
        let sum = x + linear(&self.mixed, &answers);
        let inner = linear(&self.inner, &sum).elu();
        self.norm.forward(&linear(&self.output, &inner))
    }
}

impl Net for StackedAttention {
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
        let of = |block: &Block| {
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
        let blocks = self.blocks.iter().map(Block::export);
        let rest = [float::Layer::Repeat(self.repeats as u32)].into_iter();
        let rest = rest.chain(blocks).collect();
        let heads = self.heads.folded();
        Form::Float(Layers::on_tokens(&self.view, rest, &self.outer, &heads))
    }
}
