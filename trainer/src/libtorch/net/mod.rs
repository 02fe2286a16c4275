//! The networks that LibTorch trains, one file each, and the parts they share: `mlp`, which the native engine trains
//! too, and those of the papers.

mod first_layer;
mod fold;
mod joint;
mod mlp;
mod one_hot;
mod parts;
mod recurrent_attention;
mod residual;
mod stacked_attention;
mod trained;
mod trunk;

pub use trained::{Trained, chunk};

use super::tensors;
use crate::device::Device;
use crate::dynamics::Shape;
use crate::export::form::Form;
use crate::net::Mlp;
use crate::net::Net as _;
use crate::recipe::{self, Input, Recipe};
use one_hot::OneHot;
use quarterturn_torch::Compute;
use std::fmt::Debug;
use tch::Tensor;
use tch::nn::VarStore;

/// The outputs of a network for a batch of states; absent heads are `None`.
#[derive(Debug, Default)]
pub struct Output {
    /// Cost-to-go in moves: `[batch]`.
    pub value: Option<Tensor>,
    /// Cost-to-go after each move, in moves: `[batch, moves]`.
    pub q: Option<Tensor>,
    /// Logits of the moves: `[batch, moves]`.
    pub policy: Option<Tensor>,
}

impl Output {
    /// All heads beside each other in the order value, q, policy: `[batch, outputs]`.
    pub fn beside(&self) -> Tensor {
        let value = self.value.as_ref().map(|value| value.unsqueeze(1));
        let heads = [value.as_ref(), self.q.as_ref(), self.policy.as_ref()];
        let heads: Vec<&Tensor> = heads.into_iter().flatten().collect();
        Tensor::cat(&heads, 1)
    }
}

/// A trainable network on tensors.
pub trait Graph: Debug + Send {
    /// Evaluates states given by their active features, `[batch, active]` int64. `train` uses
    /// batch statistics and keeps the graph for gradients.
    fn forward(&self, features: &Tensor, train: bool) -> Output;

    /// The value after each round, the last one included, where the network has rounds: `[batch]`
    /// each, with a graph for gradients.
    fn values_by_round(&self, _features: &Tensor) -> Option<Vec<Tensor>> {
        None
    }

    /// Numbers that [`Graph::forward`] holds at once for a state, at most, without a graph for gradients.
    /// Of dense layers these are their outputs, before and after normalisation and activation.
    fn numbers(&self) -> i64 {
        let variables = self.variables().variables();
        let sizes = variables.values().map(Tensor::size);
        let outputs = sizes.filter(|s| s.len() == 2).map(|s| s[0]);
        4 * outputs.sum::<i64>()
    }

    /// The parameters and running statistics, by name.
    fn variables(&self) -> &VarStore;

    /// Takes over what was written into [`Graph::variables`].
    fn adopt(&self) {}

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
    pub device: tch::Device,
    /// The arithmetic of matrix products.
    pub compute: Compute,
    /// Where the biases of value and Q heads start: near the labels' mean.
    pub mean_cost: f64,
}

/// The network of a recipe with fresh parameters. Networks of kind "mlp" begin as the native engine's do.
pub fn build(recipe: &Recipe, shape: Shape, device: Device, compute: Compute) -> Box<dyn Graph> {
    tensors::seed(recipe.seed, 0, 0);
    let setting = &Setting {
        features: shape.features as i64,
        active: shape.active as i64,
        moves: shape.moves as i64,
        device: tensors::device(device),
        compute,
        mean_cost: recipe.target.mean_cost(),
    };
    let view = |input| OneHot::new(&recipe.puzzle, input, setting.device);
    match &recipe.net {
        recipe::Net::Mlp {
            layers,
            blocks,
            heads,
            above_bound: _,
        } => {
            let net = mlp::Mlp::new(setting, layers, *blocks, heads);
            if let Some(fresh) = Mlp::fresh(recipe, shape) {
                let own = tensors::variables(net.variables());
                let taken = tensors::restore(&fresh.variables(), &own);
                taken.expect("networks of one recipe have the same tensors");
            }
            Box::new(net)
        }
        recipe::Net::Residual {
            input,
            layers,
            blocks,
            heads,
        } => Box::new(residual::Residual::new(
            setting,
            view(*input),
            layers,
            *blocks,
            heads,
        )),
        recipe::Net::Joint { input, body, head } => {
            Box::new(joint::Joint::new(setting, view(*input), body, *head))
        }
        net @ recipe::Net::StackedAttention { .. } => {
            let view = view(Input::Stickers);
            Box::new(stacked_attention::StackedAttention::new(setting, view, net))
        }
        net @ recipe::Net::RecurrentAttention { .. } => {
            let view = view(Input::Stickers);
            Box::new(recurrent_attention::RecurrentAttention::new(
                setting, view, net,
            ))
        }
    }
}

/// Copies all variables from one network to another of the same shape.
pub fn copy(from: &dyn Graph, to: &dyn Graph) {
    let pairs = tensors::variables(from.variables()).into_iter();
    tch::no_grad(|| {
        for ((_, from), (_, mut to)) in pairs.zip(tensors::variables(to.variables())) {
            to.copy_(&from);
        }
    });
}
