//! Batch normalisation (Ioffe & Szegedy 2015) by sums over the batch.

use super::kernel::{Affine, Backward, Columns, Kernel, Moments, SIDE, Step, tiles};
use super::parameters::Vector;

/// As LibTorch's default.
pub const EPSILON: f64 = 1e-5;
/// Weight of a batch in the running statistics; as LibTorch's default.
pub const MOMENTUM: f64 = 0.1;

/// The sums of all shares, by panel.
pub fn added(shares: Vec<Vec<Moments>>) -> Vec<Moments> {
    let add = |to: &mut Columns, more: &Columns| {
        to.0.iter_mut().zip(&more.0).for_each(|(to, x)| *to += x);
    };
    let both = |mut all: Vec<Moments>, more: Vec<Moments>| {
        for (all, more) in all.iter_mut().zip(&more) {
            add(&mut all.first, &more.first);
            add(&mut all.second, &more.second);
        }
        all
    };
    shares.into_iter().reduce(both).unwrap_or_default()
}

/// A normalisation with its parameters, statistics, and what the current batch makes of them.
#[derive(Clone, Debug)]
pub struct Norm {
    /// γ
    pub weight: Vector,
    /// β
    pub bias: Vector,
    /// Running mean.
    pub mean: Vec<Columns>,
    /// Running variance.
    pub variance: Vec<Columns>,
    /// The batch's mean.
    centre: Vec<Columns>,
    /// One over the batch's standard deviation.
    inverse: Vec<Columns>,
    /// From sums to normalised numbers.
    pub affine: Vec<Affine>,
}

impl Norm {
    /// The plain standardisation.
    pub fn new(width: usize) -> Self {
        let columns = |x: f32| Vector::new(width, x).value;
        let panels = tiles(width);
        let none = Affine {
            scale: Columns::ZERO,
            shift: Columns::ZERO,
        };
        Self {
            weight: Vector::new(width, 1.0),
            bias: Vector::new(width, 0.0),
            mean: columns(0.0),
            variance: columns(1.0),
            centre: vec![Columns::ZERO; panels],
            inverse: vec![Columns::ZERO; panels],
            affine: vec![none; panels],
        }
    }

    /// Takes the statistics of a batch of `n`, for one panel: the mean and the variance.
    pub fn learn(&mut self, panel: usize, n: usize, mean: &[f64; SIDE], variance: &[f64; SIDE]) {
        let unbiased = n as f64 / (n as f64 - 1.0).max(1.0);
        let lerp = |old: &mut f32, new: f64| *old += ((new - f64::from(*old)) * MOMENTUM) as f32;
        for j in 0..SIDE {
            lerp(&mut self.mean[panel].0[j], mean[j]);
            lerp(&mut self.variance[panel].0[j], variance[j] * unbiased);
        }
        self.settle(panel, mean, variance);
    }

    /// Takes the statistics of a batch of `n` from Σ z and Σ z² of all panels.
    pub fn learn_sums(&mut self, n: usize, sums: &[Moments]) {
        for (panel, sums) in sums.iter().enumerate() {
            let mean = sums.first.0.map(|s| f64::from(s) / n as f64);
            let variance = std::array::from_fn(|j| {
                (f64::from(sums.second.0[j]) / n as f64 - mean[j] * mean[j]).max(0.0)
            });
            self.learn(panel, n, &mean, &variance);
        }
    }

    /// Normalises by the running statistics from now on.
    pub fn freeze(&mut self) {
        for panel in 0..self.mean.len() {
            let mean = self.mean[panel].0.map(f64::from);
            let variance = self.variance[panel].0.map(f64::from);
            self.settle(panel, &mean, &variance);
        }
    }

    fn settle(&mut self, panel: usize, mean: &[f64; SIDE], variance: &[f64; SIDE]) {
        for j in 0..SIDE {
            let inverse = 1.0 / (variance[j] + EPSILON).sqrt();
            let scale = f64::from(self.weight.value[panel].0[j]) * inverse;
            let shift = f64::from(self.bias.value[panel].0[j]) - mean[j] * scale;
            self.centre[panel].0[j] = mean[j] as f32;
            self.inverse[panel].0[j] = inverse as f32;
            self.affine[panel].scale.0[j] = scale as f32;
            self.affine[panel].shift.0[j] = shift as f32;
        }
    }

    /// The backward pass of one panel from Σ g and Σ g·(z − centre) over a batch of `n`.
    pub fn differentiate(
        &self,
        panel: usize,
        n: usize,
        sum: &[f64; SIDE],
        product: &[f64; SIDE],
    ) -> Backward {
        let inverse = self.inverse[panel].0.map(f64::from);
        let slope = |j: usize| product[j] * inverse[j] * inverse[j] / n as f64;
        // Columns that are not there have no parameters either.
        let there = |j: usize| panel * SIDE + j < self.weight.length;
        let gradient = |of: &dyn Fn(usize) -> f64| {
            let number = |j| if there(j) { of(j) as f32 } else { 0.0 };
            Columns(std::array::from_fn(number))
        };
        Backward {
            a: self.affine[panel].scale,
            mean: Columns(sum.map(|sum| (sum / n as f64) as f32)),
            slope: Columns(std::array::from_fn(|j| slope(j) as f32)),
            weight: gradient(&|j| product[j] * inverse[j]),
            bias: gradient(&|j| sum[j]),
        }
    }

    /// As [`Norm::differentiate`] from Σ g and Σ g·z.
    pub fn differentiate_sums(&self, panel: usize, n: usize, sums: &Moments) -> Backward {
        let sum = sums.first.0.map(f64::from);
        let product = std::array::from_fn(|j| {
            f64::from(sums.second.0[j]) - f64::from(self.centre[panel].0[j]) * sum[j]
        });
        self.differentiate(panel, n, &sum, &product)
    }

    /// Keeps the gradients of one panel's parameters.
    pub fn keep(&mut self, panel: usize, back: &Backward) {
        self.weight.gradient[panel] = back.weight;
        self.bias.gradient[panel] = back.bias;
    }

    /// One step of Adam on γ and β.
    pub fn adam(&mut self, kernel: Kernel, step: Step) {
        self.weight.adam(kernel, step);
        self.bias.adam(kernel, step);
    }

    /// The batch's mean.
    pub fn centre(&self, panel: usize) -> &Columns {
        &self.centre[panel]
    }
}

impl Backward {
    /// As `a × g + affine(z)`.
    pub fn affine(&self, centre: &Columns) -> Affine {
        let scale: [f32; SIDE] = std::array::from_fn(|j| -self.a.0[j] * self.slope.0[j]);
        let shift = std::array::from_fn(|j| -self.a.0[j] * self.mean.0[j] - scale[j] * centre.0[j]);
        Affine {
            scale: Columns(scale),
            shift: Columns(shift),
        }
    }
}
