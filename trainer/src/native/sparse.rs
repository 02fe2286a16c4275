//! The first layer: a sum of table rows, normalised and clipped.
//!
//! For the one-hot input X the sums are z = X T, so with the table centred such that
//! X T̃ = z − mean, and V = X^T X T̃:
//!
//! * the variance of a column is Σ T̃ ∘ V / n: known before any sum is made, so that sums are
//!   normalised and clipped at once and never stored;
//! * the gradient of the normalisation is linear, so X^T of it is X^T g less multiples of the
//!   counts and of V: the gradient g behind the clip is used up tile by tile and never stored.

use super::gram::{Gram, by_sums};
use super::kernel::{
    Affine, Backward, Columns, Kernel, Line, Moments, Prefetch, Rows, SIDE, States, Step, Tile,
    tiles,
};
use super::norm::Norm;
use super::parameters::{Matrix, Panel};
use super::share::{Share, collect};
use rayon::prelude::*;

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
    /// The value of a step of the fixed point.
    steps: Vec<Columns>,
    /// From sums in fixed point to normalised numbers.
    affine: Vec<Affine>,
    /// How often each feature occurs.
    counts: Vec<[f32; SIDE]>,
    gram: Gram,
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
            products: table.value.clone(),
            table,
        }
    }

    /// Brings the fixed point up to date with the table.
    pub fn pack(&mut self, kernel: Kernel) {
        let (groups, features) = (self.table.groups(), self.table.rows);
        let tiles = self.table.value.chunks_exact(groups);
        let lines = self.lines.chunks_exact_mut(features);
        for ((tiles, lines), step) in tiles.zip(lines).zip(&mut self.steps) {
            *step = pack(kernel, self.active, tiles, lines);
        }
    }

    /// Takes the statistics of a batch.
    pub(super) fn learn(&mut self, kernel: Kernel, shares: &mut [Share]) {
        let (groups, width, active) = (self.table.groups(), self.table.rows, self.active);
        let n: usize = shares.iter().map(|share| share.n).sum();
        let by_pairs = kernel.counts_pairs(width, n * active);
        if !by_pairs || !kernel.has_tiles() {
            let shares = shares.par_iter_mut();
            shares.for_each(|share| share.sort(active, width));
        }
        self.count(shares);
        if by_pairs {
            self.gram.take(kernel, shares, active, width);
        }
        let (table, lines, counts) = (&self.table, &self.lines, &self.counts);
        let (steps, gram, shares) = (&self.steps, &self.gram, &*shares);
        let of = |(panel, products): (usize, &mut [Tile])| {
            let table = &table.value[panel * groups..][..groups];
            let mut mean = Columns::ZERO;
            for (tile, times) in table.iter().zip(counts) {
                kernel.weigh(tile, times, &mut mean);
            }
            let mean = mean.0.map(|m| m / n as f32);
            let centre = Columns(mean.map(|m| m / active as f32));
            if by_pairs {
                gram.multiply(kernel, table, &centre, products);
            } else {
                let lines = &lines[panel * width..][..width];
                let (scale, shift) = (steps[panel], Columns(mean.map(|m| -m)));
                let affine = Affine { scale, shift };
                by_sums(kernel, shares, active, lines, &affine, products);
            }
            let mut variance = Columns::ZERO;
            for (tile, product) in table.iter().zip(&*products) {
                kernel.dot(tile, &centre, product, &mut variance);
            }
            let variance = variance.0.map(|v| f64::from(v.max(0.0)) / n as f64);
            (mean.map(f64::from), variance)
        };
        let panels = self.products.par_chunks_exact_mut(groups).enumerate();
        let statistics: Vec<_> = panels.map(of).collect();
        for (panel, (mean, variance)) in statistics.iter().enumerate() {
            self.norm.learn(panel, n, mean, variance);
        }
        self.settle();
    }

    fn count(&mut self, shares: &[Share]) {
        let counts = self.counts.as_flattened_mut();
        counts.fill(0.0);
        for &f in shares.iter().flat_map(|share| &share.features) {
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
            let first = Prefetch::of(&out[panel..]);
            let groups = states.groups(1).zip(out.chunks_exact_mut(panels));
            for (i, (states, out)) in groups.enumerate() {
                let ahead = first.at::<Rows>((i + 1) * panels);
                kernel.sum(lines, affine, Some(clip), states, &mut out[panel], ahead);
            }
        }
    }

    /// The true gradient of the table, after X^T g is in the shares and Σ g over the batch of `n` in `sums`;
    /// with `step`, Adam's step as well.
    pub(super) fn finish(
        &mut self,
        kernel: Kernel,
        n: usize,
        sums: &[Moments],
        shares: &mut [Share],
        step: Option<Step>,
    ) {
        collect(shares, 0, &mut self.table.gradient);
        let (groups, features, active) = (self.table.groups(), self.table.rows, self.active);
        let (norm, counts, products) = (&self.norm, &self.counts, &self.products);
        type Parts<'a> = ((Panel<'a>, &'a mut [Line]), &'a mut Columns);
        let of = |(panel, ((mut table, lines), steps)): (usize, Parts<'_>)| {
            let centre = Columns(norm.centre(panel).0.map(|c| c / active as f32));
            let mut product = Columns::ZERO;
            for (value, gradient) in table.value.iter().zip(&*table.gradient) {
                kernel.dot(value, &centre, gradient, &mut product);
            }
            let (sum, product) = (sums[panel].first.0.map(f64::from), product.0.map(f64::from));
            let back = norm.differentiate(panel, n, &sum, &product);
            let products = &products[panel * groups..][..groups];
            for ((gradient, times), product) in table.gradient.iter_mut().zip(counts).zip(products)
            {
                kernel.correct(gradient, &back, times, product);
            }
            if let Some(step) = step {
                table.adam(kernel, step);
                *steps = pack(kernel, active, table.value, lines);
            }
            back
        };
        let lines = self.lines.par_chunks_exact_mut(features);
        let panels = self.table.panels_mut().zip(lines).zip(&mut self.steps);
        let backs: Vec<Backward> = panels.enumerate().map(of).collect();
        for (panel, back) in backs.iter().enumerate() {
            self.norm.keep(panel, back);
        }
    }
}

/// Brings the fixed point of one panel up to date; what a step of it is worth.
fn pack(kernel: Kernel, active: usize, tiles: &[Tile], lines: &mut [Line]) -> Columns {
    let mut largest = Columns([f32::MIN_POSITIVE; SIDE]);
    for tile in tiles {
        kernel.largest(tile, &mut largest);
    }
    // No sum of `active` rows can leave 16 bits.
    let room = f32::from(i16::MAX) / active as f32 - 1.0;
    let scale = Columns(largest.0.map(|x| room / x));
    for (tile, lines) in tiles.iter().zip(lines.chunks_mut(SIDE)) {
        kernel.quantise(tile, &scale, lines);
    }
    Columns(scale.0.map(|x| 1.0 / x))
}
