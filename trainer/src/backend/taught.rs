//! A learner and a target that gives it slices.

use super::{Course, Learner, Update};
use crate::labels::{Target, guide};
use crate::net::Net;
use crate::peers::Peers;
use crate::tensor::{StateError, Tensor};

/// The prefix of the names of a target's tensors in a checkpoint.
pub(crate) const TARGET: &str = "target/";

/// A course of slices; see the module's page.
#[derive(Debug)]
pub struct Taught {
    learner: Box<dyn Learner>,
    target: Box<dyn Target>,
    means: Means,
}

impl Taught {
    /// What `target` teaches, `learner` learns.
    pub fn new(learner: Box<dyn Learner>, target: Box<dyn Target>) -> Self {
        Self {
            learner,
            target,
            means: Means::default(),
        }
    }
}

impl Course for Taught {
    fn net(&self) -> &dyn Net {
        self.learner.net()
    }

    fn net_mut(&mut self) -> &mut dyn Net {
        self.learner.net_mut()
    }

    fn parameters(&self) -> usize {
        self.learner.parameters()
    }

    fn describe(&self) -> String {
        self.learner.describe()
    }

    fn tensors(&self) -> Vec<Tensor> {
        let mut tensors = self.learner.tensors();
        tensors.extend(of_target(self.target.state()));
        tensors
    }

    fn restore(&mut self, tensors: &[Tensor]) -> Result<(), StateError> {
        self.target.restore(&for_target(tensors))?;
        self.learner.restore(tensors)
    }

    fn guide(&mut self) {
        if !self.target.state().is_empty() {
            let learnt = guide::prefixed(self.net().variables());
            let taken = self.target.restore(&learnt);
            taken.expect("a guide is a network of the same recipe");
        }
    }

    fn step(&mut self, step: u64, update: Update, peers: &Peers) -> u64 {
        let batch = self.target.slices(self.learner.net(), step);
        self.means.add(self.learner.learn(&batch, update, peers));
        batch.examples
    }

    fn losses(&mut self) -> Vec<(&'static str, f64)> {
        self.means.take()
    }

    fn generation_seconds(&self) -> f64 {
        self.target.generation_seconds()
    }
}

/// A target's tensors by their names in a checkpoint.
pub(crate) fn of_target(mut state: Vec<Tensor>) -> Vec<Tensor> {
    for tensor in &mut state {
        tensor.name.insert_str(0, TARGET);
    }
    state
}

/// The tensors of a checkpoint that are the target's, by its own names.
pub(crate) fn for_target(tensors: &[Tensor]) -> Vec<Tensor> {
    let own = tensors.iter().filter_map(|tensor| {
        let name = tensor.name.strip_prefix(TARGET)?.to_owned();
        Some(Tensor {
            name,
            ..tensor.clone()
        })
    });
    own.collect()
}

/// Means of named numbers.
#[derive(Debug, Default)]
pub struct Means(Vec<(&'static str, f64, u32)>);

impl Means {
    /// Adds a number to each.
    pub fn add(&mut self, parts: Vec<(&'static str, f64)>) {
        for (name, part) in parts {
            match self.0.iter_mut().find(|(n, ..)| *n == name) {
                Some((_, sum, count)) => (*sum, *count) = (*sum + part, *count + 1),
                None => self.0.push((name, part, 1)),
            }
        }
    }

    /// The means, which begin again.
    pub fn take(&mut self) -> Vec<(&'static str, f64)> {
        let all = std::mem::take(&mut self.0).into_iter();
        all.map(|(name, sum, count)| (name, sum / f64::from(count)))
            .collect()
    }
}
