//! DeepCube's joint value and policy network (McAleer et al. 2018, Fig. 4): shared layers, then a
//! hidden layer and a linear output for each of value and policy; ELU everywhere, Glorot's initial
//! weights.
//!
//! The figure gives 4096-2048 and heads of 512 on 20 × 24 inputs; the 2×2×2 report has 256-128 and
//! heads of 32 on 84 inputs. DeepCube's value is a reward, +1 for the last move and −1 for every
//! other; ours is a cost in moves, 2 minus that reward, so that searches read all networks alike.

use super::first_layer::{FirstLayer, glorot};
use super::fold::{in_file, linear};
use super::one_hot::OneHot;
use super::{Graph, Output, Setting};
use crate::export::float::{Layers, by_feature, exact, output};
use crate::export::fold::Layer;
use crate::export::form::Form;
use ndarray::{Array2, s};
use quarterturn_core::net::float::{self, Activation};
use quarterturn_torch::Compute;
use tch::Tensor;
use tch::nn::{self, VarStore};

/// The network; see the module's page.
#[derive(Debug)]
pub struct Joint {
    store: VarStore,
    compute: Compute,
    first: FirstLayer,
    body: Vec<nn::Linear>,
    value: [nn::Linear; 2],
    policy: [nn::Linear; 2],
}

impl Joint {
    /// Builds the network with fresh parameters. The caller seeds LibTorch's generator.
    ///
    /// # Panics
    /// If `body` is empty.
    pub fn new(setting: &Setting, view: OneHot, body: &[i64], head: i64) -> Self {
        let store = VarStore::new(setting.device);
        let root = store.root();
        let top = body[body.len() - 1];
        let branch = |name: &str, outputs: i64| {
            [
                glorot(&(&root / format!("{name}_hidden")), top, head),
                glorot(&(&root / name), head, outputs),
            ]
        };
        let value = branch("value", 1);
        let mean = setting.mean_cost;
        let _ = tch::no_grad(|| value[1].bs.as_ref().map(|b| b.shallow_clone().fill_(mean)));
        Self {
            compute: setting.compute,
            first: FirstLayer::new(&(&root / "first"), setting, view, body[0], glorot),
            body: body
                .windows(2)
                .enumerate()
                .map(|(i, w)| glorot(&(&root / format!("body{i}")), w[0], w[1]))
                .collect(),
            value,
            policy: branch("policy", setting.moves),
            store,
        }
    }

    fn linear(&self, layer: &nn::Linear, x: &Tensor) -> Tensor {
        self.compute.linear(x, &layer.ws, layer.bs.as_ref())
    }
}

impl Graph for Joint {
    fn forward(&self, features: &Tensor, _train: bool) -> Output {
        let mut x = self.first.forward(features).elu();
        for layer in &self.body {
            x = self.linear(layer, &x).elu();
        }
        let branch = |[hidden, output]: &[nn::Linear; 2]| {
            let inner = self.linear(hidden, &x).elu();
            self.linear(output, &inner)
        };
        Output {
            value: Some(branch(&self.value).squeeze_dim(-1)),
            q: None,
            policy: Some(branch(&self.policy)),
        }
    }

    fn variables(&self) -> &VarStore {
        &self.store
    }

    /// The two branches as one layer after the other, with zeros between what does not meet.
    fn export(&self) -> Form {
        let branches = [&self.value, &self.policy];
        let layer = |of: usize| branches.map(|branch| linear("", &branch[of]));
        let hidden = Layer::beside(&layer(0));
        let outputs = layer(1);
        let heads = Layer {
            weight: apart(&outputs),
            ..Layer::beside(&outputs)
        };
        let dense = |layer| float::Layer::Dense(layer, Activation::Elu);
        let body = self.body.iter().map(|layer| dense(in_file(layer)));
        let rest = body.chain([dense(exact(&hidden)), output(&heads)]);
        Form::Float(Layers {
            first: by_feature(&self.first.folded("first")),
            activation: Activation::Elu,
            rest: rest.collect(),
        })
    }
}

/// The weights of layers whose inputs are beside each other, with zeros where one does not see another's.
fn apart(layers: &[Layer]) -> Array2<f64> {
    let sum = |of: fn(&Layer) -> usize| layers.iter().map(of).sum::<usize>();
    let mut all = Array2::zeros([sum(|l| l.weight.nrows()), sum(|l| l.weight.ncols())]);
    let (mut row, mut column) = (0, 0);
    for Layer { weight, .. } in layers {
        let (down, right) = (row + weight.nrows(), column + weight.ncols());
        all.slice_mut(s![row..down, column..right]).assign(weight);
        (row, column) = (down, right);
    }
    all
}
