//! Optimisers on tensors, one file each. LibTorch's own keep their moments out of reach of a
//! checkpoint.

mod adam;
mod rmsprop;

pub use adam::Adam;
pub use rmsprop::RmsProp;

use crate::recipe::Rule;
use std::fmt::Debug;
use tch::Tensor;

/// The optimiser of a recipe for `parameters`.
pub fn build(rule: Rule, parameters: &[Tensor]) -> Box<dyn Optimizer> {
    match rule {
        Rule::Adam => Box::new(Adam::new(parameters)),
        Rule::RmsProp => Box::new(RmsProp::new(parameters)),
    }
}

/// An update rule with its state.
pub trait Optimizer: Debug {
    /// One update of `parameters` with learning rate `rate`; `updates` counts from 1.
    fn step(&mut self, parameters: &[Tensor], gradients: &[Tensor], rate: f64, updates: u64);

    /// The state tensors of each parameter, in the parameters' order, with a name for each kind.
    fn state(&self) -> Vec<Vec<(&'static str, Tensor)>>;
}
