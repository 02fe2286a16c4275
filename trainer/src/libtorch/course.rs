//! The papers' targets, which give losses, with a network that learns from them.

use super::autograd::Autograd;
use super::engine::OnEngine;
use super::net::Graph;
use super::targets::{self, Loss, Target};
use super::tensors;
use crate::backend::native::Native;
use crate::backend::{Course, Learner, TARGET, Update};
use crate::device::Device;
use crate::dynamics::Dynamics;
use crate::labels::guide::PREFIX;
use crate::net::Net;
use crate::peers::Peers;
use crate::recipe::Recipe;
use crate::tensor::{StateError, Tensor as Numbers};
use std::fmt::Debug;
use std::sync::Arc;
use tch::{Kind, Tensor};

/// A network that learns from the losses of its outputs.
pub(super) trait Pupil: Learner {
    /// The network, up to date.
    fn graph(&self) -> &dyn Graph;

    /// One update by the loss of the network's last forward pass. `more` are numbers to be averaged over `peers`, as
    /// the gradients are.
    fn learn_loss(&mut self, loss: &Loss, more: Vec<Tensor>, update: Update, peers: &Peers);
}

/// The course of a recipe with one of the papers' targets, for part `share.0` of `share.1` of each batch.
pub(crate) fn course(
    recipe: &Recipe,
    dynamics: &Arc<dyn Dynamics>,
    device: Device,
    share: (usize, usize),
) -> Box<dyn Course> {
    let pupil = Autograd::new(recipe, dynamics.shape(), device);
    let target = targets::build(recipe, dynamics, device, share);
    Box::new(Lecture::new(Box::new(pupil), target))
}

/// The same on the native engine.
pub(crate) fn native_course(
    recipe: &Recipe,
    dynamics: &Arc<dyn Dynamics>,
    native: Native,
    share: (usize, usize),
) -> Box<dyn Course> {
    let pupil = OnEngine::new(recipe, dynamics.shape(), native);
    let target = targets::build(recipe, dynamics, Device::Cpu, share);
    Box::new(Lecture::new(Box::new(pupil), target))
}

/// A course of losses; see the module's page.
#[derive(Debug)]
struct Lecture {
    pupil: Box<dyn Pupil>,
    target: Box<dyn Target>,
    /// Sum and count of each named loss, on the device, so that the host does not wait for it at every step.
    sums: Vec<(&'static str, Tensor, u32)>,
}

impl Lecture {
    fn new(pupil: Box<dyn Pupil>, target: Box<dyn Target>) -> Self {
        Self {
            pupil,
            target,
            sums: Vec::new(),
        }
    }

    /// The target's tensors by their names in a checkpoint.
    fn of_target(&self) -> Vec<(String, Tensor)> {
        let state = self.target.state().into_iter();
        state
            .map(|(name, t)| (format!("{TARGET}{name}"), t))
            .collect()
    }
}

impl Course for Lecture {
    fn net(&self) -> &dyn Net {
        self.pupil.net()
    }

    fn net_mut(&mut self) -> &mut dyn Net {
        self.pupil.net_mut()
    }

    fn parameters(&self) -> usize {
        self.pupil.parameters()
    }

    fn describe(&self) -> String {
        self.pupil.describe()
    }

    fn tensors(&self) -> Vec<Numbers> {
        let mut all = self.pupil.tensors();
        all.extend(tensors::named(&self.of_target()));
        all
    }

    fn restore(&mut self, tensors: &[Numbers]) -> Result<(), StateError> {
        tensors::restore(tensors, &self.of_target())?;
        self.pupil.restore(tensors)
    }

    fn guide(&mut self) {
        let learnt = tensors::variables(self.pupil.graph().variables());
        for (name, mut tensor) in self.target.state() {
            let name = name.strip_prefix(PREFIX);
            if let Some((_, from)) = learnt.iter().find(|(own, _)| Some(&**own) == name) {
                tch::no_grad(|| tensor.copy_(from));
            }
        }
    }

    fn step(&mut self, step: u64, update: Update, peers: &Peers) -> u64 {
        let loss = self.target.loss(self.pupil.graph(), step);
        let parts = loss.parts.iter().map(|(_, part)| part.shallow_clone());
        let more = parts.chain(self.target.sums()).collect();
        self.pupil.learn_loss(&loss, more, update, peers);
        for (name, part) in loss.parts {
            match self.sums.iter_mut().find(|(n, ..)| *n == name) {
                Some((_, sum, count)) => {
                    *sum += part;
                    *count += 1;
                }
                None => self.sums.push((name, part, 1)),
            }
        }
        loss.examples
    }

    fn losses(&mut self) -> Vec<(&'static str, f64)> {
        let all = std::mem::take(&mut self.sums).into_iter();
        let mean = |(name, sum, count): (_, Tensor, u32)| {
            let sum = sum.to_kind(Kind::Double).double_value(&[]);
            (name, sum / f64::from(count))
        };
        all.map(mean).collect()
    }

    fn generation_seconds(&self) -> f64 {
        self.target.generation_seconds()
    }
}
