//! A thread's share of a batch: some of its rows, and what the two passes store about them.
//!
//! Every thread works on its own rows with its own memory. Threads meet at two points: the sums over all rows, for
//! batch normalisation, and the sum of the gradients of the weights.

use super::kernel::{Kernel, Members, Pairs, Rows, SIDE, States, Tile, tiles};
use super::one_hot::OneHot;
use rayon::prelude::*;
use std::ops::Range;

/// Groups of rows in a chunk of the backward pass.
pub const CHUNK: usize = 16;

/// The rows of one thread. Tiles lie `[groups of rows][panels]`.
#[derive(Clone, Debug, Default)]
pub struct Share {
    /// The first row's place in the batch.
    pub start: usize,
    /// Number of states.
    pub n: usize,
    /// Active features: `[n, active]`.
    pub features: Vec<u16>,
    /// The states by feature, chunk by chunk; none where products with one-hot tiles take their place.
    pub members: Vec<Members>,
    /// Levels.
    pub levels: Vec<Level>,
    /// `[n, outputs]`
    pub outputs: Vec<f32>,
    /// What these rows add to the gradients of the table, of each layer's weights, and of the heads'.
    pub gradients: Vec<Vec<Tile>>,
    pub(super) scratch: Scratch,
}

/// One level of a share.
#[derive(Clone, Debug, Default)]
pub struct Level {
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
    pub one_hot: OneHot,
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            turned: Vec::new(),
            inputs: vec![Pairs::ZERO; CHUNK],
            gradients: vec![Rows::ZERO; CHUNK],
            sums: [Tile::ZERO; 2],
            one_hot: OneHot::default(),
        }
    }
}

impl Share {
    /// Sorts its states by feature.
    pub(super) fn sort(&mut self, active: usize, width: usize) {
        let states = States::new(&self.features, active, width);
        let chunks = states.groups(CHUNK);
        self.members.resize_with(chunks.len(), Members::default);
        for (members, states) in self.members.iter_mut().zip(chunks) {
            members.sort(states);
        }
    }

    /// Ranges of groups, each with at most `size` groups.
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
}

/// Adds up what the shares say of the gradient that is number `at` with them.
pub(super) fn collect(shares: &mut [Share], at: usize, gradient: &mut Vec<Tile>) {
    let (first, others) = shares.split_first_mut().expect("a share");
    std::mem::swap(gradient, &mut first.gradients[at]);
    for share in others {
        let all = gradient.par_iter_mut().zip(&share.gradients[at]);
        all.with_min_len(16).for_each(|(sum, more)| {
            let numbers = more.0.as_flattened();
            let sums = sum.0.as_flattened_mut().iter_mut();
            sums.zip(numbers).for_each(|(sum, x)| *sum += x);
        });
    }
}

/// The rows of a group that are there, of `n` in all.
pub(super) fn filled(n: usize, group: usize) -> usize {
    (n - group * SIDE).min(SIDE)
}

impl Level {
    /// Where a chunk's tiles are.
    pub fn tiles(&self, chunk: &Range<usize>) -> Range<usize> {
        chunk.start * self.width..chunk.end * self.width
    }
}

impl Scratch {
    /// Makes room for the left factors of a chunk.
    pub fn start(&mut self, groups: usize, panels: usize) {
        self.rows.resize(groups * panels, Rows::ZERO);
        self.turned.resize(groups * panels, Rows::ZERO);
    }

    /// Transposes the rows.
    pub fn turn(&mut self, kernel: Kernel, panels: usize) {
        let groups = self.rows.len() / panels;
        for (i, rows) in self.rows.iter().enumerate() {
            let to = i % panels * groups + i / panels;
            kernel.transpose(rows, &mut self.turned[to]);
        }
    }
}
