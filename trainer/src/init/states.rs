//! The states that a recipe trains on.

use crate::compute;
use crate::dynamics::Dynamics;
use crate::export::fold::Form;
use crate::labels;
use crate::net::{Net, Output};
use crate::recipe::{Head, Recipe};
use std::cell::RefCell;
use std::rc::Rc;
use tch::nn::VarStore;
use tch::{Kind, Tensor};

/// States that are enough for statistics.
const STATES: i64 = 1 << 15;
/// At most so many of one batch: batches differ.
const OF_BATCH: i64 = STATES / 2;

/// The active features of states from the batches of a run's first steps, `[n, active]`, if it starts with this
/// network.
///
/// Which states these are is the target's affair, and the network's too where it leads the way to them. So a
/// target of its own is asked for its losses, by a network that keeps what it is asked to learn.
pub fn features(recipe: &Recipe, dynamics: &Rc<dyn Dynamics>, net: Box<dyn Net>) -> Tensor {
    let compute = compute::choose(recipe.run.compute, dynamics.device());
    let mut target = labels::build(recipe, dynamics, compute, (0, 1));
    let pupil = Pupil {
        net,
        heads: recipe.net.heads().to_vec(),
        moves: dynamics.shape().moves,
        seen: RefCell::new(Vec::new()),
    };
    let count = || pupil.seen.borrow().iter().map(|t| t.size()[0]).sum::<i64>();
    for step in 0.. {
        if count() >= STATES {
            break;
        }
        target.loss(&pupil, step);
    }
    Tensor::cat(&pupil.seen.take(), 0)
}

/// A network that learns nothing but what it would learn from.
#[derive(Debug)]
struct Pupil {
    net: Box<dyn Net>,
    heads: Vec<Head>,
    moves: i64,
    /// Active features, some of each batch.
    seen: RefCell<Vec<Tensor>>,
}

impl Net for Pupil {
    fn forward(&self, features: &Tensor, train: bool) -> Output {
        if !train {
            return self.net.forward(features, false);
        }
        let (n, device) = (features.size()[0], features.device());
        let some = Tensor::randperm(n, (Kind::Int64, device)).narrow(0, 0, n.min(OF_BATCH));
        self.seen.borrow_mut().push(features.index_select(0, &some));
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
