//! The native engine learns by losses that LibTorch computes from its outputs. The outputs are a leaf of LibTorch's
//! graph, and the engine's backward pass begins with their gradients.
//!
//! A second copy of the parameters, as a network of tensors, serves all else, and is updated only then.

use super::course::Pupil;
use super::net::{self, Graph, Output, Trained};
use super::targets::Loss;
use super::tensors;
use crate::backend::native::Native;
use crate::backend::{Learner, Update};
use crate::device::Device;
use crate::dynamics::Shape;
use crate::export::form::Form;
use crate::labels::Slices;
use crate::native::kernel::adam;
use crate::net::Net;
use crate::peers::Peers;
use crate::recipe::{Head, Recipe};
use crate::tensor::{StateError, Tensor as Numbers};
use quarterturn_torch::Compute;
use std::cell::{Cell, RefCell};
use tch::Tensor;
use tch::nn::VarStore;

/// The engine as a pupil of targets with losses.
#[derive(Debug)]
pub(super) struct OnEngine(Trained<Twin>);

/// The engine and LibTorch's network.
#[derive(Debug)]
pub(super) struct Twin {
    native: RefCell<Native>,
    copy: Box<dyn Graph>,
    /// Whether the engine has learnt something since the copy was made.
    ahead: Cell<bool>,
    /// The outputs of the last forward pass that are waiting for their gradients.
    waiting: RefCell<Option<Tensor>>,
    heads: Vec<(&'static str, usize)>,
}

impl OnEngine {
    pub(super) fn new(recipe: &Recipe, shape: Shape, native: Native) -> Self {
        let twin = Twin {
            native: RefCell::new(native),
            copy: net::build(recipe, shape, Device::Cpu, Compute::F32),
            ahead: Cell::new(false),
            waiting: RefCell::new(None),
            heads: Head::in_order(recipe.net.heads(), shape.moves),
        };
        Self(Trained::new(Box::new(twin), shape.active))
    }
}

impl Twin {
    /// The engine's outputs for a batch, waiting for their gradients.
    ///
    /// # Panics
    /// If others wait already.
    fn in_graph(&self, features: &Tensor) -> Output {
        let n = features.size()[0];
        let features: Vec<i64> = features.reshape([-1]).try_into().expect("whole numbers");
        let features: Vec<u16> = features.into_iter().map(|f| f as u16).collect();
        let mut native = self.native.borrow_mut();
        let all = Tensor::from_slice(native.engine().forward(&features)).reshape([n, -1]);
        let all = all.set_requires_grad(true);
        let waiting = self.waiting.replace(Some(all.shallow_clone()));
        assert!(waiting.is_none(), "one forward pass for each backward pass");
        let mut from = 0;
        let mut out = Output::default();
        for &(name, outputs) in &self.heads {
            let outputs = outputs as i64;
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

    /// The copy takes over what the engine has learnt.
    fn publish(&self) {
        if self.ahead.replace(false) {
            let learnt = self.native.borrow().tensors();
            let own = tensors::variables(self.copy.variables());
            let taken = tensors::restore(&learnt, &own);
            taken.expect("networks of one recipe have the same tensors");
        }
    }
}

impl Graph for Twin {
    fn forward(&self, features: &Tensor, train: bool) -> Output {
        if train {
            return self.in_graph(features);
        }
        self.publish();
        self.copy.forward(features, false)
    }

    fn variables(&self) -> &VarStore {
        self.publish();
        self.copy.variables()
    }

    fn adopt(&self) {
        let own = tensors::named(&tensors::variables(self.copy.variables()));
        let taken = self.native.borrow_mut().net_mut().restore(&own);
        taken.expect("networks of one recipe have the same tensors");
        self.ahead.set(false);
    }

    fn export(&self) -> Form {
        self.publish();
        self.copy.export()
    }
}

impl Learner for OnEngine {
    fn net(&self) -> &dyn Net {
        &self.0
    }

    fn net_mut(&mut self) -> &mut dyn Net {
        &mut self.0
    }

    fn parameters(&self) -> usize {
        self.0.graph().native.borrow().parameters()
    }

    fn describe(&self) -> String {
        self.0.graph().native.borrow().describe()
    }

    fn tensors(&self) -> Vec<Numbers> {
        self.0.graph().native.borrow().tensors()
    }

    fn restore(&mut self, tensors: &[Numbers]) -> Result<(), StateError> {
        let twin = self.0.graph();
        twin.ahead.set(true);
        twin.native.borrow_mut().restore(tensors)
    }

    fn learn(&mut self, batch: &Slices, update: Update, peers: &Peers) -> Vec<(&'static str, f64)> {
        let twin = self.0.graph();
        twin.ahead.set(true);
        twin.native.borrow_mut().learn(batch, update, peers)
    }
}

impl Pupil for OnEngine {
    fn graph(&self) -> &dyn Graph {
        self.0.graph()
    }

    /// One update by the loss of the outputs that wait.
    ///
    /// # Panics
    /// If none do.
    fn learn_loss(&mut self, loss: &Loss, _: Vec<Tensor>, update: Update, _: &Peers) {
        let twin = self.0.graph();
        let outputs = twin.waiting.take().expect("a forward pass");
        let gradient = Tensor::run_backward(&[&loss.total], &[outputs], false, false);
        let gradient = tensors::numbers(&gradient[0]);
        let step = adam::step(update.rate, update.number);
        twin.native.borrow_mut().engine().backward(&gradient, step);
        twin.ahead.set(true);
    }
}
