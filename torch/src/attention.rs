//! A block of stacked attention (Brinner 2021, §3.2.1); its queries do not depend on the state.

use crate::compute::Compute;
use tch::nn::Linear;
use tch::{Kind, Tensor};

/// Added to a variance before its root is taken.
const EPSILON: f64 = 1e-5;

/// Multi-head attention by constant queries, a residual sum, a dense layer with ELU and a linear one on
/// each token, layer normalisation.
#[derive(Debug)]
pub struct Attention {
    /// Attention heads; they divide the width of a token.
    pub heads: i64,
    /// `[tokens, width]`
    pub queries: Tensor,
    /// Keys from tokens.
    pub key: Linear,
    /// Values from tokens.
    pub value: Linear,
    /// From the heads' answers to what is added.
    pub mixed: Linear,
    /// `width` to any.
    pub inner: Linear,
    /// Back to `width`.
    pub output: Linear,
    /// Factor of the normalisation: `[width]`
    pub scale: Tensor,
    /// Offset of the normalisation: `[width]`
    pub shift: Tensor,
}

impl Attention {
    /// `[batch, tokens, width]` to the same, float32.
    ///
    /// # Panics
    /// When `x` is of another shape.
    pub fn forward(&self, x: &Tensor, compute: Compute) -> Tensor {
        let (batch, tokens, width) = x.size3().expect("tokens");
        let linear = |l: &Linear, x: &Tensor| compute.linear(x, &l.ws, l.bs.as_ref());
        let depth = width / self.heads;
        let split = |t: Tensor| t.reshape([-1, tokens, self.heads, depth]).transpose(1, 2);
        let (keys, values) = (split(linear(&self.key, x)), split(linear(&self.value, x)));
        let queries = split(self.queries.unsqueeze(0));
        let scores = queries.matmul(&keys.transpose(2, 3)) / (depth as f64).sqrt();
        let answers = scores.softmax(-1, Kind::Float).matmul(&values);
        let answers = answers.transpose(1, 2).reshape([batch, tokens, width]);
        let sum = x + linear(&self.mixed, &answers);
        let inner = linear(&self.inner, &sum).elu();
        let (scale, shift) = (Some(&self.scale), Some(&self.shift));
        linear(&self.output, &inner).layer_norm([width], scale, shift, EPSILON, true)
    }
}
