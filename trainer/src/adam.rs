//! Adam (Kingma & Ba 2014) on tensors, with moments that can be saved: LibTorch's own optimiser
//! keeps them out of reach of a checkpoint.

use tch::Tensor;

const BETA1: f64 = 0.9;
const BETA2: f64 = 0.999;
const EPSILON: f64 = 1e-8;

/// The optimiser's state for a list of parameters.
#[derive(Debug)]
pub struct Adam {
    /// First and second moments, in the parameters' order.
    pub moments: Vec<[Tensor; 2]>,
    /// Updates made so far.
    pub updates: u64,
}

impl Adam {
    /// Zero moments for `parameters`.
    pub fn new(parameters: &[Tensor]) -> Self {
        Self {
            moments: parameters
                .iter()
                .map(|p| [p.zeros_like().detach(), p.zeros_like().detach()])
                .collect(),
            updates: 0,
        }
    }

    /// One update of `parameters` with learning rate `rate`.
    pub fn step(&mut self, parameters: &[Tensor], gradients: &[Tensor], rate: f64) {
        self.updates += 1;
        let correction1 = 1.0 - BETA1.powi(self.updates.min(1 << 30) as i32);
        let correction2 = 1.0 - BETA2.powi(self.updates.min(1 << 30) as i32);
        tch::no_grad(|| {
            for ((parameter, gradient), [first, second]) in
                parameters.iter().zip(gradients).zip(&mut self.moments)
            {
                let _ = first.lerp_(gradient, 1.0 - BETA1);
                let _ = second.lerp_(&gradient.square(), 1.0 - BETA2);
                let denominator = second.sqrt() * (1.0 / correction2.sqrt()) + EPSILON;
                let update = &*first / denominator * (-rate / correction1);
                let _ = parameter.shallow_clone().g_add_(&update);
            }
        });
    }
}
