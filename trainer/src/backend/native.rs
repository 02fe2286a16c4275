//! Gradients by the native engine.

use super::{BackendError, Learner, Update};
use crate::device::Device;
use crate::dynamics::Shape as Sizes;
use crate::export::form::Form;
use crate::labels::Slices;
use crate::native::kernel::adam;
use crate::native::kernel::{Kernel, Step};
use crate::native::losses::Layout;
use crate::native::plain::Plain;
use crate::native::{Network, Shape, Statistics};
use crate::net::mlp::CLIP;
use crate::net::{Mlp, Net, Output};
use crate::peers::Peers;
use crate::recipe::{self, Head, Precision, Recipe, Rule};
use crate::tensor::{StateError, Tensor};
use crate::threads;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// An engine for the arithmetic that the recipe asks for.
#[derive(Debug)]
pub(crate) enum Engine {
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

    pub(crate) fn forward(&mut self, features: &[u16]) -> &[f32] {
        match self {
            Self::Tiled(net) => net.forward(features, Statistics::Batch),
            Self::Plain(net) => net.forward(features, Statistics::Batch),
        }
    }

    pub(crate) fn backward(&mut self, gradient: &[f32], step: Step) {
        match self {
            Self::Tiled(net) => net.backward(gradient, Some(step)),
            Self::Plain(net) => net.backward(gradient, Some(step)),
        }
    }

    fn tensors(&mut self) -> Vec<Tensor> {
        match self {
            Self::Tiled(net) => net.tensors(),
            Self::Plain(net) => net.tensors(),
        }
    }

    fn restore(&mut self, tensors: &[Tensor], moments: bool) -> Result<(), StateError> {
        match self {
            Self::Tiled(net) => net.restore(tensors, moments),
            Self::Plain(net) => net.restore(tensors, moments),
        }
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
pub(crate) struct Native {
    net: Trained,
    layout: Option<Layout>,
    parameters: usize,
    /// The gradients of a batch's outputs.
    gradient: Vec<f32>,
}

/// The network in the engine.
#[derive(Debug)]
struct Trained {
    engine: Mutex<Engine>,
    /// The same as the others see it, with the parameters of when it was asked for last.
    copy: Mutex<Copy>,
}

#[derive(Debug)]
struct Copy {
    net: Mlp,
    /// Whether the engine has learnt nothing since.
    fresh: bool,
}

impl Native {
    pub(crate) fn new(
        recipe: &Recipe,
        sizes: Sizes,
        device: Device,
        peers: &Peers,
    ) -> Result<Self, BackendError> {
        let kind = BackendError("trains networks of kind \"mlp\" only");
        let recipe::Net::Mlp {
            layers,
            blocks,
            heads,
            above_bound: _,
        } = &recipe.net
        else {
            return Err(kind);
        };
        if recipe.optimizer.rule != Rule::Adam {
            return Err(BackendError("has only one optimiser, Adam"));
        }
        if device != Device::Cpu {
            return Err(BackendError("computes on the CPU only"));
        }
        if peers.count() > 1 {
            return Err(BackendError("works in one process only"));
        }
        if layers.is_empty() || sizes.features > 1 << 16 {
            return Err(BackendError("does not support such a network"));
        }
        let net = Mlp::fresh(recipe, sizes).ok_or(kind)?;
        let heads = Head::in_order(heads, sizes.moves);
        let layout = Layout::of(&heads);
        let mut engine = Engine::new(
            Shape {
                features: sizes.features,
                active: sizes.active,
                layers: layers.iter().map(|&w| w as usize).collect(),
                blocks: *blocks,
                heads,
                clip: CLIP as f32,
            },
            recipe.run.compute,
        );
        let variables = net.variables();
        let taken = engine.restore(&variables, false);
        taken.expect("networks of one recipe have the same tensors");
        let trained = variables.iter().filter(|t| !t.name.contains(".running_"));
        let trained = trained.map(|t| t.data.len());
        Ok(Self {
            parameters: trained.sum(),
            net: Trained {
                engine: Mutex::new(engine),
                copy: Mutex::new(Copy { net, fresh: true }),
            },
            layout,
            gradient: Vec::new(),
        })
    }

    /// The engine, to learn.
    pub(crate) fn engine(&mut self) -> &mut Engine {
        let copy = self.net.copy.get_mut();
        copy.unwrap_or_else(PoisonError::into_inner).fresh = false;
        let engine = self.net.engine.get_mut();
        engine.unwrap_or_else(PoisonError::into_inner)
    }
}

impl Trained {
    fn tensors(&self) -> Vec<Tensor> {
        let engine = self.engine.lock();
        engine.unwrap_or_else(PoisonError::into_inner).tensors()
    }

    /// The copy, up to date.
    fn copy(&self) -> MutexGuard<'_, Copy> {
        let mut copy = self.copy.lock().unwrap_or_else(PoisonError::into_inner);
        if !copy.fresh {
            let taken = copy.net.restore(&self.tensors());
            taken.expect("networks of one recipe have the same tensors");
            copy.fresh = true;
        }
        copy
    }
}

impl Net for Trained {
    fn evaluate(&self, features: &[u16]) -> Output {
        self.copy().net.evaluate(features)
    }

    fn variables(&self) -> Vec<Tensor> {
        self.copy().net.variables()
    }

    fn restore(&mut self, tensors: &[Tensor]) -> Result<(), StateError> {
        self.copy().net.restore(tensors)?;
        let engine = self.engine.get_mut();
        let engine = engine.unwrap_or_else(PoisonError::into_inner);
        engine.restore(tensors, false)
    }

    fn export(&self) -> Form {
        self.copy().net.export()
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
        let engine = self.net.engine.lock();
        let engine = engine.unwrap_or_else(PoisonError::into_inner);
        format!("native {} arithmetic", engine.name())
    }

    fn tensors(&self) -> Vec<Tensor> {
        self.net.tensors()
    }

    fn restore(&mut self, tensors: &[Tensor]) -> Result<(), StateError> {
        self.engine().restore(tensors, true)
    }

    fn learn(&mut self, batch: &Slices, update: Update, _: &Peers) -> Vec<(&'static str, f64)> {
        let layout = self.layout.expect("checked with the recipe");
        let mut gradient = std::mem::take(&mut self.gradient);
        let engine = self.engine();
        let outputs = engine.forward(&batch.features);
        gradient.resize(outputs.len(), 0.0);
        let losses = batch.known.losses(layout, outputs, &mut gradient);
        engine.backward(&gradient, adam::step(update.rate, update.number));
        self.gradient = gradient;
        losses
    }
}
