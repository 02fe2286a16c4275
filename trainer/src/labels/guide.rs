//! The guide: a second set of parameters, θe, an earlier version of the network that makes the labels.

use crate::net::Net;
use crate::tensor::{StateError, Tensor, copy};

/// The prefix of the names of its variables in a checkpoint.
pub const PREFIX: &str = "guide.";

/// A frozen copy of the network that learns.
#[derive(Debug)]
pub struct Guide(Box<dyn Net>);

impl Guide {
    /// A copy of a network of that recipe.
    pub fn new(net: Box<dyn Net>) -> Self {
        Self(net)
    }

    /// Moves towards the parameters learnt so far, and keeps the share `kept` of its own. Done often, this is an
    /// exponential average of the network, without the noise of single steps.
    pub fn average_with(&mut self, net: &dyn Net, kept: f64) {
        let mut own = self.0.variables();
        for (own, learnt) in own.iter_mut().zip(net.variables()) {
            for (own, learnt) in own.data.iter_mut().zip(learnt.data) {
                let (from, to) = (f64::from(*own), f64::from(learnt));
                *own = match kept > 0.0 {
                    true => (from + (1.0 - kept) * (to - from)) as f32,
                    false => learnt,
                };
            }
        }
        self.0.restore(&own).expect("networks of one recipe");
    }

    /// The copy.
    pub fn net(&self) -> &dyn Net {
        self.0.as_ref()
    }

    /// Its variables, for the checkpoint.
    pub fn state(&self) -> Vec<Tensor> {
        prefixed(self.0.variables())
    }

    /// Takes its variables from a checkpoint.
    ///
    /// # Errors
    /// When one is missing or has another shape.
    pub fn restore(&mut self, tensors: &[Tensor]) -> Result<(), StateError> {
        let mut own = self.state();
        copy(tensors, &mut own)?;
        for tensor in &mut own {
            tensor.name.drain(..PREFIX.len());
        }
        self.0.restore(&own)
    }
}

/// Variables of a network by their names as a guide's.
pub fn prefixed(mut variables: Vec<Tensor>) -> Vec<Tensor> {
    for tensor in &mut variables {
        tensor.name.insert_str(0, PREFIX);
    }
    variables
}
