//! Deep approximate value iteration (DeepCubeA 2019, Algorithm 1).
//!
//! The label of a state is the one-step look-ahead with a second set of parameters, θe. Every C steps the mean
//! loss since the last check is compared with ε. If it is below ε, θe becomes the parameters learnt so far. (The
//! paper checks the loss of the last step only, which is much the same for its batches of 10,000. The mean does
//! not depend on one batch, and lags by half of C.) States are all steps of random walks, so their depth is
//! uniform in 1..=K as in the paper, which scrambles each state separately. From a shuffled pool a batch has states
//! of all its walks, which are nearly as independent of each other.
//!
//! With `depth = 2` labels look two moves ahead (Supplementary Figure 1).

use super::guide::Guide;
use super::lookahead;
use super::{Loss, Target};
use crate::labels::pool::Pool;
use crate::libtorch::field::Ground;
use crate::libtorch::net::Graph;
use crate::libtorch::tensors;
use tch::{Device, Kind, Reduction, Tensor};

/// The DAVI target; see the module's page.
#[derive(Debug)]
pub struct Davi {
    pool: Pool,
    ground: Ground,
    guide: Guide,
    check: u64,
    threshold: f64,
    /// Moves of the look-ahead.
    depth: u64,
    /// Sum of the losses since the last look.
    sum: Tensor,
    /// How often θe has been replaced.
    updates: Tensor,
}

impl Davi {
    /// Labels look `depth` moves ahead, and are never above the pool's if it has some. Looks at the loss every
    /// `check` steps.
    pub fn new(
        (pool, ground): (Pool, Ground),
        guide: Guide,
        check: u64,
        threshold: f64,
        depth: u64,
        device: Device,
    ) -> Self {
        let zero = || Tensor::zeros([1], (Kind::Float, device));
        let (sum, updates) = (zero(), zero());
        Self {
            pool,
            ground,
            guide,
            check,
            threshold,
            depth,
            sum,
            updates,
        }
    }

    /// The step of the algorithm that replaces θe.
    fn update_guide(&mut self, net: &dyn Graph) {
        let mean = self.sum.double_value(&[0]) / self.check as f64;
        if mean < self.threshold {
            self.guide.follow(net);
            let _ = self.updates.g_add_scalar_(1.0);
        }
        let _ = self.sum.zero_();
    }
}

impl Target for Davi {
    fn loss(&mut self, net: &dyn Graph, step: u64) -> Loss {
        if step > 0 && step.is_multiple_of(self.check) {
            self.update_guide(net);
        }
        let device = net.variables().device();
        let (states, most) = self.pool.states(step);
        let states = self.ground.place(states);
        let mut label = lookahead::from(self.guide.net(), states.as_ref(), self.depth).cost;
        if let Some(most) = most {
            label = label.minimum(&tensors::shaped(&most, &[-1], device));
        }
        let value = net.forward(&states.features(), true).value;
        let total = value
            .expect("checked with the recipe")
            .mse_loss(&label, Reduction::Mean);
        tch::no_grad(|| {
            let _ = self.sum.g_add_(&total.detach());
        });
        Loss {
            parts: vec![
                ("value", total.detach()),
                ("updates", self.updates.get(0).copy()),
            ],
            total,
            examples: self.pool.examples(),
        }
    }

    fn state(&self) -> Vec<(String, Tensor)> {
        let mut state = self.guide.state();
        state.push(("sum".into(), self.sum.shallow_clone()));
        state.push(("updates".into(), self.updates.shallow_clone()));
        state
    }

    fn sums(&self) -> Vec<Tensor> {
        vec![self.sum.shallow_clone()]
    }

    fn generation_seconds(&self) -> f64 {
        self.pool.seconds()
    }
}
