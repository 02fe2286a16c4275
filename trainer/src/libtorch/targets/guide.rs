//! The guide: a second set of parameters, θe, an earlier version of the network that makes the labels.

use crate::labels::guide::PREFIX;
use crate::libtorch::net::{self, Graph};
use crate::libtorch::tensors;
use tch::Tensor;

/// A frozen copy of the network that learns.
#[derive(Debug)]
pub struct Guide(Box<dyn Graph>);

impl Guide {
    /// A copy of a network of that recipe.
    pub fn new(net: Box<dyn Graph>) -> Self {
        Self(net)
    }

    /// Copies the parameters learnt so far.
    pub fn follow(&self, net: &dyn Graph) {
        net::copy(net, self.0.as_ref());
    }

    /// The copy.
    pub fn net(&self) -> &dyn Graph {
        self.0.as_ref()
    }

    /// Its variables, for the checkpoint.
    pub fn state(&self) -> Vec<(String, Tensor)> {
        let named = |(name, tensor)| (format!("{PREFIX}{name}"), tensor);
        let variables = tensors::variables(self.0.variables());
        variables.into_iter().map(named).collect()
    }
}
