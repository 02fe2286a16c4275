//! The guide: a second set of parameters, θe, an earlier version of the network that makes the labels.

use crate::compute::Compute;
use crate::dynamics::Dynamics;
use crate::net::{self, Net};
use crate::recipe::Recipe;
use crate::tensor::Tensor;

/// The prefix of the names of its variables in a checkpoint.
pub const PREFIX: &str = "guide.";

/// A frozen copy of the network that learns.
#[derive(Debug)]
pub struct Guide(Box<dyn Net>);

impl Guide {
    /// A network of the same shape with the same fresh parameters.
    pub fn new(recipe: &Recipe, dynamics: &dyn Dynamics, compute: Compute) -> Self {
        Self(net::build(recipe, dynamics, compute))
    }

    /// Copies the parameters learnt so far.
    pub fn follow(&self, net: &dyn Net) {
        net::copy(net, self.0.as_ref());
    }

    /// Moves towards the parameters learnt so far, and keeps the share `kept` of its own. Done often, this is an
    /// exponential average of the network, without the noise of single steps.
    pub fn average_with(&self, net: &dyn Net, kept: f64) {
        net::blend(net, self.0.as_ref(), kept);
    }

    /// The copy.
    pub fn net(&self) -> &dyn Net {
        self.0.as_ref()
    }

    /// Its variables, for the checkpoint.
    pub fn state(&self) -> Vec<(String, Tensor)> {
        let named = |(name, tensor)| (format!("{PREFIX}{name}"), tensor);
        net::variables(self.net()).into_iter().map(named).collect()
    }
}
