//! Adam (Kingma & Ba 2014).

use super::Optimizer;
use tch::Tensor;

const BETA1: f64 = 0.9;
const BETA2: f64 = 0.999;
const EPSILON: f64 = 1e-8;

/// First and second moments, in the parameters' order.
#[derive(Debug)]
pub struct Adam {
    moments: Vec<[Tensor; 2]>,
}

impl Adam {
    /// Zero moments for `parameters`.
    pub fn new(parameters: &[Tensor]) -> Self {
        let zeros = |p: &Tensor| [p.zeros_like().detach(), p.zeros_like().detach()];
        Self {
            moments: parameters.iter().map(zeros).collect(),
        }
    }
}

impl Optimizer for Adam {
    fn step(&mut self, parameters: &[Tensor], gradients: &[Tensor], rate: f64, updates: u64) {
        let t = updates.min(1 << 30) as i32;
        let correction1 = 1.0 - BETA1.powi(t);
        let correction2 = 1.0 - BETA2.powi(t);
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

    fn state(&self) -> Vec<Vec<(&'static str, Tensor)>> {
        let pair = |[first, second]: &[Tensor; 2]| {
            vec![
                ("adam.first", first.shallow_clone()),
                ("adam.second", second.shallow_clone()),
            ]
        };
        self.moments.iter().map(pair).collect()
    }
}
