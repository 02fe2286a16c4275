//! Gradients by the native engine.
//!
//! Targets that compute their own losses give batches without tensors. The losses of the others are computed by
//! LibTorch, see `graph`. A second copy of the parameters, as a network of tensors, serves all code that needs one,
//! and is updated only then.

#[cfg(feature = "libtorch")]
mod graph;

use super::{BackendError, Learner};
use crate::compute::Compute;
use crate::dynamics::Dynamics;
use crate::export::form::Form;
#[cfg(feature = "libtorch")]
use crate::labels::Loss;
use crate::labels::Slices;
use crate::native::kernel::adam;
use crate::native::kernel::{Kernel, Step};
use crate::native::losses::Layout;
use crate::native::plain::Plain;
use crate::native::state::{Part, Tensor as Numbers};
use crate::native::{Network, Shape, Statistics};
use crate::net::mlp::CLIP;
use crate::net::{self, Net, Output};
use crate::peers::Peers;
use crate::recipe::{self, Head, Precision, Recipe, Rule};
use crate::tensor::nn::VarStore;
use crate::tensor::{Device, Tensor};
use crate::threads;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

/// An engine for the arithmetic that the recipe asks for.
#[derive(Debug)]
enum Engine {
    /// bfloat16 products in tiles.
    Tiled(Box<Network>),
    /// float32.
    Plain(Box<Plain<f32>>),
}

impl Engine {
    /// By default tiles, but on processors that have only the portable kernel for them: widening
    /// bfloat16 numbers in registers costs less than what their size saves.
    fn new(shape: Shape, wish: Precision) -> Self {
        let kernel = Kernel::detect();
        let tiled = match wish {
            Precision::Bf16 => true,
            Precision::F32 => false,
            Precision::Auto => kernel != Kernel::PORTABLE,
        };
        if tiled {
            threads::keep();
            Self::Tiled(Box::new(Network::new(shape, kernel, threads::count())))
        } else {
            Self::Plain(Box::new(Plain::new(shape)))
        }
    }

    fn forward(&mut self, features: &[u16]) -> &[f32] {
        match self {
            Self::Tiled(net) => net.forward(features, Statistics::Batch),
            Self::Plain(net) => net.forward(features, Statistics::Batch),
        }
    }

    fn backward(&mut self, gradient: &[f32], step: Step) {
        match self {
            Self::Tiled(net) => net.backward(gradient, Some(step)),
            Self::Plain(net) => net.backward(gradient, Some(step)),
        }
    }

    fn tensors(&mut self) -> Vec<Numbers> {
        match self {
            Self::Tiled(net) => net.tensors(),
            Self::Plain(net) => net.tensors(),
        }
    }

    fn restore(&mut self, tensors: &[Numbers]) {
        let restored = match self {
            Self::Tiled(net) => net.restore(tensors, true),
            Self::Plain(net) => net.restore(tensors, true),
        };
        restored.expect("networks of one recipe have the same tensors");
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Tiled(net) => net.kernel().name(),
            Self::Plain(_) => "f32",
        }
    }
}

/// A network of kind "mlp" with Adam.
#[derive(Debug)]
pub(super) struct Native {
    net: Twin,
    parameters: usize,
    /// The gradients of a batch's outputs.
    gradient: Vec<f32>,
}

/// The engine and LibTorch's network.
#[derive(Debug)]
struct Twin {
    engine: RefCell<Engine>,
    copy: Box<dyn Net>,
    /// Everything that a checkpoint holds, as tensors.
    tensors: Vec<(String, Tensor)>,
    /// Whether the engine has learnt something since the copy was made.
    ahead: Cell<bool>,
    /// The outputs of the last forward pass that are waiting for their gradients.
    #[cfg(feature = "libtorch")]
    waiting: RefCell<Option<Tensor>>,
    heads: Vec<(&'static str, i64)>,
}

impl Native {
    pub(super) fn new(
        recipe: &Recipe,
        dynamics: &dyn Dynamics,
        compute: Compute,
        peers: &Peers,
    ) -> Result<Self, BackendError> {
        let recipe::Net::Mlp {
            layers,
            blocks,
            heads,
            above_bound: _,
        } = &recipe.net
        else {
            return Err(BackendError("trains networks of kind \"mlp\" only"));
        };
        if recipe.optimizer.rule != Rule::Adam {
            return Err(BackendError("has only one optimiser, Adam"));
        }
        if dynamics.device() != Device::Cpu {
            return Err(BackendError("computes on the CPU only"));
        }
        if peers.count() > 1 {
            return Err(BackendError("works in one process only"));
        }
        let sizes = dynamics.shape();
        if layers.is_empty() || sizes.features > 1 << 16 {
            return Err(BackendError("does not support such a network"));
        }
        // In LibTorch's network the order of heads does not matter; here it is that of its fields.
        let heads = Head::in_order(heads, sizes.moves);
        let shape = Shape {
            features: sizes.features as usize,
            active: sizes.active as usize,
            layers: layers.iter().map(|&w| w as usize).collect(),
            blocks: *blocks,
            heads: heads
                .iter()
                .map(|&(name, outputs)| (name, outputs as usize))
                .collect(),
            clip: CLIP as f32,
        };
        let copy = net::build(recipe, dynamics, compute);
        let mut tensors = net::variables(copy.as_ref());
        let trained: Vec<_> = tensors.iter().filter(|(_, t)| t.requires_grad()).collect();
        let parameters = trained.iter().map(|(_, t)| t.numel()).sum();
        let zeros = |(name, t): &&(String, Tensor)| {
            [Part::First, Part::Second].map(|part| (part.of(name), t.zeros_like().detach()))
        };
        let moments: Vec<_> = trained.iter().flat_map(zeros).collect();
        tensors.extend(moments);
        let net = Twin {
            engine: RefCell::new(Engine::new(shape, recipe.run.compute)),
            copy,
            tensors,
            ahead: Cell::new(false),
            #[cfg(feature = "libtorch")]
            waiting: RefCell::new(None),
            heads,
        };
        net.adopt();
        Ok(Self {
            net,
            parameters,
            gradient: Vec::new(),
        })
    }
}

impl Twin {
    /// The engine takes over the copy.
    fn adopt(&self) {
        let numbers = |(name, tensor): &(String, Tensor)| Numbers {
            name: name.clone(),
            shape: tensor.size().iter().map(|&d| d as usize).collect(),
            data: host(tensor),
        };
        let all: Vec<Numbers> = self.tensors.iter().map(numbers).collect();
        self.engine.borrow_mut().restore(&all);
        self.ahead.set(false);
    }

    /// The copy takes over what the engine has learnt.
    fn publish(&self) {
        if !self.ahead.replace(false) {
            return;
        }
        let all = self.engine.borrow_mut().tensors();
        let by_name: HashMap<&str, &Numbers> = all.iter().map(|t| (t.name.as_str(), t)).collect();
        crate::tensor::no_grad(|| {
            for (name, tensor) in &self.tensors {
                let data = &by_name[name.as_str()].data;
                let fresh = Tensor::from_slice(data).reshape(tensor.size());
                tensor.shallow_clone().copy_(&fresh);
            }
        });
    }
}

/// A tensor's numbers.
fn host(tensor: &Tensor) -> Vec<f32> {
    let mut data = vec![0.0; tensor.numel()];
    tensor
        .detach()
        .contiguous()
        .copy_data(&mut data, tensor.numel());
    data
}

impl Net for Twin {
    /// Without LibTorch there is no graph to keep, and no training by tensors.
    fn forward(&self, features: &Tensor, train: bool) -> Output {
        #[cfg(feature = "libtorch")]
        if train {
            return self.in_graph(features);
        }
        assert!(!train, "batches come without tensors");
        self.publish();
        self.copy.forward(features, false)
    }

    fn variables(&self) -> &VarStore {
        self.publish();
        self.copy.variables()
    }

    fn export(&self) -> Form {
        self.publish();
        self.copy.export()
    }
}

impl Learner for Native {
    fn net(&self) -> &dyn Net {
        &self.net
    }

    fn net_mut(&mut self) -> &mut dyn Net {
        &mut self.net
    }

    fn parameters(&self) -> usize {
        self.parameters
    }

    fn describe(&self) -> String {
        format!("native {} arithmetic", self.net.engine.borrow().name())
    }

    fn tensors(&self) -> Vec<(String, Tensor)> {
        self.net.publish();
        let tensors = self.net.tensors.iter();
        tensors
            .map(|(name, t)| (name.clone(), t.shallow_clone()))
            .collect()
    }

    fn adopt(&mut self) {
        self.net.adopt();
    }

    #[cfg(feature = "libtorch")]
    fn learn(&mut self, loss: &Loss, _: Vec<Tensor>, _: &Peers, rate: f64, updates: u64) {
        self.net.learn(loss, adam::step(rate, updates));
    }

    fn layout(&self) -> Option<Layout> {
        Layout::of(&self.net.heads)
    }

    fn learn_slices(
        &mut self,
        batch: &Slices,
        rate: f64,
        updates: u64,
    ) -> Vec<(&'static str, f64)> {
        let layout = self.layout().expect("a value head");
        let engine = self.net.engine.get_mut();
        let outputs = engine.forward(&batch.features);
        self.gradient.resize(outputs.len(), 0.0);
        let losses = batch.known.losses(layout, outputs, &mut self.gradient);
        engine.backward(&self.gradient, adam::step(rate, updates));
        self.net.ahead.set(true);
        losses
    }
}
