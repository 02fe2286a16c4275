//! The backward pass, and Adam's step with it.
//!
//! It goes level by level from the outputs down, and within a level in chunks of rows. A level starts with the
//! gradients of the sums above it. Multiplied by the weights they give the gradients of its activations;
//! multiplied by the activations they give the gradients of the weights. The weights are updated when all threads
//! have added their gradients.

use super::kernel::{
    self, Affine, Clipped, Columns, Moments, Prefetch, Ready, Rows, SIDE, Step, Tile,
};
use super::network::Network;
use super::norm::added;
use super::share::{CHUNK, Scratch, Share, collect, filled};
use std::ops::Range;
use std::sync::Arc;

/// From gradients behind a normalisation to those before: `a × g + affine(z)`.
type Coefficients = (Columns, Affine);

impl Network {
    /// The gradients of all parameters, from those of the outputs of the last forward pass,
    /// `[n, outputs]`; with `step`, Adam's step as well.
    ///
    /// # Panics
    /// If there was no forward pass with the batch's statistics, or the gradients are not as many
    /// as its outputs.
    pub fn backward(&mut self, gradient: &[f32], step: Option<Step>) {
        assert_eq!(gradient.len(), self.outputs.len());
        assert!(!gradient.is_empty(), "no forward pass");
        let pool = Arc::clone(&self.pool);
        pool.install(|| self.descend(gradient, step));
    }

    fn descend(&mut self, gradient: &[f32], step: Option<Step>) {
        let kernel = self.kernel;
        let mut shares = std::mem::take(&mut self.shares);
        let n = shares.iter().map(|share| share.n).sum();
        let mut moments = Vec::new();
        self.sum_bias(gradient);
        for l in (0..=self.layers.len()).rev() {
            let coefficients = self.coefficients(l, n, &moments);
            let from = match &coefficients {
                None => From::Outputs(gradient),
                Some(coefficients) => From::Sums(coefficients),
            };
            let net = &*self;
            let pass = |share: &mut Share, ready: &Ready| share.descend(net, ready, l, from);
            moments = added(net.share_out(&mut shares, pass));
            let (weights, norm) = match self.layers.get_mut(l) {
                Some(layer) => (&mut layer.weights, Some(&mut layer.norm)),
                None => (&mut self.heads, None),
            };
            collect(&mut shares, l + 1, &mut weights.master.gradient);
            if let Some(step) = step {
                weights.adam(kernel, step);
                norm.into_iter().for_each(|norm| norm.adam(kernel, step));
            }
        }
        self.first.finish(kernel, n, &moments, &mut shares, step);
        if let Some(step) = step {
            self.bias.adam(kernel, step);
            self.first.norm.adam(kernel, step);
        }
        self.shares = shares;
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

    /// The coefficients of the gradients of the sums above level `l`, by panel, from the moments of the gradients behind
    /// their normalisation; `None` for the outputs, whose gradients are given.
    fn coefficients(
        &mut self,
        l: usize,
        n: usize,
        moments: &[Moments],
    ) -> Option<Vec<Coefficients>> {
        let norm = &mut self.layers.get_mut(l)?.norm;
        let of = |(panel, moments): (usize, &Moments)| {
            let back = norm.differentiate_sums(panel, n, moments);
            norm.keep(panel, &back);
            (back.a, back.affine(norm.centre(panel)))
        };
        Some(moments.iter().enumerate().map(of).collect())
    }
}

/// Where the gradients of a level's pass come from.
#[derive(Clone, Copy)]
enum From<'a> {
    /// They are those of the outputs, given for the whole batch.
    Outputs(&'a [f32]),
    /// From those behind the normalisation of the level above.
    Sums(&'a [Coefficients]),
}

impl Share {
    /// The pass of level `l`; the moments of its gradients.
    fn descend(&mut self, net: &Network, ready: &Ready, l: usize, from: From<'_>) -> Vec<Moments> {
        let mut moments = vec![Moments::ZERO; self.levels[l].width];
        for (i, groups) in self.chunks(CHUNK).enumerate() {
            match from {
                From::Outputs(gradient) => self.take_gradient(net, gradient, &groups),
                From::Sums(coefficients) => self.differentiate(net, l, coefficients, &groups),
            }
            if l > 0 {
                self.pass_down(net, ready, l, &groups, &mut moments);
                self.learn_dense(net, ready, l, &groups);
            } else {
                self.learn_first(net, ready, &groups, i, &mut moments);
            }
        }
        moments
    }

    /// The gradients of a chunk's outputs as left factors.
    fn take_gradient(&mut self, net: &Network, gradient: &[f32], groups: &Range<usize>) {
        let (outputs, width) = (net.bias.length, net.heads.master.groups());
        let rows = self.rows(groups);
        let rows = (self.start + rows.start) * outputs..(self.start + rows.end) * outputs;
        self.scratch.start(groups.len(), width);
        self.scratch.rows.fill(Rows::ZERO);
        for (i, row) in gradient[rows].chunks_exact(outputs).enumerate() {
            for (j, &g) in row.iter().enumerate() {
                let tile = &mut self.scratch.rows[i / SIDE * width + j / SIDE];
                tile.0[i % SIDE][j % SIDE] = kernel::round(g);
            }
        }
        self.scratch.turn(net.kernel, width);
    }

    /// The gradients of the sums above level `l` as left factors.
    fn differentiate(
        &mut self,
        net: &Network,
        l: usize,
        coefficients: &[Coefficients],
        groups: &Range<usize>,
    ) {
        let level = &self.levels[l + 1];
        let range = level.tiles(groups);
        self.scratch.start(groups.len(), level.width);
        let sums = level.g[range.clone()].iter().zip(&level.z[range]);
        for (i, (d, (g, z))) in self.scratch.rows.iter_mut().zip(sums).enumerate() {
            let (group, panel) = (i / level.width, i % level.width);
            let rows = filled(self.n, groups.start + group);
            let (a, affine) = &coefficients[panel];
            net.kernel.differentiate(g, z, a, affine, rows, d);
        }
        self.scratch.turn(net.kernel, level.width);
    }

    /// The gradients behind the normalisation of level `l`, tile by tile in the order of memory.
    fn pass_down(
        &mut self,
        net: &Network,
        ready: &Ready,
        l: usize,
        groups: &Range<usize>,
        moments: &mut [Moments],
    ) {
        let (kernel, clip) = (net.kernel, net.shape.clip);
        // Where the layer above the next ends a block, its gradient passes by both.
        let passes = net.layers.get(l + 1).is_some_and(|layer| layer.skip);
        let weights = net.weights(l);
        let outs = weights.master.groups();
        let (below, above) = self.levels.split_at_mut(l + 1);
        let level = &mut below[l];
        let (range, width) = (level.tiles(groups), level.width);
        let skip = passes.then(|| &above[1].g[range.clone()]);
        let (x, z) = (&level.x[range.clone()], &level.z[range.clone()]);
        let g = &mut level.g[range];
        let Scratch {
            rows,
            sums: [first, second],
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
                ready.product_beside(left, right, sums, false, Prefetch::NONE, Some(&mut beside));
            } else {
                beside(0..SIDE);
            }
            std::mem::swap(&mut sums, &mut last);
        }
    }

    /// The gradients of the weights above level `l`.
    fn learn_dense(&mut self, net: &Network, ready: &Ready, l: usize, groups: &Range<usize>) {
        let level = &self.levels[l];
        let x = &level.x[level.tiles(groups)];
        let gradient = &mut self.gradients[l + 1];
        for panel in 0..level.width {
            let column = x[panel..].iter().step_by(level.width);
            for (x, pairs) in column.zip(&mut self.scratch.inputs) {
                net.kernel.pair(x, pairs);
            }
            learn_panel(ready, gradient, &self.scratch, panel, groups);
        }
    }

    /// The gradients of the weights above level 0 and of the table below it, in chunk number `chunk`.
    fn learn_first(
        &mut self,
        net: &Network,
        ready: &Ready,
        groups: &Range<usize>,
        chunk: usize,
        moments: &mut [Moments],
    ) {
        let (kernel, clip) = (net.kernel, net.shape.clip);
        let weights = net.weights(0);
        let outs = weights.master.groups();
        let level = &self.levels[0];
        let (x, width) = (&level.x[level.tiles(groups)], level.width);
        // As in `pass_down`.
        let passes = net.layers.get(1).is_some_and(|layer| layer.skip);
        let skip = passes.then(|| &self.levels[2].g[level.tiles(groups)]);
        let size = groups.len();
        let active = net.shape.active;
        let rows = self.rows(groups);
        let features = &self.features[rows.start * active..rows.end * active];
        let [table, above] = &mut self.gradients[..2] else {
            unreachable!("the table's and those of the weights above");
        };
        let scratch = &mut self.scratch;
        if kernel.has_tiles() {
            let one_hot = &mut scratch.one_hot;
            one_hot.fill(features, active, net.shape.features);
        }
        let add = groups.start > 0;
        for panel in 0..width {
            let right = &weights.backward[panel * outs..][..outs];
            let Scratch {
                rows,
                sums: [first, second],
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
                        let at = group * width + panel;
                        let (x, z, skip) = (&x[at], None, skip.map(|s| &s[at]));
                        let clipped = Clipped { x, clip, z, skip };
                        let (g, moments) = (&mut gradients[group], &mut moments[panel]);
                        kernel.mask(rows, before, clipped, g, moments);
                    }
                };
                if group < size {
                    let left = &rows[group * outs..][..outs];
                    let ahead = Prefetch::of(&x[((group + 2) * width + panel).min(x.len())..]);
                    ready.product_beside(left, right, sums, false, ahead, Some(&mut beside));
                } else {
                    beside(0..SIDE);
                }
                std::mem::swap(&mut sums, &mut before);
            }
            let tall = net.first.table.groups();
            let to = &mut table[panel * tall..][..tall];
            if kernel.has_tiles() {
                one_hot.multiply(kernel, ready, &gradients[..size], to, add);
            } else {
                if !add {
                    to.fill(Tile::ZERO);
                }
                kernel.gather(&gradients[..size], &self.members[chunk], to);
            }
            let column = x[panel..].iter().step_by(width);
            for (x, pairs) in column.zip(&mut scratch.inputs) {
                kernel.pair(x, pairs);
            }
            learn_panel(ready, above, scratch, panel, groups);
        }
    }
}

/// The gradients of one panel of weights, from the inputs in scratch.
fn learn_panel(
    ready: &Ready,
    gradient: &mut [Tile],
    scratch: &Scratch,
    panel: usize,
    groups: &Range<usize>,
) {
    let (size, add) = (groups.len(), groups.start > 0);
    let outs = scratch.turned.len() / size;
    for (i, left) in scratch.turned.chunks_exact(size).enumerate() {
        let rest = &mut gradient[panel * outs + i..];
        let (to, next) = rest.split_first_mut().expect("a tile");
        let right = &scratch.inputs[..size];
        ready.product(left, right, to, add, Prefetch::of(next));
    }
}
