//! RMSProp (Hinton 2012), with LibTorch's constants.

use super::Optimizer;
use tch::Tensor;

const DECAY: f64 = 0.99;
const EPSILON: f64 = 1e-8;

/// Second moments, in the parameters' order.
#[derive(Debug)]
pub struct RmsProp {
    moments: Vec<Tensor>,
}

impl RmsProp {
    /// Zero moments for `parameters`.
    pub fn new(parameters: &[Tensor]) -> Self {
        let zeros = |p: &Tensor| p.zeros_like().detach();
        Self {
            moments: parameters.iter().map(zeros).collect(),
        }
    }
}

impl Optimizer for RmsProp {
    fn step(&mut self, parameters: &[Tensor], gradients: &[Tensor], rate: f64, _updates: u64) {
        tch::no_grad(|| {
            let pairs = parameters.iter().zip(gradients);
            for ((parameter, gradient), second) in pairs.zip(&mut self.moments) {
                let _ = second.lerp_(&gradient.square(), 1.0 - DECAY);
                let update = gradient / (second.sqrt() + EPSILON) * -rate;
                let _ = parameter.shallow_clone().g_add_(&update);
            }
        });
    }

    fn state(&self) -> Vec<Vec<(&'static str, Tensor)>> {
        let one = |second: &Tensor| vec![("rmsprop.second", second.shallow_clone())];
        self.moments.iter().map(one).collect()
    }
}
