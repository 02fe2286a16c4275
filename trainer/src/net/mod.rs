//! The networks that can be trained, one file each, and the parts they share: [`mlp`], which the native engine trains
//! too, and with LibTorch those of the `papers`.

pub mod mlp;
#[cfg(feature = "libtorch")]
pub mod papers;
pub mod parts;
pub mod stickers;
mod trunk;

pub use mlp::Mlp;

use crate::compute::Compute;
use crate::dynamics::{Dynamics, States};
use crate::export::form::Form;
use crate::recipe;
use crate::tensor::nn::VarStore;
use crate::tensor::{self, Device, Tensor};
use std::fmt::Debug;

/// The outputs of a network for a batch of states; absent heads are `None`.
#[derive(Debug)]
pub struct Output {
    /// Cost-to-go in moves: `[batch]`.
    pub value: Option<Tensor>,
    /// Cost-to-go after each move, in moves: `[batch, moves]`.
    pub q: Option<Tensor>,
    /// Logits of the moves: `[batch, moves]`.
    pub policy: Option<Tensor>,
}

impl Output {
    /// The same with costs that are above `bounds` (`[batch]`, in moves).
    pub fn above(self, bounds: &Tensor) -> Self {
        Self {
            value: self.value.map(|value| value + bounds),
            q: self.q.map(|q| q + bounds.unsqueeze(1)),
            policy: self.policy,
        }
    }
}

/// The outputs of the network that `recipe` describes for states, outside of training.
pub fn predict(net: &dyn Net, recipe: &recipe::Net, states: &dyn States) -> Output {
    let out = net.forward(&states.features(), false);
    match recipe.above_bound() {
        true => out.above(&states.bounds()),
        false => out,
    }
}

/// A trainable network.
pub trait Net: Debug + Send {
    /// Evaluates states given by their active features, `[batch, active]` int64. `train` uses
    /// batch statistics and keeps the graph for gradients.
    fn forward(&self, features: &Tensor, train: bool) -> Output;

    /// The value after each round, the last one included, where the network has rounds: `[batch]`
    /// each, with a graph for gradients.
    fn values_by_round(&self, _features: &Tensor) -> Option<Vec<Tensor>> {
        None
    }

    /// Numbers that [`Net::forward`] holds at once for a state, at most, without a graph for gradients.
    /// Of dense layers these are their outputs, before and after normalisation and activation.
    fn numbers(&self) -> i64 {
        let variables = self.variables().variables();
        let sizes = variables.values().map(Tensor::size);
        let outputs = sizes.filter(|s| s.len() == 2).map(|s| s[0]);
        4 * outputs.sum::<i64>()
    }

    /// The parameters and running statistics, by name.
    fn variables(&self) -> &VarStore;

    /// Its layers as a weight file has them.
    fn export(&self) -> Form;
}

/// The setting that a network is built for.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Width of the one-hot input.
    pub features: i64,
    /// Active features of a state.
    pub active: i64,
    /// Number of moves.
    pub moves: i64,
    /// Where the parameters live.
    pub device: Device,
    /// The arithmetic of matrix products.
    pub compute: Compute,
    /// Where the biases of value and Q heads start: near the labels' mean.
    pub mean_cost: f64,
}

/// The network of a recipe with fresh parameters.
pub fn build(recipe: &recipe::Recipe, dynamics: &dyn Dynamics, compute: Compute) -> Box<dyn Net> {
    tensor::seed(recipe.seed, 0, 0);
    let shape = dynamics.shape();
    let setting = Setting {
        features: shape.features,
        active: shape.active,
        moves: shape.moves,
        device: dynamics.device(),
        compute,
        mean_cost: recipe.target.mean_cost(),
    };
    match &recipe.net {
        recipe::Net::Mlp {
            layers,
            blocks,
            heads,
            above_bound: _,
        } => Box::new(Mlp::new(&setting, layers, *blocks, heads)),
        #[cfg(feature = "libtorch")]
        net => papers::build(net, &recipe.puzzle, &setting),
        #[cfg(not(feature = "libtorch"))]
        _ => unreachable!("checked with the recipe"),
    }
}

/// All variables of a network, sorted by name.
pub fn variables(net: &dyn Net) -> Vec<(String, Tensor)> {
    let mut all: Vec<(String, Tensor)> = net.variables().variables().into_iter().collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

/// Copies all variables from one network to another of the same shape.
pub fn copy(from: &dyn Net, to: &dyn Net) {
    blend(from, to, 0.0);
}

/// Moves all variables of one network towards those of another of the same shape; each keeps the share `kept` of
/// its own value.
pub fn blend(from: &dyn Net, to: &dyn Net, kept: f64) {
    crate::tensor::no_grad(|| {
        for ((_, from), (_, mut to)) in variables(from).into_iter().zip(variables(to)) {
            if kept > 0.0 && to.is_floating_point() {
                let _ = to.lerp_(&from, 1.0 - kept);
            } else {
                to.copy_(&from);
            }
        }
    });
}
