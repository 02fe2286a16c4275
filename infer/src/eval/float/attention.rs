//! A block of stacked attention (Brinner 2021, §3.2.1); its queries do not depend on the state.

use super::linear::{Linear, activate, matrix, softmax};
use ndarray::{Array1, Array2, ArrayView2, Axis, s};
use quarterturn_core::net::float::{self, Activation};

/// Added to a variance before its root is taken.
const EPSILON: f32 = 1e-5;

/// The block; rows of its input are states, each a number of tokens one after the other.
#[derive(Clone, Debug)]
pub struct Attention {
    heads: usize,
    /// `[tokens, width]`, divided by the root of the heads' width.
    queries: Array2<f32>,
    key: Linear,
    value: Linear,
    mixed: Linear,
    inner: Linear,
    output: Linear,
    scale: Array1<f32>,
    shift: Array1<f32>,
}

impl From<float::Attention> for Attention {
    fn from(stored: float::Attention) -> Self {
        let (width, heads) = (stored.scale.len(), stored.heads as usize);
        let depth = (width / heads) as f32;
        Self {
            heads,
            queries: matrix(stored.queries, width) / depth.sqrt(),
            key: stored.key.into(),
            value: stored.value.into(),
            mixed: stored.mixed.into(),
            inner: stored.inner.into(),
            output: stored.output.into(),
            scale: stored.scale.into(),
            shift: stored.shift.into(),
        }
    }
}

impl Attention {
    /// `[states, tokens × width]` to the same.
    pub fn apply(&self, x: Array2<f32>) -> Array2<f32> {
        let (states, (tokens, width)) = (x.nrows(), self.queries.dim());
        let tall = (states * tokens, width);
        let mut x = x.into_shape_with_order(tall).expect("rows are tokens");
        let keys = self.key.apply(&x.view());
        let values = self.value.apply(&x.view());
        let mut answers = Array2::zeros(tall);
        for state in 0..states {
            let of = s![state * tokens..(state + 1) * tokens, ..];
            let answer = self.answer(&keys.slice(of), &values.slice(of));
            answers.slice_mut(of).assign(&answer);
        }
        self.mixed.add(&answers.view(), &mut x);
        let mut inner = self.inner.apply(&x.view());
        activate(&mut inner, Activation::Elu);
        let mut out = self.output.apply(&inner.view());
        self.normalise(&mut out);
        out.into_shape_with_order((states, tokens * width))
            .expect("rows are states")
    }

    /// What the queries get from one state's keys and values: `[tokens, width]` each.
    fn answer(&self, keys: &ArrayView2<'_, f32>, values: &ArrayView2<'_, f32>) -> Array2<f32> {
        let mut answer = Array2::zeros(self.queries.dim());
        let depth = self.queries.ncols() / self.heads;
        for head in 0..self.heads {
            let of = s![.., head * depth..(head + 1) * depth];
            let mut weights = self.queries.slice(of).dot(&keys.slice(of).t());
            softmax(&mut weights.view_mut());
            answer.slice_mut(of).assign(&weights.dot(&values.slice(of)));
        }
        answer
    }

    /// Layer normalisation of each token.
    fn normalise(&self, x: &mut Array2<f32>) {
        for mut token in x.axis_iter_mut(Axis(0)) {
            let mean = token.sum() / token.len() as f32;
            token -= mean;
            let variance = token.fold(0.0, |sum, x| sum + x * x) / token.len() as f32;
            token /= (variance + EPSILON).sqrt();
            token *= &self.scale;
            token += &self.shift;
        }
    }
}
