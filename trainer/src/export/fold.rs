//! Layers with batch normalisation folded into them, as a weight file stores them.

use crate::net::mlp::CLIP;
use ndarray::{Array1, Array2, Axis, LinalgScalar, ScalarOperand, concatenate};

/// What is added to a variance before its root is taken.
pub const EPSILON: f64 = 1e-5;

/// A floating-point number.
pub trait Real: LinalgScalar + ScalarOperand + PartialOrd + From<f32> {}

impl<R: LinalgScalar + ScalarOperand + PartialOrd + From<f32>> Real for R {}

/// A layer without normalisation.
#[derive(Clone, Debug)]
pub struct Layer<R = f64> {
    /// Its name in reports.
    pub name: String,
    /// `[outputs, inputs]`
    pub weight: Array2<R>,
    /// `[outputs]`
    pub bias: Array1<R>,
}

/// Dense layers and residual blocks without normalisation.
#[derive(Clone, Debug)]
pub struct Folded<R = f64> {
    /// The sparse layer; its inputs are features.
    pub first: Layer<R>,
    /// Dense layers after it.
    pub hidden: Vec<Layer<R>>,
    /// Residual blocks.
    pub blocks: Vec<[Layer<R>; 2]>,
    /// All heads in the order value, q, policy.
    pub heads: Layer<R>,
}

/// A normalisation: (x − mean) / √(variance + ε) × scale + shift.
#[derive(Clone, Copy, Debug)]
pub struct Norm<'a> {
    /// The factors, one if there are none.
    pub scale: Option<&'a [f32]>,
    /// The offsets, zero if there are none.
    pub shift: Option<&'a [f32]>,
    /// The means of batches.
    pub mean: &'a [f32],
    /// The variances of batches.
    pub variance: &'a [f32],
}

/// Numbers in double.
pub fn doubles(numbers: &[f32]) -> Array1<f64> {
    numbers.iter().map(|&x| f64::from(x)).collect()
}

impl Layer {
    /// A layer of these numbers, `[outputs, inputs]` and `[outputs]`, as they are; without biases they are zero.
    pub fn linear(name: &str, weight: &[f32], bias: Option<&[f32]>, outputs: usize) -> Self {
        let inputs = weight.len() / outputs;
        let weight = doubles(weight).into_shape_with_order([outputs, inputs]);
        Self {
            name: name.into(),
            bias: bias.map_or_else(|| Array1::zeros(outputs), doubles),
            weight: weight.expect("as many numbers"),
        }
    }

    /// With the normalisation that follows it.
    pub fn normalised(self, norm: Norm<'_>) -> Self {
        let deviation = (doubles(norm.variance) + EPSILON).sqrt();
        let factor = match norm.scale {
            Some(scale) => doubles(scale) / deviation,
            None => deviation.recip(),
        };
        let centred = (self.bias - doubles(norm.mean)) * &factor;
        Self {
            weight: self.weight * factor.insert_axis(Axis(1)),
            bias: match norm.shift {
                Some(shift) => doubles(shift) + centred,
                None => centred,
            },
            ..self
        }
    }

    /// Several layers on one input as one: the outputs of each after those of the one before.
    pub fn beside(layers: &[Self]) -> Self {
        let weights: Vec<_> = layers.iter().map(|layer| layer.weight.view()).collect();
        let biases: Vec<_> = layers.iter().map(|layer| layer.bias.view()).collect();
        let names: Vec<&str> = layers.iter().map(|l| l.name.as_str()).collect();
        let same = "layers on one input";
        Self {
            name: names.join("+"),
            weight: concatenate(Axis(0), &weights).expect(same),
            bias: concatenate(Axis(0), &biases).expect(same),
        }
    }

    /// In single precision.
    pub fn single(&self) -> Layer<f32> {
        Layer {
            name: self.name.clone(),
            weight: self.weight.mapv(|x| x as f32),
            bias: self.bias.mapv(|x| x as f32),
        }
    }
}

impl<R: Real> Layer<R> {
    /// Sums of the layer, `[n, outputs]`, for activations `[n, inputs]`.
    pub fn apply(&self, x: &Array2<R>) -> Array2<R> {
        x.dot(&self.weight.t()) + &self.bias
    }
}

/// Activations of some states, `[n, units]`, and outputs.
#[derive(Debug)]
pub struct Activations<R = f64> {
    /// Of the layers before the trunk.
    pub earlier: Vec<Array2<R>>,
    /// Inside each block.
    pub inner: Vec<Array2<R>>,
    /// Above all blocks.
    pub trunk: Array2<R>,
    /// `[n, outputs]`
    pub heads: Array2<R>,
}

impl Folded {
    /// Units of each layer before the blocks.
    pub fn widths(&self) -> Vec<usize> {
        let layers = [&self.first].into_iter().chain(&self.hidden);
        layers.map(|layer| layer.bias.len()).collect()
    }

    /// In single precision.
    pub fn single(&self) -> Folded<f32> {
        let blocks = self.blocks.iter();
        Folded {
            first: self.first.single(),
            hidden: self.hidden.iter().map(Layer::single).collect(),
            blocks: blocks.map(|[a, b]| [a.single(), b.single()]).collect(),
            heads: self.heads.single(),
        }
    }
}

impl<R: Real> Folded<R> {
    /// Evaluates states given by their features, `[n × active]`. `table` are the weights of the first layer by feature.
    pub fn run(&self, table: &Array2<R>, features: &[u16], active: usize) -> Activations<R> {
        let mut trunk = clip(sum_rows(table, features, active) + &self.first.bias);
        let mut earlier = Vec::new();
        for layer in &self.hidden {
            let next = clip(layer.apply(&trunk));
            earlier.push(std::mem::replace(&mut trunk, next));
        }
        let mut inner = Vec::new();
        for [a, b] in &self.blocks {
            let x = clip(a.apply(&trunk));
            trunk = clip(trunk + b.apply(&x));
            inner.push(x);
        }
        Activations {
            earlier,
            inner,
            heads: self.heads.apply(&trunk),
            trunk,
        }
    }

    /// The weights of the first layer by feature.
    pub fn table(&self) -> Array2<R> {
        self.first.weight.t().as_standard_layout().into_owned()
    }
}

/// Activations of a network of kind "mlp".
pub fn clip<R: Real>(x: Array2<R>) -> Array2<R> {
    let (least, most) = (R::zero(), R::from(CLIP as f32));
    x.mapv_into(|x| match x {
        x if x < least => least,
        x if x > most => most,
        x => x,
    })
}

/// The sum of the rows of `table` that the features of each state name.
pub fn sum_rows<R: Real>(table: &Array2<R>, features: &[u16], active: usize) -> Array2<R> {
    let mut sums = Array2::zeros([features.len() / active, table.ncols()]);
    let states = features.chunks_exact(active);
    for (mut sum, state) in sums.rows_mut().into_iter().zip(states) {
        for &feature in state {
            sum.zip_mut_with(&table.row(usize::from(feature)), |sum, &x| *sum = *sum + x);
        }
    }
    sums
}
