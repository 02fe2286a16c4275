//! Networks as everything but their training sees them: states in, outputs out, as plain slices. [`mlp`] is the one
//! that the native engine trains; LibTorch has it too, and those of the papers.

pub mod mlp;
pub mod stickers;

pub use mlp::Mlp;

use crate::device::Device;
use crate::dynamics::{Shape, States};
use crate::export::form::Form;
use crate::libtorch;
use crate::recipe::{self, Recipe};
use crate::tensor::{StateError, Tensor};
use std::fmt::Debug;

/// The outputs of a network for `n` states; absent heads are `None`.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// Cost-to-go in moves: `[n]`.
    pub value: Option<Vec<f32>>,
    /// Cost-to-go after each move, in moves: `[n × moves]`.
    pub q: Option<Vec<f32>>,
    /// Logits of the moves: `[n × moves]`.
    pub policy: Option<Vec<f32>>,
}

impl Output {
    /// The same with costs that are above `bounds` (`[n]`, in moves).
    pub fn above(mut self, bounds: &[f32]) -> Self {
        for costs in [&mut self.value, &mut self.q].into_iter().flatten() {
            let each = costs.len() / bounds.len().max(1);
            for (row, bound) in costs.chunks_exact_mut(each.max(1)).zip(bounds) {
                row.iter_mut().for_each(|cost| *cost += bound);
            }
        }
        self
    }
}

/// The outputs of the network that `recipe` describes for states, outside of training.
pub fn predict(net: &dyn Net, recipe: &recipe::Net, states: &dyn States) -> Output {
    let out = net.evaluate(&states.features());
    match recipe.above_bound() {
        true => out.above(&states.bounds()),
        false => out,
    }
}

/// The negative logarithms of the shares that the exponentials of each row of logits have.
pub fn costs_of_policy(logits: &[f32], moves: usize) -> Vec<f32> {
    let rows = logits.chunks_exact(moves);
    rows.flat_map(|row| {
        let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let sum: f64 = row.iter().map(|&x| f64::from(x - most).exp()).sum();
        let all = f64::from(most) + sum.ln();
        row.iter().map(move |&x| (all - f64::from(x)) as f32)
    })
    .collect()
}

/// A network with its parameters.
pub trait Net: Debug + Send {
    /// Evaluates states given by their active features, `[n × active]`, normalised by running statistics.
    fn evaluate(&self, features: &[u16]) -> Output;

    /// The parameters and running statistics, sorted by name.
    fn variables(&self) -> Vec<Tensor>;

    /// Takes over [`Net::variables`].
    ///
    /// # Errors
    /// When one is missing or has another shape.
    fn restore(&mut self, tensors: &[Tensor]) -> Result<(), StateError>;

    /// Its layers as a weight file has them.
    fn export(&self) -> Form;
}

/// The network of a recipe with fresh parameters, to be evaluated on a device.
pub fn build(recipe: &Recipe, shape: Shape, device: Device) -> Box<dyn Net> {
    match Mlp::fresh(recipe, shape) {
        Some(mlp) if device == Device::Cpu => Box::new(mlp),
        _ => libtorch::net(recipe, shape, device),
    }
}
