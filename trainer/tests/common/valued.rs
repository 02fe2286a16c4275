//! A network that is made up: its value is a function of the features.

use quarterturn_trainer::export::form::Form;
use quarterturn_trainer::libtorch::net::{Graph, Output};
use std::fmt;
use tch::Tensor;
use tch::nn::VarStore;

/// The network. It has no parameters.
pub struct Valued<F>(VarStore, F);

impl<F: Fn(&Tensor) -> Tensor + Send> Valued<F> {
    /// Of features `[batch, active]` the function makes values, `[batch]`.
    pub fn new(value: F) -> Self {
        Self(VarStore::new(tch::Device::Cpu), value)
    }
}

impl<F> fmt::Debug for Valued<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Valued")
    }
}

impl<F: Fn(&Tensor) -> Tensor + Send> Graph for Valued<F> {
    fn forward(&self, features: &Tensor, _train: bool) -> Output {
        Output {
            value: Some((self.1)(features)),
            q: None,
            policy: None,
        }
    }

    fn variables(&self) -> &VarStore {
        &self.0
    }

    fn export(&self) -> Form {
        unreachable!("it is not written")
    }
}
