//! Linear maps and activations on blocks of rows.

use ndarray::linalg::general_mat_mul;
use ndarray::{Array1, Array2, ArrayView2, ArrayViewMut2};
use quarterturn_core::net::float::{self, Activation};

/// Weights and a bias per output.
#[derive(Clone, Debug)]
pub struct Linear {
    /// `[outputs, inputs]`
    weights: Array2<f32>,
    bias: Array1<f32>,
}

impl From<float::Linear> for Linear {
    fn from(stored: float::Linear) -> Self {
        let inputs = stored.weights.len() / stored.bias.len();
        Self {
            weights: matrix(stored.weights, inputs),
            bias: stored.bias.into(),
        }
    }
}

impl Linear {
    /// Number of outputs.
    pub fn outputs(&self) -> usize {
        self.bias.len()
    }

    /// `[rows, inputs]` to `[rows, outputs]`.
    pub fn apply(&self, x: &ArrayView2<'_, f32>) -> Array2<f32> {
        let mut y = Array2::zeros((x.nrows(), self.outputs()));
        self.add(x, &mut y);
        y
    }

    /// Adds the map of `x` to `y`.
    pub fn add(&self, x: &ArrayView2<'_, f32>, y: &mut Array2<f32>) {
        *y += &self.bias;
        general_mat_mul(1.0, x, &self.weights.t(), 1.0, y);
    }
}

/// Numbers as rows of that width.
///
/// # Panics
/// When they are not whole rows.
pub fn matrix(numbers: Vec<f32>, width: usize) -> Array2<f32> {
    let rows = numbers.len() / width;
    Array2::from_shape_vec((rows, width), numbers).expect("sizes were checked by the loader")
}

/// Applies an activation in place.
pub fn activate(x: &mut Array2<f32>, activation: Activation) {
    match activation {
        Activation::Identity => {}
        Activation::Relu => x.mapv_inplace(|x| x.max(0.0)),
        Activation::Elu => x.mapv_inplace(|x| if x > 0.0 { x } else { x.exp_m1() }),
        Activation::Clip => x.mapv_inplace(|x| x.clamp(0.0, 4.0)),
    }
}

/// The softmax of each row, in place.
pub fn softmax(x: &mut ArrayViewMut2<'_, f32>) {
    for mut row in x.rows_mut() {
        let top = row.fold(f32::NEG_INFINITY, |top, &x| top.max(x));
        row.mapv_inplace(|x| (x - top).exp());
        let total = row.sum();
        row /= total;
    }
}
