//! The first layer: a sum of table rows, normalised and clipped.
//!
//! All it needs of a batch beyond the rows is in the counts of features and of pairs of features,
//! X^T X for the one-hot input X. The sums are z = X T, so with the table centred such that
//! X T̃ = z − mean, and V = X^T X T̃:
//!
//! * the variance of a column is Σ T̃ ∘ V / n: known before any sum is made, so that sums are
//!   normalised and clipped at once and never stored;
//! * the gradient of the normalisation is linear, so X^T of it is X^T g less multiples of the
//!   counts and of V: the gradient g behind the clip is used up tile by tile and never stored.

use super::kernel::{Affine, Columns, Kernel, Line, Pairs, Ready, Rows, SIDE, Step, Tile};
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
    counts: Vec<u32>,
    /// How often each pair occurs: `[features, features]`, the upper triangle.
    pairs: Vec<u32>,
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
            counts: vec![0; features],
            pairs: vec![0; features * features],
            products: table.value.clone(),
            table,
        }
    }

    /// Brings the fixed point up to date with the table.
    pub fn pack(&mut self) {
        for panel in 0..self.steps.len() {
            self.pack_panel(panel);
        }
    }

    fn pack_panel(&mut self, panel: usize) {
        let (groups, features) = (self.table.groups(), self.table.rows);
        let tiles = &self.table.value[panel * groups..][..groups];
        let rows = || tiles.iter().flat_map(|t| &t.0).take(features);
        let mut largest = [f32::MIN_POSITIVE; SIDE];
        for row in rows() {
            for j in 0..SIDE {
                largest[j] = largest[j].max(row[j].abs());
            }
        }
        // No sum of `active` rows can leave 16 bits.
        let room = f32::from(i16::MAX) / self.active as f32 - 1.0;
        let scale = largest.map(|x| room / x);
        self.steps[panel] = Columns(scale.map(|x| 1.0 / x));
        let lines = &mut self.lines[panel * features..][..features];
        // Adding this and taking it away again rounds to whole numbers.
        const MAGIC: f32 = 12_582_912.0;
        for (row, line) in rows().zip(lines) {
            for j in 0..SIDE {
                let bits = (row[j] * scale[j] + MAGIC).to_bits();
                line.0[j] = bits as i16;
            }
        }
    }

    /// Takes the statistics of a batch: `[n, active]`.
    pub fn learn(&mut self, kernel: Kernel, ready: &Ready, features: &[u16]) {
        let (groups, count) = (self.table.groups(), self.table.rows);
        let n = features.len() / self.active;
        self.count(features);
        let left = self.left_factors();
        let mut right = vec![Pairs::ZERO; groups];
        for panel in 0..self.steps.len() {
            let table = &self.table.value[panel * groups..][..groups];
            let mut mean = [0f64; SIDE];
            for (row, &times) in table.iter().flat_map(|t| &t.0).zip(&self.counts) {
                for j in 0..SIDE {
                    mean[j] += f64::from(row[j]) * f64::from(times);
                }
            }
            mean = mean.map(|m| m / n as f64);
            let centre = mean.map(|m| (m / self.active as f64) as f32);
            for (tile, right) in table.iter().zip(&mut right) {
                let (mut centred, mut rows) = (tile.clone(), Rows::ZERO);
                for row in &mut centred.0 {
                    for j in 0..SIDE {
                        row[j] -= centre[j];
                    }
                }
                kernel.round(&centred, &mut rows);
                kernel.pair(&rows, right);
            }
            let products = &mut self.products[panel * groups..][..groups];
            for (group, product) in products.iter_mut().enumerate() {
                ready.product(&left[group * groups..][..groups], &right, product, false);
            }
            let mut variance = [0f32; SIDE];
            let rows = table.iter().zip(&*products);
            for (t, v) in rows.flat_map(|(t, v)| t.0.iter().zip(&v.0)).take(count) {
                for j in 0..SIDE {
                    variance[j] += (t[j] - centre[j]) * v[j];
                }
            }
            let variance = variance.map(|v| f64::from(v.max(0.0)) / n as f64);
            self.norm.learn(panel, n, &mean, &variance);
        }
        self.settle();
    }

    /// Normalises by the running statistics from now on.
    pub fn freeze(&mut self) {
        self.norm.freeze();
        self.settle();
    }

    fn settle(&mut self) {
        for ((affine, norm), step) in self.affine.iter_mut().zip(&self.norm.affine).zip(&self.steps)
        {
            affine.shift = norm.shift;
            for j in 0..SIDE {
                affine.scale.0[j] = norm.scale.0[j] * step.0[j];
            }
        }
    }

    fn count(&mut self, features: &[u16]) {
        let width = self.table.rows;
        self.counts.fill(0);
        self.pairs.fill(0);
        for state in features.chunks_exact(self.active) {
            for (i, &f) in state.iter().enumerate() {
                let row = &mut self.pairs[usize::from(f) * width..][..width];
                for &other in &state[i..] {
                    row[usize::from(other)] += 1;
                }
            }
        }
        for f in 0..width {
            self.counts[f] = self.pairs[f * width + f];
        }
    }

    /// X^T X as left factors: `[groups][groups]`.
    fn left_factors(&self) -> Vec<Rows> {
        let (groups, width) = (self.table.groups(), self.table.rows);
        let mut left = vec![Rows::ZERO; groups * groups];
        for i in 0..width {
            for j in 0..width {
                // A state may list its features in any order.
                let mut times = self.pairs[i * width + j];
                if i != j {
                    times += self.pairs[j * width + i];
                }
                left[i / SIDE * groups + j / SIDE].0[i % SIDE][j % SIDE] =
                    super::kernel::round(times as f32);
            }
        }
        left
    }

    /// Activations of some rows: `features` is `[rows, active]`, `out` `[groups][panels]`.
    pub fn forward(&self, kernel: Kernel, clip: f32, features: &[u16], out: &mut [Rows]) {
        let panels = self.steps.len();
        let lines = self.lines.chunks_exact(self.table.rows);
        for (panel, (lines, affine)) in lines.zip(&self.affine).enumerate() {
            let groups = features.chunks(SIDE * self.active);
            for (features, out) in groups.zip(out.chunks_exact_mut(panels)) {
                kernel.sum(lines, affine, clip, features, self.active, &mut out[panel]);
            }
        }
    }

    /// One step of Adam for a batch of `n` after the table's gradient is summed; `sums` has Σ g of
    /// each panel.
    pub fn adam(&mut self, kernel: Kernel, n: usize, sums: &[Columns], step: Step) {
        let groups = self.table.groups();
        for panel in 0..self.steps.len() {
            let range = panel * groups..(panel + 1) * groups;
            let centre = self.norm.centre(panel).0.map(|c| c / self.active as f32);
            let mut product = [0f32; SIDE];
            for at in range.clone() {
                let (value, gradient) = (&self.table.value[at], &self.table.gradient[at]);
                for (w, g) in value.0.iter().zip(&gradient.0) {
                    for j in 0..SIDE {
                        product[j] += (w[j] - centre[j]) * g[j];
                    }
                }
            }
            let sum = sums[panel].0.map(f64::from);
            let back = self.norm.differentiate(panel, n, &sum, &product.map(f64::from));
            for at in range {
                let first = at % groups * SIDE;
                let gradient = &mut self.table.gradient[at].0;
                let counts = self.counts[first..].iter();
                for ((g, v), &times) in gradient.iter_mut().zip(&self.products[at].0).zip(counts) {
                    for j in 0..SIDE {
                        let mean = back.mean.0[j] * times as f32;
                        g[j] = back.a.0[j] * (g[j] - mean - back.slope.0[j] * v[j]);
                    }
                }
                self.table.adam(at, kernel, step);
            }
            self.pack_panel(panel);
        }
        self.norm.weight.adam(kernel, step);
        self.norm.bias.adam(kernel, step);
    }
}

/// The one-hot input of some rows, transposed, as left factors: `[feature groups][row groups]`.
#[derive(Clone, Debug, Default)]
pub struct OneHot {
    tiles: Vec<Rows>,
    groups: usize,
}

impl OneHot {
    /// Fills it for `features`, `[rows, active]`, of `width`.
    pub fn fill(&mut self, features: &[u16], active: usize, width: usize) {
        const ONE: u16 = 0x3f80;
        self.groups = (features.len() / active).div_ceil(SIDE);
        self.tiles.clear();
        self.tiles.resize(tiles(width) * self.groups, Rows::ZERO);
        for (i, state) in features.chunks_exact(active).enumerate() {
            for &f in state {
                let f = usize::from(f);
                self.tiles[f / SIDE * self.groups + i / SIDE].0[f % SIDE][i % SIDE] = ONE;
            }
        }
    }

    /// Adds X^T g to a panel of the table's gradient; `g` has the rows' gradients.
    pub fn multiply(&self, ready: &Ready, g: &[Pairs], to: &mut [Tile], add: bool) {
        for (left, to) in self.tiles.chunks_exact(self.groups).zip(to) {
            ready.product(left, g, to, add);
        }
    }
}
