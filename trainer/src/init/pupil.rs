//! Finds out which outputs a target asks for, if the target only gives losses.

use crate::export::form::Form;
use crate::labels::Target;
use crate::net::{Net, Output};
use crate::recipe::Head;
use std::cell::RefCell;
use tch::nn::VarStore;
use tch::{Kind, Tensor};

/// The active features of the batch of a step, `[n, active]`, if this network learns.
///
/// # Panics
/// If the target never evaluates the network.
pub(super) fn features(
    target: &mut dyn Target,
    net: &mut dyn Net,
    heads: &[Head],
    moves: i64,
    step: u64,
) -> Tensor {
    let pupil = Pupil {
        net,
        heads,
        moves,
        seen: RefCell::new(Vec::new()),
    };
    target.loss(&pupil, step);
    Tensor::cat(&pupil.seen.take(), 0)
}

/// A network that learns nothing, and records the batch that it would learn from.
#[derive(Debug)]
struct Pupil<'a> {
    net: &'a mut dyn Net,
    heads: &'a [Head],
    moves: i64,
    /// Active features of the batch.
    seen: RefCell<Vec<Tensor>>,
}

impl Net for Pupil<'_> {
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
