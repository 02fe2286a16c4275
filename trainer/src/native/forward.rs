//! The forward pass.
//!
//! Normalisation needs a whole batch's statistics, so the pass goes level by level; within a
//! level it goes in chunks of rows whose activations are multiplied while they are in the cache.

use super::dense;
use super::kernel::{Moments, Prefetch, Ready, Rows, SIDE, Tile, tiles};
use super::network::Network;
use super::norm::added;
use super::share::{Level, Share, filled};
use std::ops::Range;
use std::sync::Arc;

/// Groups of rows in a chunk.
const CHUNK: usize = 8;

/// Which statistics normalise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statistics {
    /// The batch's own; the running ones take note of them.
    Batch,
    /// The running ones.
    Running,
}

impl Network {
    /// Evaluates states given by their active features, `[n, active]`: `[n, outputs]`.
    ///
    /// # Panics
    /// If there is no state, a part of one, or a feature past the input.
    pub fn forward(&mut self, features: &[u16], statistics: Statistics) -> &[f32] {
        assert!(!features.is_empty() && features.len().is_multiple_of(self.shape.active));
        let last = features.iter().fold(0, |last, &f| last.max(f));
        assert!(
            usize::from(last) < self.shape.features,
            "feature past the input"
        );
        let pool = Arc::clone(&self.pool);
        pool.install(|| self.ascend(features, statistics));
        &self.outputs
    }

    fn ascend(&mut self, features: &[u16], statistics: Statistics) {
        let mut shares = self.take(features);
        let n = features.len() / self.shape.active;
        match statistics {
            Statistics::Batch => self.first.learn(self.kernel, &mut shares),
            Statistics::Running => self.first.freeze(),
        }
        for l in 0..self.layers.len() {
            let net = &*self;
            let moments = net.share_out(&mut shares, |share, ready| {
                let mut moments = vec![Moments::ZERO; share.levels[l + 1].width];
                for chunk in share.chunks(CHUNK) {
                    share.activate(net, l, &chunk);
                    share.multiply(net, ready, l, &chunk, &mut moments);
                }
                moments
            });
            match statistics {
                Statistics::Batch => self.layers[l].norm.learn_sums(n, &added(moments)),
                Statistics::Running => self.layers[l].norm.freeze(),
            }
        }
        let net = &*self;
        net.share_out(&mut shares, |share, ready| {
            for chunk in share.chunks(CHUNK) {
                share.activate(net, net.layers.len(), &chunk);
                share.answer(net, ready, &chunk);
            }
        });
        self.outputs.clear();
        for share in &shares {
            self.outputs.extend_from_slice(&share.outputs);
        }
        self.shares = shares;
    }
}

impl Share {
    /// Takes over its rows, from `start` on, and makes room for what becomes of them.
    pub(super) fn take(&mut self, net: &Network, start: usize, features: &[u16]) {
        self.start = start;
        self.n = features.len() / net.shape.active;
        self.features.clear();
        self.features.extend_from_slice(features);
        self.outputs.resize(self.n * net.shape.outputs(), 0.0);
        let dense = net.layers.iter().map(|layer| &layer.weights.master);
        let widths = dense.clone().map(|weights| weights.groups());
        let widths = std::iter::once(net.first.table.panels()).chain(widths);
        self.levels
            .resize_with(net.layers.len() + 1, Level::default);
        for (l, (level, width)) in self.levels.iter_mut().zip(widths).enumerate() {
            level.width = width;
            let count = tiles(self.n) * width;
            level.x.resize(count, Rows::ZERO);
            if l > 0 {
                level.z.resize(count, Rows::ZERO);
                level.g.resize(count, Rows::ZERO);
            }
        }
        let all = [&net.first.table].into_iter().chain(dense);
        let all = all.chain([&net.heads.master]);
        self.gradients.resize_with(all.clone().count(), Vec::new);
        for (gradient, matrix) in self.gradients.iter_mut().zip(all) {
            gradient.resize(matrix.value.len(), Tile::ZERO);
        }
    }

    /// The activations of a level.
    fn activate(&mut self, net: &Network, l: usize, chunk: &Range<usize>) {
        let (kernel, clip, active) = (net.kernel, net.shape.clip, net.shape.active);
        let range = self.levels[l].tiles(chunk);
        if l == 0 {
            let rows = self.rows(chunk);
            let features = &self.features[rows.start * active..rows.end * active];
            let x = &mut self.levels[0].x[range];
            return net.first.forward(kernel, clip, features, x);
        }
        let layer = &net.layers[l - 1];
        let n = self.n;
        let (below, here) = self.levels.split_at_mut(l);
        let skip = layer.skip.then(|| &below[l - 2].x[range.clone()]);
        let level = &mut here[0];
        let width = level.width;
        let (x, z) = (&mut level.x[range.clone()], &level.z[range.clone()]);
        for (i, (x, z)) in x.iter_mut().zip(z).enumerate() {
            let at = range.start + i;
            let rows = filled(n, at / width);
            let affine = &layer.norm.affine[at % width];
            kernel.activate(z, skip.map(|s| &s[i]), affine, clip, rows, x);
        }
    }

    /// The sums of the level above.
    fn multiply(
        &mut self,
        net: &Network,
        ready: &Ready,
        l: usize,
        chunk: &Range<usize>,
        moments: &mut [Moments],
    ) {
        let (kernel, weights) = (net.kernel, &net.layers[l].weights);
        let [below, above] = &mut self.levels[l..l + 2] else {
            unreachable!("two levels");
        };
        let x = &below.x[below.tiles(chunk)];
        let (range, width) = (above.tiles(chunk), above.width);
        let z = &mut above.z[range];
        let first = Prefetch::of(z);
        let ahead = |group, panel| first.at::<Rows>(group * width + panel);
        dense::forward(ready, weights, x, ahead, |rows, group, panel, sums| {
            let z = &mut z[group * width + panel];
            kernel.store(rows, sums, z, &mut moments[panel]);
        });
    }

    /// The outputs.
    fn answer(&mut self, net: &Network, ready: &Ready, chunk: &Range<usize>) {
        let outputs = net.shape.outputs();
        let rows = self.rows(chunk);
        let top = &self.levels[net.layers.len()];
        let x = &top.x[top.tiles(chunk)];
        let out = &mut self.outputs[rows.start * outputs..rows.end * outputs];
        let bias = &net.bias.value;
        let none = |_, _| Prefetch::NONE;
        dense::forward(ready, &net.heads, x, none, |rows, group, panel, sums| {
            let out = out
                .chunks_exact_mut(outputs)
                .skip(group * SIDE + rows.start);
            for (out, sums) in out.zip(&sums.0[rows]) {
                let out = out[panel * SIDE..].iter_mut();
                for ((out, sum), bias) in out.zip(sums).zip(&bias[panel].0) {
                    *out = sum + bias;
                }
            }
        });
    }
}
