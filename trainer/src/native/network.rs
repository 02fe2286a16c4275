//! The network and its threads.

use super::kernel::{Kernel, Ready, SIDE, tiles};
use super::norm::Norm;
use super::parameters::{Vector, Weights};
use super::share::Share;
use super::sparse::Sparse;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;

/// The shape of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Width of the one-hot input.
    pub features: usize,
    /// Active features of a state.
    pub active: usize,
    /// Widths of the hidden layers, the sparse first layer included.
    pub layers: Vec<usize>,
    /// Residual blocks of two dense layers after the last hidden layer.
    pub blocks: usize,
    /// The heads by name with their numbers of outputs, in the order of the outputs.
    pub heads: Vec<(&'static str, usize)>,
    /// Activations are clipped to `0..=clip`.
    pub clip: f32,
}

impl Shape {
    /// Outputs of all heads together.
    pub fn outputs(&self) -> usize {
        self.heads.iter().map(|(_, outputs)| outputs).sum()
    }
}

/// A dense layer with its normalisation.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// Its name in checkpoints.
    pub name: String,
    pub weights: Weights,
    pub norm: Norm,
    /// Whether the input of the layer before is added before the clip: the end of a block.
    pub skip: bool,
}

/// A network with its optimiser's state.
///
/// Level 0 is the output of the sparse layer, level `l` that of dense layer `l − 1`.
#[derive(Clone, Debug)]
pub struct Network {
    pub(super) shape: Shape,
    pub(super) kernel: Kernel,
    pub(super) first: Sparse,
    pub(super) layers: Vec<Layer>,
    /// All heads below each other.
    pub(super) heads: Weights,
    pub(super) bias: Vector,
    /// The outputs of the last batch: `[n, outputs]`.
    pub(super) outputs: Vec<f32>,
    pub(super) shares: Vec<Share>,
    pub(super) pool: Arc<ThreadPool>,
}

impl Network {
    /// A network whose weights are all zero, with plain normalisations, for `threads` threads. Their number
    /// changes the last bits of what it learns.
    ///
    /// # Panics
    /// If the system has no thread left.
    pub fn new(shape: Shape, kernel: Kernel, threads: usize) -> Self {
        let pool = ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
        let (width, top) = (shape.layers[0], shape.layers[shape.layers.len() - 1]);
        let layer = |name: String, from, to, skip| Layer {
            name,
            weights: Weights::new(to, from),
            norm: Norm::new(to),
            skip,
        };
        let mut layers = Vec::new();
        for (i, w) in shape.layers.windows(2).enumerate() {
            layers.push(layer(format!("hidden{i}"), w[0], w[1], false));
        }
        for i in 0..shape.blocks {
            layers.push(layer(format!("block{i}.a"), top, top, false));
            layers.push(layer(format!("block{i}.b"), top, top, true));
        }
        Self {
            kernel,
            first: Sparse::new(shape.features, shape.active, width),
            heads: Weights::new(shape.outputs(), top),
            bias: Vector::new(shape.outputs(), 0.0),
            layers,
            shape,
            outputs: Vec::new(),
            shares: Vec::new(),
            pool: Arc::new(pool.expect("threads")),
        }
    }

    /// Its shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The kernel that it computes with.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// How many threads it computes on.
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Brings everything that is derived from the parameters up to date with them.
    pub fn pack(&mut self) {
        self.first.pack(self.kernel);
        for layer in &mut self.layers {
            layer.weights.pack(self.kernel);
        }
        self.heads.pack(self.kernel);
    }

    /// The weights above level `l`.
    pub(super) fn weights(&self, l: usize) -> &Weights {
        let layer = self.layers.get(l);
        layer.map_or(&self.heads, |layer| &layer.weights)
    }

    /// Shares a batch out.
    pub(super) fn take(&mut self, features: &[u16]) -> Vec<Share> {
        let active = self.shape.active;
        let groups = tiles(features.len() / active);
        let rows = groups.div_ceil(self.pool.current_num_threads()) * SIDE;
        let parts = features.chunks(rows * active);
        let mut shares = std::mem::take(&mut self.shares);
        shares.resize_with(parts.len(), Share::default);
        let all = shares.par_iter_mut().zip_eq(parts.collect::<Vec<_>>());
        all.enumerate()
            .for_each(|(i, (share, features))| share.take(self, i * rows, features));
        shares
    }

    /// What each share makes of something, all at once; in their order.
    pub(super) fn share_out<T: Send>(
        &self,
        shares: &mut [Share],
        work: impl Fn(&mut Share, &Ready) -> T + Sync,
    ) -> Vec<T> {
        let work = |share| work(share, &self.kernel.ready());
        shares.par_iter_mut().map(work).collect()
    }
}
