//! Optimisers on tensors, one file each. LibTorch's own keep their moments out of reach of a
//! checkpoint.

mod adam;

pub use adam::Adam;

use tch::Tensor;

/// An update rule with its state.
pub trait Optimizer {
    /// One update of `parameters` with learning rate `rate`; `updates` counts from 1.
    fn step(&mut self, parameters: &[Tensor], gradients: &[Tensor], rate: f64, updates: u64);

    /// The state tensors of each parameter, in the parameters' order, with a name for each kind.
    fn state(&self) -> Vec<Vec<(&'static str, Tensor)>>;
}
