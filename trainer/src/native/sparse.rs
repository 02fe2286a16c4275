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

use super::kernel::{
    Affine, Ahead, Columns, Kernel, Line, Pairs, Ready, Rows, SIDE, States, Step, Tile,
};
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
    /// How often each pair occurs, once for both orders: tiles `[groups][groups]`.
    pairs: Vec<[[u32; SIDE]; SIDE]>,
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
            pairs: vec![[[0; SIDE]; SIDE]; tiles(features) * tiles(features)],
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
        let groups = self.table.groups();
        let n = features.len() / self.active;
        self.count(features);
        let left = self.left_factors(kernel);
        let mut right = vec![Pairs::ZERO; groups];
        for panel in 0..self.steps.len() {
            let table = &self.table.value[panel * groups..][..groups];
            let mut mean = Columns::ZERO;
            for (tile, times) in table.iter().zip(&self.counts) {
                kernel.weigh(tile, times, &mut mean);
            }
            let mean = mean.0.map(|m| m / n as f32);
            let centre = Columns(mean.map(|m| m / self.active as f32));
            for (tile, right) in table.iter().zip(&mut right) {
                let mut rows = Rows::ZERO;
                kernel.centre(tile, &centre, &mut rows);
                kernel.pair(&rows, right);
            }
            let products = &mut self.products[panel * groups..][..groups];
            for (group, product) in products.iter_mut().enumerate() {
                ready.product(
                    &left[group * groups..][..groups],
                    &right,
                    product,
                    false,
                    Ahead::NONE,
                );
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

    fn count(&mut self, features: &[u16]) {
        let groups = self.table.groups();
        self.pairs.as_flattened_mut().as_flattened_mut().fill(0);
        let numbers = self.pairs.as_flattened_mut().as_flattened_mut();
        // Place by place: the rows of the few features that can be in one stay in the cache.
        for i in 0..self.active {
            for state in features.chunks_exact(self.active) {
                let f = usize::from(state[i]);
                let row = &mut numbers[(f / SIDE * groups * SIDE + f % SIDE) * SIDE..];
                for &other in &state[i..] {
                    let f = usize::from(other);
                    row[f / SIDE * SIDE * SIDE + f % SIDE] += 1;
                }
            }
        }
        for (group, counts) in self.counts.iter_mut().enumerate() {
            let tile = &self.pairs[group * groups + group];
            *counts = std::array::from_fn(|i| tile[i][i] as f32);
        }
    }

    /// X^T X as left factors: `[groups][groups]`.
    fn left_factors(&self, kernel: Kernel) -> Vec<Rows> {
        let groups = self.table.groups();
        let mut half = vec![Rows::ZERO; groups * groups];
        for (half, counts) in half.iter_mut().zip(&self.pairs) {
            kernel.round_counts(counts, half);
        }
        let mut whole = half.clone();
        for (at, whole) in whole.iter_mut().enumerate() {
            let (i, j) = (at / groups, at % groups);
            let mut turned = Rows::ZERO;
            kernel.transpose(&half[j * groups + i], &mut turned);
            if i == j {
                for k in 0..SIDE {
                    turned.0[k][k] = 0;
                }
            }
            kernel.add(whole, &turned);
        }
        whole
    }

    /// Activations of some rows: `features` is `[rows, active]`, `out` `[groups][panels]`.
    pub fn forward(&self, kernel: Kernel, clip: f32, features: &[u16], out: &mut [Rows]) {
        let panels = self.steps.len();
        let states = States::new(features, self.active, self.table.rows);
        let lines = self.lines.chunks_exact(self.table.rows);
        for (panel, (lines, affine)) in lines.zip(&self.affine).enumerate() {
            let first = Ahead::of(&out[panel..]);
            let groups = states.groups().zip(out.chunks_exact_mut(panels));
            for (i, (states, out)) in groups.enumerate() {
                let ahead = first.at::<Rows>((i + 1) * panels);
                kernel.sum(lines, affine, clip, states, &mut out[panel], ahead);
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
        for (i, left) in self.tiles.chunks_exact(self.groups).enumerate() {
            let (to, next) = to[i..].split_first_mut().expect("as many");
            ready.product(left, g, to, add, Ahead::of(next));
        }
    }
}
