//! Finds out which states a target of the papers asks for.

use super::net::{self, Graph, Output};
use super::{targets, tensors};
use crate::device::Device;
use crate::dynamics::Dynamics;
use crate::export::form::Form;
use crate::net::Net;
use crate::recipe::{Head, Recipe};
use quarterturn_torch::Compute;
use std::cell::RefCell;
use std::sync::Arc;
use tch::nn::VarStore;
use tch::{Kind, Tensor};

/// The active features of the batch of each step, `[n × active]`, if this network learns.
pub(crate) fn batches(
    recipe: &Recipe,
    dynamics: &Arc<dyn Dynamics>,
    net: &dyn Net,
) -> Box<dyn FnMut(u64) -> Vec<u16>> {
    let mut target = targets::build(recipe, dynamics, Device::Cpu, (0, 1));
    let copy = net::build(recipe, dynamics.shape(), Device::Cpu, Compute::F32);
    let own = tensors::variables(copy.variables());
    let taken = tensors::restore(&net.variables(), &own);
    taken.expect("networks of one recipe have the same tensors");
    let pupil = Recorder {
        net: copy,
        heads: recipe.net.heads().to_vec(),
        moves: dynamics.shape().moves as i64,
        seen: RefCell::new(Vec::new()),
    };
    Box::new(move |step| {
        target.loss(&pupil, step);
        let seen = Tensor::cat(&pupil.seen.take(), 0).reshape([-1]);
        let seen: Vec<i64> = seen.try_into().expect("whole numbers");
        seen.into_iter().map(|feature| feature as u16).collect()
    })
}

/// A network that learns nothing, and records the batch that it would learn from.
#[derive(Debug)]
struct Recorder {
    net: Box<dyn Graph>,
    heads: Vec<Head>,
    moves: i64,
    /// Active features of the batch.
    seen: RefCell<Vec<Tensor>>,
}

impl Graph for Recorder {
    fn forward(&self, features: &Tensor, train: bool) -> Output {
        if !train {
            return self.net.forward(features, false);
        }
        self.seen.borrow_mut().push(features.shallow_clone());
        let (n, device) = (features.size()[0], features.device());
        let zeros = |head, size: &[i64]| {
            let there = self.heads.contains(&head);
            there.then(|| Tensor::zeros(size, (Kind::Float, device)))
        };
        Output {
            value: zeros(Head::Value, &[n]),
            q: zeros(Head::Q, &[n, self.moves]),
            policy: zeros(Head::Policy, &[n, self.moves]),
        }
    }

    fn variables(&self) -> &VarStore {
        self.net.variables()
    }

    fn export(&self) -> Form {
        self.net.export()
    }
}
