//! A layer with its parameters: sums, normalised, perhaps added to, clipped.

use super::super::forward::Statistics;
use super::super::kernel::Step;
use super::super::kernel::adam::{BETA1, BETA2, EPSILON};
use super::super::norm;
use super::super::state::Part;
use super::number::Real;

/// A parameter with its moments and gradient.
#[derive(Clone, Debug)]
pub struct Parameter<R> {
    pub name: String,
    pub shape: Vec<usize>,
    pub value: Vec<R>,
    pub first: Vec<R>,
    pub second: Vec<R>,
    pub gradient: Vec<R>,
}

impl<R: Real> Parameter<R> {
    pub fn new(name: String, shape: &[usize], value: f64) -> Self {
        let all = |x: f64| vec![R::near(x); shape.iter().product()];
        Self {
            name,
            shape: shape.to_vec(),
            value: all(value),
            first: all(0.0),
            second: all(0.0),
            gradient: all(0.0),
        }
    }

    /// One step; see [`super::super::kernel::Kernel::adam`].
    pub fn adam(&mut self, step: Step) {
        let number = |x: f32| R::near(f64::from(x));
        let (rate, second) = (number(step.rate), number(step.second));
        let [decay1, decay2] = [BETA1, BETA2].map(|beta| R::near(1.0) - number(beta));
        let moments = self.first.iter_mut().zip(&mut self.second);
        let numbers = self.value.iter_mut().zip(moments).zip(&self.gradient);
        for ((value, (m, v)), &g) in numbers {
            *m += (g - *m) * decay1;
            *v += (g * g - *v) * decay2;
            *value = *value - rate * *m / (v.root() * second + number(EPSILON));
        }
    }

    /// One of its arrays.
    pub fn part(&mut self, part: Part) -> &mut Vec<R> {
        match part {
            Part::Value => &mut self.value,
            Part::First => &mut self.first,
            Part::Second => &mut self.second,
            Part::Gradient => &mut self.gradient,
        }
    }
}

/// A layer: sums, normalised, perhaps added to, clipped.
#[derive(Clone, Debug)]
pub struct Layer<R> {
    /// `[features, width]` in the first layer, `[width, inputs]` in the others.
    pub weight: Parameter<R>,
    pub scale: Parameter<R>,
    pub shift: Parameter<R>,
    pub mean: Parameter<R>,
    pub variance: Parameter<R>,
    pub skip: bool,
    pub width: usize,
    /// Normalised sums, before scale and shift.
    pub normal: Vec<R>,
    /// One over the standard deviations.
    pub inverse: Vec<R>,
    /// Activations.
    pub x: Vec<R>,
    /// Gradients behind the normalisation.
    pub g: Vec<R>,
}

impl<R: Real> Layer<R> {
    pub fn new(name: &str, weight: &str, shape: [usize; 2], width: usize, skip: bool) -> Self {
        let vector =
            |what: &str, value| Parameter::new(format!("{name}.norm.{what}"), &[width], value);
        Self {
            weight: Parameter::new(format!("{name}.{weight}"), &shape, 0.0),
            scale: vector("weight", 1.0),
            shift: vector("bias", 0.0),
            mean: vector("running_mean", 0.0),
            variance: vector("running_var", 1.0),
            skip,
            width,
            normal: Vec::new(),
            inverse: vec![R::near(0.0); width],
            x: Vec::new(),
            g: Vec::new(),
        }
    }

    /// From the sums in `normal` to activations.
    pub fn activate(&mut self, skip: Option<&[R]>, clip: R, statistics: Statistics) {
        let (width, zero) = (self.width, R::near(0.0));
        let n = self.normal.len() / width;
        let mut centre = self.mean.value.clone();
        let mut variance = self.variance.value.clone();
        if statistics == Statistics::Batch {
            let count = R::near(n as f64);
            let unbiased = R::near(n as f64 / (n as f64 - 1.0).max(1.0));
            centre.fill(zero);
            variance.fill(zero);
            for row in self.normal.chunks_exact(width) {
                row.iter()
                    .zip(&mut centre)
                    .for_each(|(&z, sum)| *sum += z / count);
            }
            for row in self.normal.chunks_exact(width) {
                for ((&z, &mean), sum) in row.iter().zip(&centre).zip(&mut variance) {
                    *sum += (z - mean) * (z - mean) / count;
                }
            }
            let momentum = R::near(norm::MOMENTUM);
            for j in 0..width {
                let (mean, var) = (&mut self.mean.value[j], &mut self.variance.value[j]);
                *mean += (centre[j] - *mean) * momentum;
                *var += (variance[j] * unbiased - *var) * momentum;
            }
        }
        for (inverse, &v) in self.inverse.iter_mut().zip(&variance) {
            *inverse = R::near(1.0) / (v + R::near(norm::EPSILON)).root();
        }
        self.x.clear();
        for (i, row) in self.normal.chunks_exact_mut(width).enumerate() {
            for (j, z) in row.iter_mut().enumerate() {
                *z = (*z - centre[j]) * self.inverse[j];
                let mut y = *z * self.scale.value[j] + self.shift.value[j];
                if let Some(skip) = skip {
                    y += skip[i * width + j];
                }
                let y = if y < zero { zero } else { y };
                self.x.push(if y > clip { clip } else { y });
            }
        }
    }

    /// Where activations are clipped nothing passes.
    pub fn mask(&mut self, clip: R) {
        for (g, &x) in self.g.iter_mut().zip(&self.x) {
            if x <= R::near(0.0) || x >= clip {
                *g = R::near(0.0);
            }
        }
    }

    /// The gradients of the sums, and those of scale and shift.
    pub fn differentiate(&mut self) -> Vec<R> {
        let width = self.width;
        let count = R::near((self.g.len() / width) as f64);
        let (sum, product) = (&mut self.shift.gradient, &mut self.scale.gradient);
        sum.fill(R::near(0.0));
        product.fill(R::near(0.0));
        for (g, z) in self
            .g
            .chunks_exact(width)
            .zip(self.normal.chunks_exact(width))
        {
            for j in 0..width {
                sum[j] += g[j];
                product[j] += g[j] * z[j];
            }
        }
        let rows = self
            .g
            .chunks_exact(width)
            .zip(self.normal.chunks_exact(width));
        let of = |(j, (&g, &z)): (usize, (&R, &R))| {
            self.scale.value[j] * self.inverse[j] * (g - (sum[j] + z * product[j]) / count)
        };
        rows.flat_map(|(g, z)| g.iter().zip(z).enumerate().map(of))
            .collect()
    }

    /// What training steps.
    pub fn parameters(&mut self) -> [&mut Parameter<R>; 3] {
        [&mut self.weight, &mut self.scale, &mut self.shift]
    }
}
