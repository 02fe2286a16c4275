//! A second set of parameters, θe: an earlier state of the network that makes the labels.

use crate::compute::Compute;
use crate::dynamics::Dynamics;
use crate::net::{self, Net};
use crate::recipe::Recipe;
use tch::Tensor;

/// A frozen copy of the network that learns.
#[derive(Debug)]
pub struct Guide(Box<dyn Net>);

impl Guide {
    /// A network of the same shape with the same fresh parameters.
    pub fn new(recipe: &Recipe, dynamics: &dyn Dynamics, compute: Compute) -> Self {
        Self(net::build(recipe, dynamics, compute))
    }

    /// Takes over the parameters learnt so far.
    pub fn follow(&self, net: &dyn Net) {
        net::copy(net, self.0.as_ref());
    }

    /// The copy.
    pub fn net(&self) -> &dyn Net {
        self.0.as_ref()
    }

    /// Its variables, for the checkpoint.
    pub fn state(&self) -> Vec<(String, Tensor)> {
        let named = |(name, tensor)| (format!("guide.{name}"), tensor);
        net::variables(self.net()).into_iter().map(named).collect()
    }
}
