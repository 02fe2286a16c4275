//! Gradients by LibTorch.

use super::Learner;
use crate::compute::Compute;
use crate::dynamics::Dynamics;
use crate::labels::Loss;
use crate::net::{self, Net};
use crate::optimizer::{self, Optimizer};
use crate::peers::Peers;
use crate::recipe::Recipe;
use tch::Tensor;

/// Any network with its optimiser.
#[derive(Debug)]
pub(super) struct Libtorch {
    net: Box<dyn Net>,
    optimizer: Box<dyn Optimizer>,
    compute: Compute,
    /// The trainable variables, in the order of their names.
    parameters: Vec<(String, Tensor)>,
    /// What normalisation keeps of the batches it has seen.
    statistics: Vec<(String, Tensor)>,
}

impl Libtorch {
    pub(super) fn new(recipe: &Recipe, dynamics: &dyn Dynamics, compute: Compute) -> Self {
        let net = net::build(recipe, dynamics, compute);
        let all = net::variables(net.as_ref()).into_iter();
        let (parameters, statistics): (Vec<_>, Vec<_>) = all.partition(|(_, t)| t.requires_grad());
        let trained: Vec<_> = parameters.iter().map(|(_, t)| t.shallow_clone()).collect();
        Self {
            net,
            optimizer: optimizer::build(recipe.optimizer.rule, &trained),
            compute,
            parameters,
            statistics,
        }
    }

    fn trained(&self) -> Vec<Tensor> {
        let parameters = self.parameters.iter();
        parameters.map(|(_, t)| t.shallow_clone()).collect()
    }
}

impl Learner for Libtorch {
    fn net(&self) -> &dyn Net {
        self.net.as_ref()
    }

    fn net_mut(&mut self) -> &mut dyn Net {
        self.net.as_mut()
    }

    fn parameters(&self) -> usize {
        self.parameters.iter().map(|(_, t)| t.numel()).sum()
    }

    fn describe(&self) -> String {
        format!("{} arithmetic", self.compute.name())
    }

    fn tensors(&self) -> Vec<(String, Tensor)> {
        let mut tensors = net::variables(self.net());
        for ((name, _), state) in self.parameters.iter().zip(self.optimizer.state()) {
            let named = |(kind, t)| (format!("{name}/{kind}"), t);
            tensors.extend(state.into_iter().map(named));
        }
        tensors
    }

    fn adopt(&mut self) {}

    fn learn(&mut self, loss: &Loss, more: Vec<Tensor>, peers: &Peers, rate: f64, updates: u64) {
        let parameters = self.trained();
        let gradients = Tensor::run_backward(&[&loss.total], &parameters, false, false);
        let statistics = self.statistics.iter().map(|(_, t)| t);
        let same = gradients.iter().chain(statistics);
        let mut same: Vec<_> = same.map(Tensor::shallow_clone).collect();
        same.extend(more);
        peers.average(&mut same);
        self.optimizer.step(&parameters, &gradients, rate, updates);
    }
}
