//! The backward pass, and Adam's step with it.
//!
//! Level by level from the outputs down, and within a level in chunks of rows. A level's pass has the
//! gradients of the sums above it: it multiplies them with the weights into the gradients of its own
//! activations, and with the activations into those of the weights. Weights step as soon as the last
//! chunk has added its part, while their gradients are in the cache.

use super::kernel::{
    self, Affine, Ahead, Clipped, Columns, Moments, Pairs, Ready, Rows, SIDE, Step,
};
use super::network::{Batch, Network, Scratch};
use super::parameters::{Weights, tiles};
use std::ops::Range;

/// Groups of rows in a chunk.
const CHUNK: usize = 16;

/// From gradients behind a normalisation to those before: `a × g + affine(z)`.
type Coefficients = (Columns, Affine);

/// A chunk of the pass.
struct Chunk {
    groups: Range<usize>,
    /// Whether gradients are to be added to those of earlier chunks.
    add: bool,
    /// The step to make once this chunk has added its part.
    step: Option<Step>,
}

impl Network {
    /// The gradients of all parameters, from those of the outputs of the last forward pass,
    /// `[n, outputs]`; with `step`, Adam's step as well.
    ///
    /// # Panics
    /// If there was no forward pass with the batch's statistics, or the gradients are not as many
    /// as its outputs.
    pub fn backward(&mut self, gradient: &[f32], step: Option<Step>) {
        assert_eq!(gradient.len(), self.batch.outputs.len());
        assert!(!gradient.is_empty(), "no forward pass");
        let ready = self.kernel.ready();
        let n = self.batch.n;
        let count = self.layers.len();
        self.scratch.fit();
        self.sum_bias(gradient);
        for l in (0..=count).rev() {
            let coefficients = self.coefficients(l, n);
            let width = self.batch.levels[l].width;
            self.scratch.moments.clear();
            self.scratch.moments.resize(width, Moments::ZERO);
            for groups in self.batch.chunks(CHUNK) {
                let last = groups.end == tiles(n);
                let chunk = Chunk {
                    add: groups.start > 0,
                    step: step.filter(|_| last),
                    groups,
                };
                match &coefficients {
                    None => self.take_gradient(gradient, &chunk.groups),
                    Some(c) => self.differentiate(l, c, &chunk.groups),
                }
                if l > 0 {
                    self.pass_down(&ready, l, &chunk.groups);
                    self.learn_dense(&ready, l, &chunk);
                } else {
                    self.learn_first(&ready, &chunk, last);
                }
            }
            if let (Some(step), Some(layer)) = (step, self.layers.get_mut(l)) {
                layer.norm.weight.adam(self.kernel, step);
                layer.norm.bias.adam(self.kernel, step);
            }
        }
        if let Some(step) = step {
            self.bias.adam(self.kernel, step);
            self.first.norm.weight.adam(self.kernel, step);
            self.first.norm.bias.adam(self.kernel, step);
        }
    }

    fn sum_bias(&mut self, gradient: &[f32]) {
        let sums = self.bias.gradient.as_mut_slice();
        sums.fill(Columns::ZERO);
        for row in gradient.chunks_exact(self.bias.length) {
            for (j, g) in row.iter().enumerate() {
                sums[j / SIDE].0[j % SIDE] += g;
            }
        }
    }

    /// How to come by the gradients of the sums above level `l`, by panel; `None` for the outputs,
    /// whose gradients are given.
    fn coefficients(&mut self, l: usize, n: usize) -> Option<Vec<Coefficients>> {
        let norm = &mut self.layers.get_mut(l)?.norm;
        let moments = self.scratch.moments.iter().enumerate();
        let of = |(panel, moments): (usize, &Moments)| {
            let back = norm.differentiate_sums(panel, n, moments);
            (back.a, back.affine(norm.centre(panel)))
        };
        Some(moments.map(of).collect())
    }

    /// The gradients of a chunk's outputs as left factors.
    fn take_gradient(&mut self, gradient: &[f32], groups: &Range<usize>) {
        let (outputs, width) = (self.bias.length, self.heads.master.groups());
        let rows = self.batch.rows(groups);
        let gradient = &gradient[rows.start * outputs..rows.end * outputs];
        self.scratch.start(groups.len(), width);
        self.scratch.rows.fill(Rows::ZERO);
        for (i, row) in gradient.chunks_exact(outputs).enumerate() {
            for (j, &g) in row.iter().enumerate() {
                let tile = &mut self.scratch.rows[i / SIDE * width + j / SIDE];
                tile.0[i % SIDE][j % SIDE] = kernel::round(g);
            }
        }
        self.scratch.turn(self.kernel, width);
    }

    /// The gradients of the sums above level `l` as left factors.
    fn differentiate(&mut self, l: usize, coefficients: &[Coefficients], groups: &Range<usize>) {
        let (kernel, batch, scratch) = (self.kernel, &self.batch, &mut self.scratch);
        let level = &batch.levels[l + 1];
        let range = level.tiles(groups);
        scratch.start(groups.len(), level.width);
        let sums = level.g[range.clone()].iter().zip(&level.z[range]);
        for (i, (d, (g, z))) in scratch.rows.iter_mut().zip(sums).enumerate() {
            let (group, panel) = (i / level.width, i % level.width);
            let rows = batch.rows_of(groups.start + group);
            let (a, affine) = &coefficients[panel];
            kernel.differentiate(g, z, a, affine, rows, d);
        }
        scratch.turn(kernel, level.width);
    }

    /// The gradients behind the normalisation of level `l`, tile by tile in the order of memory.
    fn pass_down(&mut self, ready: &Ready, l: usize, groups: &Range<usize>) {
        let (kernel, clip) = (self.kernel, self.shape.clip);
        // Where the layer above the next ends a block, its gradient passes by both.
        let passes = self.layers.get(l + 1).is_some_and(|layer| layer.skip);
        let weights = self
            .layers
            .get(l)
            .map_or(&self.heads, |layer| &layer.weights);
        let outs = weights.master.groups();
        let (below, above) = self.batch.levels.split_at_mut(l + 1);
        let level = &mut below[l];
        let (range, width) = (level.tiles(groups), level.width);
        let skip = passes.then(|| &above[1].g[range.clone()]);
        let (x, z) = (&level.x[range.clone()], &level.z[range.clone()]);
        let g = &mut level.g[range];
        let Scratch {
            rows,
            sums: [first, second],
            moments,
            ..
        } = &mut self.scratch;
        // Each product is made while the result of the one before is used.
        let (mut sums, mut last) = (first, second);
        for at in 0..=x.len() {
            let mut beside = |rows: Range<usize>| {
                if let Some(at) = at.checked_sub(1) {
                    let moments = &mut moments[at % width];
                    let skip = skip.map(|s| &s[at]);
                    let (x, z) = (&x[at], Some(&z[at]));
                    let clipped = Clipped { x, clip, z, skip };
                    kernel.mask(rows, last, clipped, &mut g[at], moments);
                }
            };
            if at < x.len() {
                let left = &rows[at / width * outs..][..outs];
                let right = &weights.backward[at % width * outs..][..outs];
                ready.product_beside(left, right, sums, false, Ahead::NONE, Some(&mut beside));
            } else {
                beside(0..SIDE);
            }
            std::mem::swap(&mut sums, &mut last);
        }
    }

    /// The gradients of the weights above level `l`.
    fn learn_dense(&mut self, ready: &Ready, l: usize, chunk: &Chunk) {
        let level = &self.batch.levels[l];
        let x = &level.x[level.tiles(&chunk.groups)];
        let weights = match self.layers.get_mut(l) {
            Some(layer) => &mut layer.weights,
            None => &mut self.heads,
        };
        for panel in 0..level.width {
            let column = x[panel..].iter().step_by(level.width);
            for (x, pairs) in column.zip(&mut self.scratch.inputs) {
                self.kernel.pair(x, pairs);
            }
            learn_panel(self.kernel, ready, weights, &self.scratch, panel, chunk);
        }
    }

    /// The gradients of the weights above level 0 and of the table below it.
    fn learn_first(&mut self, ready: &Ready, chunk: &Chunk, last: bool) {
        let (kernel, clip) = (self.kernel, self.shape.clip);
        let batch: &Batch = &self.batch;
        let weights = match self.layers.first_mut() {
            Some(layer) => &mut layer.weights,
            None => &mut self.heads,
        };
        let outs = weights.master.groups();
        let level = &batch.levels[0];
        let (x, width) = (&level.x[level.tiles(&chunk.groups)], level.width);
        let size = chunk.groups.len();
        let rows = batch.rows(&chunk.groups);
        let active = self.shape.active;
        let features = &batch.features[rows.start * active..rows.end * active];
        let scratch = &mut self.scratch;
        scratch
            .one_hot
            .fill(kernel, features, active, self.shape.features);
        for panel in 0..width {
            let right = &weights.backward[panel * outs..][..outs];
            let Scratch {
                rows,
                sums: [first, second],
                moments,
                gradients,
                one_hot,
                ..
            } = &mut *scratch;
            // As in `pass_down`, but column by column: what becomes of the gradients is used up
            // while it is in the nearest cache.
            let (mut sums, mut before) = (first, second);
            for group in 0..=size {
                let mut beside = |rows: Range<usize>| {
                    if let Some(group) = group.checked_sub(1) {
                        let x = &x[group * width + panel];
                        let (z, skip) = (None, None);
                        let clipped = Clipped { x, clip, z, skip };
                        let (g, moments) = (&mut gradients[group], &mut moments[panel]);
                        kernel.mask(rows, before, clipped, g, moments);
                    }
                };
                if group < size {
                    let left = &rows[group * outs..][..outs];
                    let ahead = Ahead::of(&x[((group + 2) * width + panel).min(x.len())..]);
                    ready.product_beside(left, right, sums, false, ahead, Some(&mut beside));
                } else {
                    beside(0..SIDE);
                }
                std::mem::swap(&mut sums, &mut before);
            }
            let tall = self.first.table.groups();
            let to = &mut self.first.table.gradient[panel * tall..][..tall];
            one_hot.multiply(kernel, ready, &gradients[..size], to, chunk.add);
            if last {
                let sum = &scratch.moments[panel].first;
                self.first.finish(kernel, panel, batch.n, sum, chunk.step);
            }
            let column = x[panel..].iter().step_by(width);
            for (x, pairs) in column.zip(&mut scratch.inputs) {
                kernel.pair(x, pairs);
            }
            learn_panel(kernel, ready, weights, scratch, panel, chunk);
        }
    }
}

/// The gradients of one panel of weights, from the inputs in scratch.
fn learn_panel(
    kernel: kernel::Kernel,
    ready: &Ready,
    weights: &mut Weights,
    scratch: &Scratch,
    panel: usize,
    chunk: &Chunk,
) {
    let (size, outs) = (chunk.groups.len(), weights.master.groups());
    for (i, left) in scratch.turned.chunks_exact(size).enumerate() {
        let at = panel * outs + i;
        let (to, next) = weights.master.gradient[at..]
            .split_first_mut()
            .expect("a tile");
        let right = &scratch.inputs[..size];
        ready.product(left, right, to, chunk.add, Ahead::of(next));
        if let Some(step) = chunk.step {
            weights.adam(at, kernel, step);
        }
    }
}

impl Scratch {
    /// Makes room for what does not depend on the level.
    fn fit(&mut self) {
        self.inputs.resize(CHUNK, Pairs::ZERO);
        self.gradients.resize(CHUNK, Rows::ZERO);
    }

    /// Makes room for the left factors of a chunk.
    fn start(&mut self, groups: usize, panels: usize) {
        self.rows.resize(groups * panels, Rows::ZERO);
        self.turned.resize(groups * panels, Rows::ZERO);
    }

    /// Transposes the rows.
    fn turn(&mut self, kernel: kernel::Kernel, panels: usize) {
        let groups = self.rows.len() / panels;
        for (i, rows) in self.rows.iter().enumerate() {
            let to = i % panels * groups + i / panels;
            kernel.transpose(rows, &mut self.turned[to]);
        }
    }
}
