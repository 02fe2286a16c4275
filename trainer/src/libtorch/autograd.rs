//! Gradients by LibTorch.

use super::compute::{self, Compute};
use super::course::Pupil;
use super::net::{self, Graph, Trained};
use super::optimizer::{self, Optimizer};
use super::targets::Loss;
use super::tensors;
use crate::backend::{Learner, Update};
use crate::device::Device;
use crate::dynamics::Shape;
use crate::labels::Slices;
use crate::native::losses::Layout;
use crate::net::Net;
use crate::peers::Peers;
use crate::recipe::{Head, Recipe};
use crate::tensor::{StateError, Tensor as Numbers};
use tch::{Kind, Tensor};

/// Any network with its optimiser.
#[derive(Debug)]
pub struct Autograd {
    net: Trained,
    active: usize,
    layout: Option<Layout>,
    optimizer: Box<dyn Optimizer>,
    compute: Compute,
    /// The trainable variables, in the order of their names.
    parameters: Vec<(String, Tensor)>,
    /// What normalisation keeps of the batches it has seen.
    statistics: Vec<(String, Tensor)>,
}

impl Autograd {
    /// A recipe's network with fresh parameters.
    pub fn new(recipe: &Recipe, shape: Shape, device: Device) -> Self {
        let compute = compute::choose(recipe.run.compute, tensors::device(device));
        let net = net::build(recipe, shape, device, compute);
        let all = tensors::variables(net.variables()).into_iter();
        let (parameters, statistics): (Vec<_>, Vec<_>) = all.partition(|(_, t)| t.requires_grad());
        let trained: Vec<_> = parameters.iter().map(|(_, t)| t.shallow_clone()).collect();
        Self {
            net: Trained::new(net, shape.active),
            layout: Layout::of(&Head::in_order(recipe.net.heads(), shape.moves)),
            optimizer: optimizer::build(recipe.optimizer.rule, &trained),
            active: shape.active,
            compute,
            parameters,
            statistics,
        }
    }

    /// Everything that a checkpoint holds: the very tensors.
    fn all(&self) -> Vec<(String, Tensor)> {
        let mut all = tensors::variables(self.net.graph().variables());
        for ((name, _), state) in self.parameters.iter().zip(self.optimizer.state()) {
            let named = |(kind, t)| (format!("{name}/{kind}"), t);
            all.extend(state.into_iter().map(named));
        }
        all
    }

    /// One update by the gradients of a loss, which are averaged over `peers` like `more`.
    fn descend(&mut self, loss: &Tensor, more: Vec<Tensor>, update: Update, peers: &Peers) {
        let parameters = self.parameters.iter().map(|(_, t)| t.shallow_clone());
        let parameters: Vec<Tensor> = parameters.collect();
        let gradients = Tensor::run_backward(&[loss], &parameters, false, false);
        let statistics = self.statistics.iter().map(|(_, t)| t);
        let same = gradients.iter().chain(statistics);
        let mut same: Vec<_> = same.map(Tensor::shallow_clone).collect();
        same.extend(more);
        average(&mut same, peers);
        let Update { rate, number } = update;
        self.optimizer.step(&parameters, &gradients, rate, number);
    }
}

/// Replaces tensors by their means over all processes.
fn average(all: &mut [Tensor], peers: &Peers) {
    if peers.count() == 1 {
        return;
    }
    tch::no_grad(|| {
        let flat: Vec<Tensor> = all.iter().map(|t| t.reshape([-1])).collect();
        let mut numbers = tensors::numbers(&Tensor::cat(&flat, 0));
        peers.average(&mut numbers);
        let flat = Tensor::from_slice(&numbers);
        let mut at = 0;
        for tensor in all {
            let length = tensor.numel() as i64;
            tensor.copy_(&flat.narrow(0, at, length).reshape(tensor.size()));
            at += length;
        }
    });
}

impl Learner for Autograd {
    fn net(&self) -> &dyn Net {
        &self.net
    }

    fn net_mut(&mut self) -> &mut dyn Net {
        &mut self.net
    }

    fn parameters(&self) -> usize {
        self.parameters.iter().map(|(_, t)| t.numel()).sum()
    }

    fn describe(&self) -> String {
        format!("{} arithmetic", self.compute.name())
    }

    fn tensors(&self) -> Vec<Numbers> {
        tensors::named(&self.all())
    }

    fn restore(&mut self, tensors: &[Numbers]) -> Result<(), StateError> {
        tensors::restore(tensors, &self.all())
    }

    /// The batch's labels give the gradients of the outputs, from which LibTorch goes on.
    fn learn(&mut self, batch: &Slices, update: Update, peers: &Peers) -> Vec<(&'static str, f64)> {
        let layout = self.layout.expect("checked with the recipe");
        let graph = self.net.graph();
        let device = graph.variables().device();
        let n = batch.features.len() / self.active;
        let features = tensors::rows(&batch.features, n, device);
        let outputs = graph.forward(&features, true).beside();
        let rows = tensors::numbers(&outputs);
        let mut gradient = vec![0.0; rows.len()];
        let losses = batch.known.losses(layout, &rows, &mut gradient);
        let gradient = tensors::shaped(&gradient, &outputs.size(), device);
        // The derivative of this sum by the outputs is the gradient.
        let total = (outputs * gradient).sum(Kind::Float);
        let said: Vec<f32> = losses.iter().map(|&(_, loss)| loss as f32).collect();
        let said = Tensor::from_slice(&said);
        self.descend(&total, vec![said.shallow_clone()], update, peers);
        if peers.count() == 1 {
            return losses;
        }
        let means = tensors::numbers(&said).into_iter().map(f64::from);
        losses.iter().map(|&(name, _)| name).zip(means).collect()
    }
}

impl Pupil for Autograd {
    fn graph(&self) -> &dyn Graph {
        self.net.graph()
    }

    fn learn_loss(&mut self, loss: &Loss, more: Vec<Tensor>, update: Update, peers: &Peers) {
        self.descend(&loss.total, more, update, peers);
    }
}
