//! Training of integer-ready networks without LibTorch.

pub mod adam;
pub mod dense;
pub mod kernel;
pub mod norm;
pub mod parameters;
pub mod sparse;

use kernel::{Ahead, Columns, Kernel, Moments, Pairs, Ready, Rows, SIDE, Tile};
use norm::Norm;
use parameters::{Vector, Weights, tiles};
use sparse::{OneHot, Sparse};

/// Groups of rows that are worked on together.
const CHUNK: usize = 16;
const FORWARD: usize = 8;

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
    /// Outputs of all heads together.
    pub outputs: usize,
    /// Activations are clipped to `0..=clip`.
    pub clip: f32,
}

/// A dense layer with its normalisation.
#[derive(Clone, Debug)]
pub struct Layer {
    weights: Weights,
    norm: Norm,
    /// Whether the input of the layer before is added before the clip: the end of a block.
    skip: bool,
}

/// A network.
#[derive(Clone, Debug)]
pub struct Network {
    shape: Shape,
    kernel: Kernel,
    first: Sparse,
    layers: Vec<Layer>,
    heads: Weights,
    bias: Vector,
    batch: Batch,
}

/// What a forward pass leaves to the backward pass.
#[derive(Clone, Debug, Default)]
struct Batch {
    features: Vec<u16>,
    n: usize,
    groups: usize,
    /// Activations by layer, the first included: `[groups][panels]`.
    x: Vec<Vec<Rows>>,
    /// Sums by layer.
    z: Vec<Vec<Rows>>,
    /// Gradients before the clips.
    g: Vec<Vec<Rows>>,
    outputs: Vec<f32>,
}

impl Network {
    /// A network without parameters.
    pub fn new(shape: Shape, kernel: Kernel) -> Self {
        let (width, top) = (shape.layers[0], shape.layers[shape.layers.len() - 1]);
        let mut layers = Vec::new();
        for w in shape.layers.windows(2) {
            layers.push((w[0], w[1], false));
        }
        for _ in 0..shape.blocks {
            layers.push((top, top, false));
            layers.push((top, top, true));
        }
        let layers: Vec<Layer> = layers
            .into_iter()
            .map(|(from, to, skip)| Layer {
                weights: Weights::new(to, from),
                norm: Norm::new(to),
                skip,
            })
            .collect();
        Self {
            kernel,
            first: Sparse::new(shape.features, shape.active, width),
            heads: Weights::new(shape.outputs, top),
            bias: Vector::new(shape.outputs, 0.0),
            layers,
            shape,
            batch: Batch::default(),
        }
    }

    /// Random parameters for benchmarks.
    pub fn fill(&mut self, mut random: impl FnMut() -> f32) {
        let (f, w) = (self.shape.features, self.shape.layers[0]);
        let s = (3.0 / self.shape.active as f32).sqrt();
        let v: Vec<f32> = (0..f * w).map(|_| random() * s).collect();
        parameters::scatter(&v, w, &mut self.first.table.value);
        for layer in &mut self.layers {
            let m = &mut layer.weights.master;
            let s = (1.0 / m.columns as f32).sqrt();
            let v: Vec<f32> = (0..m.rows * m.columns).map(|_| random() * s).collect();
            parameters::scatter(&v, m.columns, &mut m.value);
        }
        self.pack();
    }

    /// Brings everything derived from the parameters up to date.
    pub fn pack(&mut self) {
        self.first.pack(self.kernel);
        for layer in &mut self.layers {
            layer.weights.pack(self.kernel);
        }
        self.heads.pack(self.kernel);
    }

    /// Outputs `[n, outputs]`.
    pub fn forward(&mut self, features: &[u16]) -> &[f32] {
        let (kernel, clip) = (self.kernel, self.shape.clip);
        let ready = kernel.ready();
        let active = self.shape.active;
        let batch = &mut self.batch;
        batch.n = features.len() / active;
        batch.groups = batch.n.div_ceil(SIDE);
        batch.features.clear();
        batch.features.extend_from_slice(features);
        let n = batch.n;
        let widths: Vec<usize> = std::iter::once(self.first.table.panels())
            .chain(self.layers.iter().map(|l| l.weights.master.groups()))
            .collect();
        for store in [&mut batch.x, &mut batch.z, &mut batch.g] {
            store.resize(widths.len(), Vec::new());
            for (store, panels) in store.iter_mut().zip(&widths) {
                store.resize(batch.groups * panels, Rows::ZERO);
            }
        }
        let t = std::time::Instant::now();
        self.first.learn(kernel, &ready, features);
        lap(0, t);
        for l in 0..=self.layers.len() {
            let top = l == self.layers.len();
            let weights = if top { &self.heads } else { &self.layers[l].weights };
            let mut moments = vec![Moments::ZERO; weights.master.groups()];
            for start in (0..batch.groups).step_by(FORWARD) {
                let chunk = start..(start + FORWARD).min(batch.groups);
                let (before, here) = batch.x.split_at_mut(l);
                let x = part_mut(&mut here[0], &chunk, widths[l]);
                // The activations of this layer's input.
        let t = std::time::Instant::now();
                if l == 0 {
                    let rows = chunk.start * SIDE * active..(chunk.end * SIDE).min(n) * active;
                    self.first.forward(kernel, clip, &features[rows], x);
        lap(1, t);
                } else {
                    let layer = &self.layers[l - 1];
                    let z = part(&batch.z[l], &chunk, widths[l]);
                    let skip = layer.skip.then(|| part(&before[l - 2], &chunk, widths[l - 2]));
                    for (i, (x, z)) in x.iter_mut().zip(z).enumerate() {
                        let (group, panel) = (i / widths[l], i % widths[l]);
                        let rows = (n - (chunk.start + group) * SIDE).min(SIDE);
                        let affine = &layer.norm.affine[panel];
                        kernel.activate(z, skip.map(|s| &s[i]), affine, clip, rows, x);
                    }
        lap(2, t);
                }
        let t = std::time::Instant::now();
                if top {
                    let outputs = self.shape.outputs;
                    batch.outputs.resize(batch.groups * SIDE * outputs, 0.0);
                    let out = &mut batch.outputs[chunk.start * SIDE * outputs..];
                    let bias = &self.bias;
                    dense::forward(&ready, weights, x, |_, _| Ahead::NONE, |group, panel, sums| {
                        let width = (outputs - panel * SIDE).min(SIDE);
                        for (i, row) in sums.0.iter().enumerate() {
                            let out = &mut out[(group * SIDE + i) * outputs + panel * SIDE..];
                            for j in 0..width {
                                out[j] = row[j] + bias.value[panel].0[j];
                            }
                        }
                    });
                } else {
                    let z = part_mut(&mut batch.z[l + 1], &chunk, widths[l + 1]);
                    let panels = widths[l + 1];
                    let ahead = Ahead::of(z);
                    dense::forward(&ready, weights, x, |group, panel| ahead.at::<Rows>(group * panels + panel), |group, panel, sums| {
                        kernel.store(sums, &mut z[group * panels + panel], &mut moments[panel]);
                    });
                }
        lap(3, t);
            }
            if !top {
                self.layers[l].norm.learn_sums(n, &moments);
            }
        }
        batch.outputs.truncate(n * self.shape.outputs);
        &batch.outputs
    }

    /// Gradients of all parameters and one step of Adam.
    pub fn backward(&mut self, gradient: &[f32], rate: f64, updates: u64) {
        let (kernel, clip) = (self.kernel, self.shape.clip);
        let ready = kernel.ready();
        let step = adam::step(rate, updates);
        let batch = &mut self.batch;
        let (n, groups) = (batch.n, batch.groups);
        let outputs = self.shape.outputs;
        let widths: Vec<usize> = std::iter::once(self.first.table.panels())
            .chain(self.layers.iter().map(|l| l.weights.master.groups()))
            .collect();
        let mut scratch = Scratch::default();
        let count = self.layers.len();
        let mut moments: Vec<Moments> = Vec::new();
        let mut total = vec![Columns::ZERO; widths[0]];
        let mut one_hot = OneHot::default();
        for b in &mut self.bias.gradient {
            *b = Columns::ZERO;
        }
        for row in gradient.chunks_exact(outputs) {
            for (j, g) in row.iter().enumerate() {
                self.bias.gradient[j / SIDE].0[j % SIDE] += g;
            }
        }
        for l in (0..=count).rev() {
            let top = l == count;
            // The gradient of this layer's sums.
            let backs: Vec<_> = if top {
                Vec::new()
            } else {
                let norm = &mut self.layers[l].norm;
                (0..widths[l + 1])
                    .map(|p| {
                        let back = norm.differentiate_sums(p, n, &moments[p]);
                        (back.a, back.affine(norm.centre(p)))
                    })
                    .collect()
            };
            moments = vec![Moments::ZERO; widths[l]];
            let passes = l + 1 < count && self.layers[l + 1].skip;
            let weights = if top { &mut self.heads } else { &mut self.layers[l].weights };
            let outs = weights.master.groups();
            for start in (0..groups).step_by(CHUNK) {
                let chunk = start..(start + CHUNK).min(groups);
                let size = chunk.len();
                scratch.resize(size, outs);
        let t = std::time::Instant::now();
                for (i, d) in scratch.rows.iter_mut().enumerate() {
                    let (group, panel) = (i / outs, i % outs);
                    let rows = (n - (chunk.start + group) * SIDE).min(SIDE);
                    if top {
                        let width = (outputs - panel * SIDE).min(SIDE);
                        *d = Rows::ZERO;
                        for r in 0..rows {
                            let at = ((chunk.start + group) * SIDE + r) * outputs + panel * SIDE;
                            for j in 0..width {
                                d.0[r][j] = kernel::round(gradient[at + j]);
                            }
                        }
                    } else {
                        let g = &part(&batch.g[l + 1], &chunk, outs)[i];
                        let z = &part(&batch.z[l + 1], &chunk, outs)[i];
                        let (a, affine) = &backs[panel];
                        kernel.differentiate(g, z, a, affine, rows, d);
                    }
                    kernel.transpose(d, &mut scratch.turned[panel * size + group]);
                }
                lap(4, t);
                if l == 0 && kernel.has_tiles() {
        let t = std::time::Instant::now();
                    let active = self.shape.active;
                    let rows = chunk.start * SIDE * active..(chunk.end * SIDE).min(n) * active;
                    one_hot.fill(&batch.features[rows], active, self.shape.features);
                lap(5, t);
                }
                let ins = widths[l];
                let x = part(&batch.x[l], &chunk, ins);
                // Where the layer above this one ends a block, its gradient passes by this one.
                let (g_here, g_above) = batch.g.split_at_mut(l + 1);
                let skip = passes.then(|| part(&g_above[1], &chunk, ins));
                let g = part_mut(&mut g_here[l], &chunk, ins);
                let z = part(&batch.z[l], &chunk, ins);
                let t = std::time::Instant::now();
                if l > 0 {
                    // Rows in the order of memory, one product ahead: the matrix unit works while
                    // its last result is used.
                    for at in 0..=size * ins {
                        if at < size * ins {
                            let (group, p) = (at / ins, at % ins);
                            let left = &scratch.rows[group * outs..][..outs];
                            let right = &weights.backward[p * outs..][..outs];
                            let to = &mut scratch.sums[at % 2];
                            ready.product(left, right, to, false, Ahead::NONE);
                        }
                        let Some(at) = at.checked_sub(1) else {
                            continue;
                        };
                        let sums = &scratch.sums[at % 2];
                        kernel.mask(sums, skip.map(|s| &s[at]), &x[at], clip, Some(&z[at]), &mut g[at], &mut moments[at % ins]);
                    }
                }
                lap(11, t);
                for p in 0..ins {
                    let t = std::time::Instant::now();
                    let right = &weights.backward[p * outs..][..outs];
                    if l == 0 {
                    for group in 0..=size {
                        if group < size {
                            let left = &scratch.rows[group * outs..][..outs];
                            let to = &mut scratch.sums[group % 2];
                            ready.product(left, right, to, false, Ahead::of(&x[((group + 2) * ins + p).min(x.len())..]));
                        }
                        let Some(group) = group.checked_sub(1) else {
                            continue;
                        };
                        let at = group * ins + p;
                        let sums = &scratch.sums[group % 2];
                        let mut rows = Rows::ZERO;
                        kernel.mask(sums, None, &x[at], clip, None, &mut rows, &mut moments[p]);
                        kernel.pair(&rows, &mut scratch.gradients[group]);
                    }
                    }
                    lap(6, t);
        let t = std::time::Instant::now();
                    if l == 0 {
                        let tall = self.first.table.groups();
                        let to = &mut self.first.table.gradient[p * tall..][..tall];
                        one_hot.multiply(&ready, &scratch.gradients[..size], to, start > 0);
                    lap(8, t);
                    }
        let t = std::time::Instant::now();
                    for group in 0..size {
                        kernel.pair(&x[group * ins + p], &mut scratch.inputs[group]);
                    }
                    for o in 0..outs {
                        let left = &scratch.turned[o * size..][..size];
                        let (to, next) = weights.master.gradient[p * outs + o..].split_first_mut().expect("in the matrix");
                        ready.product(left, &scratch.inputs[..size], to, start > 0, Ahead::of(next));
                    }
                    lap(if l == 0 { 7 } else { 12 }, t);
                }
            }
            if l == 0 {
                for (total, m) in total.iter_mut().zip(&moments) {
                    *total = m.first;
                }
            }
        let t = std::time::Instant::now();
            if top {
                self.heads.adam(kernel, step);
                self.bias.adam(kernel, step);
            } else {
                let layer = &mut self.layers[l];
                layer.weights.adam(kernel, step);
                layer.norm.weight.adam(kernel, step);
                layer.norm.bias.adam(kernel, step);
            }
            lap(9, t);
        }
        let t = std::time::Instant::now();
        self.first.adam(kernel, n, &total, step);
        lap(10, t);
    }
}

pub static mut LAPS: [f64; 16] = [0.0; 16];
fn lap(i: usize, t: std::time::Instant) {
    #[allow(unsafe_code)]
    unsafe { LAPS[i] += t.elapsed().as_secs_f64() }
}

/// Scratch of a chunk.
#[derive(Debug)]
struct Scratch {
    rows: Vec<Rows>,
    turned: Vec<Rows>,
    inputs: Vec<Pairs>,
    gradients: Vec<Pairs>,
    sums: [Tile; 2],
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            turned: Vec::new(),
            inputs: vec![Pairs::ZERO; CHUNK],
            gradients: vec![Pairs::ZERO; CHUNK],
            sums: [Tile::ZERO, Tile::ZERO],
        }
    }
}

impl Scratch {
    fn resize(&mut self, groups: usize, panels: usize) {
        self.rows.resize(groups * panels, Rows::ZERO);
        self.turned.resize(groups * panels, Rows::ZERO);
    }
}

fn part<'a>(all: &'a [Rows], chunk: &std::ops::Range<usize>, panels: usize) -> &'a [Rows] {
    &all[chunk.start * panels..chunk.end * panels]
}

fn part_mut<'a>(
    all: &'a mut [Rows],
    chunk: &std::ops::Range<usize>,
    panels: usize,
) -> &'a mut [Rows] {
    &mut all[chunk.start * panels..chunk.end * panels]
}

#[allow(unused)]
fn unused(_: &Ready) {}
