//! Batch normalisation (Ioffe & Szegedy 2015) by sums over the batch.

use super::kernel::{Affine, Columns, Moments, SIDE};
use super::parameters::{Vector, tiles};

/// As LibTorch's default.
pub const EPSILON: f64 = 1e-5;
/// Weight of a batch in the running statistics; as LibTorch's default.
pub const MOMENTUM: f64 = 0.1;

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

/// From the gradient behind a normalisation to the one before it: `a × (g − mean − slope × (z −
/// centre))`.
#[derive(Clone, Copy, Debug)]
pub struct Backward {
    /// γ/σ
    pub a: Columns,
    /// Mean of g.
    pub mean: Columns,
    /// Mean of g·(z − centre), over the variance.
    pub slope: Columns,
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

    /// The backward pass of one panel from Σ g and Σ g·(z − centre) over a batch of `n`; leaves
    /// the parameters' gradients.
    pub fn differentiate(
        &mut self,
        panel: usize,
        n: usize,
        sum: &[f64; SIDE],
        product: &[f64; SIDE],
    ) -> Backward {
        let mut out = Backward {
            a: self.affine[panel].scale,
            mean: Columns::ZERO,
            slope: Columns::ZERO,
        };
        for j in 0..SIDE {
            let inverse = f64::from(self.inverse[panel].0[j]);
            self.weight.gradient[panel].0[j] = (product[j] * inverse) as f32;
            self.bias.gradient[panel].0[j] = sum[j] as f32;
            out.mean.0[j] = (sum[j] / n as f64) as f32;
            out.slope.0[j] = (product[j] * inverse * inverse / n as f64) as f32;
        }
        // Columns that are not there have no parameters either.
        let there = self.weight.length - (panel * SIDE).min(self.weight.length);
        for j in there.min(SIDE)..SIDE {
            self.weight.gradient[panel].0[j] = 0.0;
            self.bias.gradient[panel].0[j] = 0.0;
        }
        out
    }

    /// As [`Norm::differentiate`] from Σ g and Σ g·z.
    pub fn differentiate_sums(&mut self, panel: usize, n: usize, sums: &Moments) -> Backward {
        let sum = sums.first.0.map(f64::from);
        let product = std::array::from_fn(|j| {
            f64::from(sums.second.0[j]) - f64::from(self.centre[panel].0[j]) * sum[j]
        });
        self.differentiate(panel, n, &sum, &product)
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
