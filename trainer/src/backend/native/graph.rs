//! Losses that LibTorch computes from the engine's outputs. The outputs are a leaf of its graph, and the engine's
//! backward pass begins with their gradients.

use super::{Twin, host};
use crate::dynamics::on_host;
use crate::labels::Loss;
use crate::native::kernel::Step;
use crate::net::Output;
use tch::Tensor;

impl Twin {
    /// The engine's outputs for a batch, waiting for their gradients.
    ///
    /// # Panics
    /// If others wait already.
    pub(super) fn in_graph(&self, features: &Tensor) -> Output {
        let n = features.size()[0];
        let features = on_host(features);
        let mut engine = self.engine.borrow_mut();
        let all = Tensor::from_slice(engine.forward(&features)).reshape([n, -1]);
        let all = all.set_requires_grad(true);
        let waiting = self.waiting.replace(Some(all.shallow_clone()));
        assert!(waiting.is_none(), "one forward pass for each backward pass");
        let mut from = 0;
        let mut out = Output {
            value: None,
            q: None,
            policy: None,
        };
        for &(name, outputs) in &self.heads {
            let part = all.narrow(1, from, outputs);
            from += outputs;
            match name {
                "value" => out.value = Some(part.squeeze_dim(-1)),
                "q" => out.q = Some(part),
                _ => out.policy = Some(part),
            }
        }
        out
    }

    /// One update by the loss of the outputs that wait.
    ///
    /// # Panics
    /// If none do.
    pub(super) fn learn(&self, loss: &Loss, step: Step) {
        let outputs = self.waiting.take().expect("a forward pass");
        let gradient = Tensor::run_backward(&[&loss.total], &[outputs], false, false);
        self.engine.borrow_mut().backward(&host(&gradient[0]), step);
        self.ahead.set(true);
    }
}
