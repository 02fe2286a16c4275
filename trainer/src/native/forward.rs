//! The forward pass.
//!
//! Normalisation needs a whole batch's statistics, so the pass goes level by level; within a
//! level it goes in chunks of rows whose activations are multiplied while they are in the cache.

use super::dense;
use super::kernel::{Ahead, Kernel, Moments, Ready, SIDE};
use super::network::{Batch, Layer, Network};
use std::ops::Range;

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
        let ready = self.kernel.ready();
        self.take(features);
        let n = self.batch.n;
        match statistics {
            Statistics::Batch => self.first.learn(self.kernel, &ready, features),
            Statistics::Running => self.first.freeze(),
        }
        for l in 0..self.layers.len() {
            let width = self.batch.levels[l + 1].width;
            let mut moments = vec![Moments::ZERO; width];
            for chunk in self.batch.chunks(CHUNK) {
                self.activate(l, &chunk);
                self.multiply(&ready, l, &chunk, &mut moments);
            }
            match statistics {
                Statistics::Batch => self.layers[l].norm.learn_sums(n, &moments),
                Statistics::Running => self.layers[l].norm.freeze(),
            }
        }
        for chunk in self.batch.chunks(CHUNK) {
            self.activate(self.layers.len(), &chunk);
            self.answer(&ready, &chunk);
        }
        &self.batch.outputs
    }

    /// The activations of a level.
    fn activate(&mut self, l: usize, chunk: &Range<usize>) {
        let (kernel, clip, active) = (self.kernel, self.shape.clip, self.shape.active);
        let batch = &mut self.batch;
        let range = batch.levels[l].tiles(chunk);
        if l == 0 {
            let rows = batch.rows(chunk);
            let features = &batch.features[rows.start * active..rows.end * active];
            let x = &mut batch.levels[0].x[range];
            return self.first.forward(kernel, clip, features, x);
        }
        let layer = &self.layers[l - 1];
        activate(kernel, clip, layer, batch, l, range);
    }

    /// The sums of the level above.
    fn multiply(&mut self, ready: &Ready, l: usize, chunk: &Range<usize>, moments: &mut [Moments]) {
        let (kernel, weights) = (self.kernel, &self.layers[l].weights);
        let [below, above] = &mut self.batch.levels[l..l + 2] else {
            unreachable!("two levels");
        };
        let x = &below.x[below.tiles(chunk)];
        let (range, width) = (above.tiles(chunk), above.width);
        let z = &mut above.z[range];
        let first = Ahead::of(z);
        let ahead = |group, panel| first.at::<super::kernel::Rows>(group * width + panel);
        dense::forward(ready, weights, x, ahead, |rows, group, panel, sums| {
            kernel.store(
                rows,
                sums,
                &mut z[group * width + panel],
                &mut moments[panel],
            );
        });
    }

    /// The outputs.
    fn answer(&mut self, ready: &Ready, chunk: &Range<usize>) {
        let (batch, outputs) = (&mut self.batch, self.shape.outputs());
        let rows = batch.rows(chunk);
        let top = &batch.levels[self.layers.len()];
        let x = &top.x[top.tiles(chunk)];
        let out = &mut batch.outputs[rows.start * outputs..rows.end * outputs];
        let bias = &self.bias.value;
        let none = |_, _| Ahead::NONE;
        dense::forward(ready, &self.heads, x, none, |rows, group, panel, sums| {
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

/// The activations of a level above the first.
fn activate(
    kernel: Kernel,
    clip: f32,
    layer: &Layer,
    batch: &mut Batch,
    l: usize,
    range: Range<usize>,
) {
    let n = batch.n;
    let (below, here) = batch.levels.split_at_mut(l);
    let skip = layer.skip.then(|| &below[l - 2].x[range.clone()]);
    let level = &mut here[0];
    let width = level.width;
    let tiles = level.x[range.clone()]
        .iter_mut()
        .zip(&level.z[range.clone()]);
    for (i, (x, z)) in tiles.enumerate() {
        let at = range.start + i;
        let rows = (n - at / width * SIDE).min(SIDE);
        let affine = &layer.norm.affine[at % width];
        kernel.activate(z, skip.map(|s| &s[i]), affine, clip, rows, x);
    }
}
