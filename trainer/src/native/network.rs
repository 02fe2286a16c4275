//! The network and what a batch leaves in it.

use super::kernel::{Kernel, Moments, Pairs, Rows, SIDE, Tile};
use super::norm::Norm;
use super::one_hot::OneHot;
use super::parameters::{Vector, Weights, tiles};
use super::sparse::Sparse;
use std::ops::Range;

/// What a network looks like.
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
    pub(super) batch: Batch,
    pub(super) scratch: Scratch,
}

/// What a forward pass leaves to the backward pass. Tiles lie `[groups of rows][panels]`.
#[derive(Clone, Debug, Default)]
pub(super) struct Batch {
    /// Active features: `[n, active]`.
    pub features: Vec<u16>,
    /// Number of states.
    pub n: usize,
    /// Levels.
    pub levels: Vec<Level>,
    /// `[n, outputs]`
    pub outputs: Vec<f32>,
}

/// One level of a batch.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    /// Panels.
    pub width: usize,
    /// Activations.
    pub x: Vec<Rows>,
    /// Sums before the normalisation; none at level 0.
    pub z: Vec<Rows>,
    /// Gradients behind the normalisation; none at level 0.
    pub g: Vec<Rows>,
}

/// Memory that is used again and again.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    /// Gradients of sums: `[groups][panels]`.
    pub rows: Vec<Rows>,
    /// The same, transposed: `[panels][groups]`.
    pub turned: Vec<Rows>,
    /// A panel of activations: `[groups]`.
    pub inputs: Vec<Pairs>,
    /// A panel of gradients: `[groups]`.
    pub gradients: Vec<Rows>,
    /// Two products: one that is being made, one that is being used.
    pub sums: [Tile; 2],
    /// Sums over rows, by panel.
    pub moments: Vec<Moments>,
    pub one_hot: OneHot,
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            turned: Vec::new(),
            inputs: Vec::new(),
            gradients: Vec::new(),
            sums: [Tile::ZERO; 2],
            moments: Vec::new(),
            one_hot: OneHot::default(),
        }
    }
}

impl Network {
    /// A network whose weights are all zero, with plain normalisations.
    pub fn new(shape: Shape, kernel: Kernel) -> Self {
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
            batch: Batch::default(),
            scratch: Scratch::default(),
        }
    }

    /// What it looks like.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// What it computes with.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Brings everything that is derived from the parameters up to date with them.
    pub fn pack(&mut self) {
        self.first.pack(self.kernel);
        for layer in &mut self.layers {
            layer.weights.pack(self.kernel);
        }
        self.heads.pack(self.kernel);
    }

    /// Makes room for a batch.
    pub(super) fn take(&mut self, features: &[u16]) {
        let batch = &mut self.batch;
        batch.n = features.len() / self.shape.active;
        batch.features.clear();
        batch.features.extend_from_slice(features);
        batch.outputs.resize(batch.n * self.shape.outputs(), 0.0);
        batch
            .levels
            .resize_with(self.layers.len() + 1, Level::default);
        let widths = self.layers.iter().map(|l| l.weights.master.groups());
        let widths = std::iter::once(self.first.table.panels()).chain(widths);
        for (l, (level, width)) in batch.levels.iter_mut().zip(widths).enumerate() {
            level.width = width;
            let count = batch.n.div_ceil(SIDE) * width;
            level.x.resize(count, Rows::ZERO);
            if l > 0 {
                level.z.resize(count, Rows::ZERO);
                level.g.resize(count, Rows::ZERO);
            }
        }
    }
}

impl Batch {
    /// Ranges of groups, at most so many each.
    pub fn chunks(&self, size: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        let groups = tiles(self.n);
        (0..groups)
            .step_by(size)
            .map(move |start| start..(start + size).min(groups))
    }

    /// The rows of a chunk that are there.
    pub fn rows(&self, chunk: &Range<usize>) -> Range<usize> {
        chunk.start * SIDE..(chunk.end * SIDE).min(self.n)
    }

    /// How many rows of a group are there.
    pub fn rows_of(&self, group: usize) -> usize {
        (self.n - group * SIDE).min(SIDE)
    }
}

impl Level {
    /// Where a chunk's tiles are.
    pub fn tiles(&self, chunk: &Range<usize>) -> Range<usize> {
        chunk.start * self.width..chunk.end * self.width
    }
}
