//! The networks that can be trained, one file each.

pub mod mlp;

pub use mlp::Mlp;

use tch::Tensor;
use tch::nn::VarStore;

/// What a network says about a batch of states; absent heads are `None`.
#[derive(Debug)]
pub struct Output {
    /// Cost-to-go in moves: `[batch]`.
    pub value: Option<Tensor>,
    /// Cost-to-go after each move, in moves: `[batch, moves]`.
    pub q: Option<Tensor>,
    /// Logits of the moves: `[batch, moves]`.
    pub policy: Option<Tensor>,
}

/// A trainable network.
pub trait Net {
    /// Evaluates states given by their active features, `[batch, active]` int64. `train` uses
    /// batch statistics and keeps the graph for gradients.
    fn forward(&self, features: &Tensor, train: bool) -> Output;

    /// The parameters and running statistics, by name.
    fn variables(&self) -> &VarStore;
}
