//! The first layer: a sum of table rows, normalised and clipped.
//!
//! For the one-hot input X the sums are z = X T, so with the table centred such that
//! X T̃ = z − mean, and V = X^T X T̃:
//!
//! * the variance of a column is Σ T̃ ∘ V / n: known before any sum is made, so that sums are
//!   normalised and clipped at once and never stored;
//! * the gradient of the normalisation is linear, so X^T of it is X^T g less multiples of the
//!   counts and of V: the gradient g behind the clip is used up tile by tile and never stored.

use super::gram::{Gram, Sums};
use super::kernel::{Affine, Ahead, Columns, Kernel, Line, Ready, Rows, SIDE, States, Step, Tile};
use super::norm::Norm;
use super::parameters::{Matrix, tiles};

/// The layer.
#[derive(Clone, Debug)]
pub struct Sparse {
    /// `[features, width]`; its gradient is that of the rows for the gradient behind the clip.
    pub table: Matrix,
    /// Its normalisation.
    pub norm: Norm,
    /// Active features of a state.
    active: usize,
    /// The table in fixed point: `[panels][features]`.
    lines: Vec<Line>,
    /// What a step of the fixed point is worth.
    steps: Vec<Columns>,
    /// From sums in fixed point to normalised numbers.
    affine: Vec<Affine>,
    /// How often each feature occurs.
    counts: Vec<[f32; SIDE]>,
    gram: Gram,
    sums: Sums,
    /// V in tiles as the table's.
    products: Vec<Tile>,
}

impl Sparse {
    /// All zero.
    pub fn new(features: usize, active: usize, width: usize) -> Self {
        let table = Matrix::new(features, width);
        let panels = tiles(width);
        let none = Affine {
            scale: Columns::ZERO,
            shift: Columns::ZERO,
        };
        Self {
            norm: Norm::new(width),
            active,
            lines: vec![Line([0; SIDE]); panels * features],
            steps: vec![Columns::ZERO; panels],
            affine: vec![none; panels],
            counts: vec![[0.0; SIDE]; tiles(features)],
            gram: Gram::default(),
            sums: Sums::default(),
            products: table.value.clone(),
            table,
        }
    }

    /// Brings the fixed point up to date with the table.
    pub fn pack(&mut self, kernel: Kernel) {
        for panel in 0..self.steps.len() {
            self.pack_panel(kernel, panel);
        }
    }

    fn pack_panel(&mut self, kernel: Kernel, panel: usize) {
        let (groups, features) = (self.table.groups(), self.table.rows);
        let tiles = &self.table.value[panel * groups..][..groups];
        let mut largest = Columns([f32::MIN_POSITIVE; SIDE]);
        for tile in tiles {
            kernel.largest(tile, &mut largest);
        }
        // No sum of `active` rows can leave 16 bits.
        let room = f32::from(i16::MAX) / self.active as f32 - 1.0;
        let scale = Columns(largest.0.map(|x| room / x));
        self.steps[panel] = Columns(scale.0.map(|x| 1.0 / x));
        let lines = &mut self.lines[panel * features..][..features];
        for (tile, lines) in tiles.iter().zip(lines.chunks_mut(SIDE)) {
            kernel.quantise(tile, &scale, lines);
        }
    }

    /// Takes the statistics of a batch: `[n, active]`.
    pub fn learn(&mut self, kernel: Kernel, ready: &Ready, features: &[u16]) {
        let (groups, width) = (self.table.groups(), self.table.rows);
        let n = features.len() / self.active;
        self.count(features);
        let states = States::new(features, self.active, width);
        let by_pairs = kernel.counts_pairs(width, features.len());
        if by_pairs {
            self.gram.take(kernel, features, self.active, width);
        } else {
            self.sums.take(states);
        }
        for panel in 0..self.steps.len() {
            let table = &self.table.value[panel * groups..][..groups];
            let mut mean = Columns::ZERO;
            for (tile, times) in table.iter().zip(&self.counts) {
                kernel.weigh(tile, times, &mut mean);
            }
            let mean = mean.0.map(|m| m / n as f32);
            let centre = Columns(mean.map(|m| m / self.active as f32));
            let products = &mut self.products[panel * groups..][..groups];
            if by_pairs {
                let gram = &mut self.gram;
                gram.multiply(kernel, ready, table, &centre, products);
            } else {
                let lines = &self.lines[panel * width..][..width];
                let (scale, shift) = (self.steps[panel], Columns(mean.map(|m| -m)));
                let affine = Affine { scale, shift };
                let sums = &mut self.sums;
                sums.multiply(kernel, states, lines, &affine, products);
            }
            let mut variance = Columns::ZERO;
            for (tile, product) in table.iter().zip(&*products) {
                kernel.dot(tile, &centre, product, &mut variance);
            }
            let variance = variance.0.map(|v| f64::from(v.max(0.0)) / n as f64);
            self.norm.learn(panel, n, &mean.map(f64::from), &variance);
        }
        self.settle();
    }

    fn count(&mut self, features: &[u16]) {
        let counts = self.counts.as_flattened_mut();
        counts.fill(0.0);
        for &f in features {
            counts[usize::from(f)] += 1.0;
        }
    }

    /// Normalises by the running statistics from now on.
    pub fn freeze(&mut self) {
        self.norm.freeze();
        self.settle();
    }

    fn settle(&mut self) {
        for ((affine, norm), step) in self
            .affine
            .iter_mut()
            .zip(&self.norm.affine)
            .zip(&self.steps)
        {
            affine.shift = norm.shift;
            for j in 0..SIDE {
                affine.scale.0[j] = norm.scale.0[j] * step.0[j];
            }
        }
    }

    /// Activations of some rows: `features` is `[rows, active]`, `out` `[groups][panels]`.
    pub fn forward(&self, kernel: Kernel, clip: f32, features: &[u16], out: &mut [Rows]) {
        let panels = self.steps.len();
        let states = States::new(features, self.active, self.table.rows);
        let lines = self.lines.chunks_exact(self.table.rows);
        for (panel, (lines, affine)) in lines.zip(&self.affine).enumerate() {
            let first = Ahead::of(&out[panel..]);
            let groups = states.groups(1).zip(out.chunks_exact_mut(panels));
            for (i, (states, out)) in groups.enumerate() {
                let ahead = first.at::<Rows>((i + 1) * panels);
                kernel.sum(lines, affine, Some(clip), states, &mut out[panel], ahead);
            }
        }
    }

    /// The true gradient of one panel of the table, after X^T g and Σ g over a batch of `n` are in;
    /// with `step`, Adam's step as well.
    pub fn finish(
        &mut self,
        kernel: Kernel,
        panel: usize,
        n: usize,
        sum: &Columns,
        step: Option<Step>,
    ) {
        let groups = self.table.groups();
        let range = panel * groups..(panel + 1) * groups;
        let centre = Columns(self.norm.centre(panel).0.map(|c| c / self.active as f32));
        let mut product = Columns::ZERO;
        for at in range.clone() {
            let (value, gradient) = (&self.table.value[at], &self.table.gradient[at]);
            kernel.dot(value, &centre, gradient, &mut product);
        }
        let (sum, product) = (sum.0.map(f64::from), product.0.map(f64::from));
        let back = self.norm.differentiate(panel, n, &sum, &product);
        for at in range {
            let times = &self.counts[at % groups];
            kernel.correct(
                &mut self.table.gradient[at],
                &back,
                times,
                &self.products[at],
            );
            if let Some(step) = step {
                self.table.adam(at, kernel, step);
            }
        }
        if step.is_some() {
            self.pack_panel(kernel, panel);
        }
    }
}
