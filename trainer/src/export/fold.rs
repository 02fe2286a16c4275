//! Folding: batch normalisation becomes part of the layer before it, in float.

use super::ExportError;
use std::collections::HashMap;

/// Added to variances before the root is taken; LibTorch's default.
const EPSILON: f32 = 1e-5;

/// Named float tensors with their shapes, row-major.
pub type Tensors = HashMap<String, (Vec<usize>, Vec<f32>)>;

/// A dense layer in float: `[outputs][inputs]` weights and biases.
#[derive(Clone, Debug)]
pub struct Linear {
    /// Number of inputs.
    pub inputs: usize,
    /// `[outputs][inputs]`
    pub weights: Vec<f32>,
    /// `[outputs]`
    pub bias: Vec<f32>,
}

impl Linear {
    /// The layer in front of another with the same inputs, their outputs side by side.
    pub fn beside(mut self, other: Self) -> Self {
        self.weights.extend(other.weights);
        self.bias.extend(other.bias);
        self
    }

    /// The weights of one output.
    pub fn row(&self, output: usize) -> &[f32] {
        &self.weights[output * self.inputs..(output + 1) * self.inputs]
    }
}

/// Looks up a tensor of the network.
///
/// # Errors
/// [`ExportError::Missing`].
pub fn tensor<'a>(tensors: &'a Tensors, name: &str) -> Result<&'a (Vec<usize>, Vec<f32>), ExportError> {
    tensors.get(name).ok_or_else(|| ExportError::Missing(name.to_owned()))
}

/// A linear layer with its bias (a head).
///
/// # Errors
/// [`ExportError::Missing`].
pub fn plain(tensors: &Tensors, name: &str) -> Result<Linear, ExportError> {
    let (shape, weights) = tensor(tensors, &format!("{name}.weight"))?;
    let (_, bias) = tensor(tensors, &format!("{name}.bias"))?;
    Ok(Linear { inputs: shape[1], weights: weights.clone(), bias: bias.clone() })
}

/// A linear layer without bias and the normalisation after it, as one layer.
///
/// # Errors
/// [`ExportError::Missing`].
pub fn normalised(tensors: &Tensors, name: &str) -> Result<Linear, ExportError> {
    let (shape, weights) = tensor(tensors, &format!("{name}.linear.weight"))?;
    let (scale, bias) = normalisation(tensors, &format!("{name}.norm"))?;
    let inputs = shape[1];
    let weights = weights
        .chunks_exact(inputs)
        .zip(&scale)
        .flat_map(|(row, s)| row.iter().map(move |w| w * s))
        .collect();
    Ok(Linear { inputs, weights, bias })
}

/// The sparse first layer and its normalisation: rows `[features][outputs]` and biases.
///
/// # Errors
/// [`ExportError::Missing`].
pub fn first(tensors: &Tensors) -> Result<(Vec<f32>, Vec<f32>), ExportError> {
    let (_, table) = tensor(tensors, "first.table")?;
    let (scale, bias) = normalisation(tensors, "first.norm")?;
    let rows = table
        .chunks_exact(scale.len())
        .flat_map(|row| row.iter().zip(&scale).map(|(w, s)| w * s))
        .collect();
    Ok((rows, bias))
}

/// A normalisation as a scale and an offset per channel.
fn normalisation(tensors: &Tensors, name: &str) -> Result<(Vec<f32>, Vec<f32>), ExportError> {
    let get = |part: &str| tensor(tensors, &format!("{name}.{part}")).map(|(_, v)| v);
    let (gamma, beta) = (get("weight")?, get("bias")?);
    let (mean, variance) = (get("running_mean")?, get("running_var")?);
    let scale: Vec<f32> = gamma
        .iter()
        .zip(variance)
        .map(|(g, v)| g / (v + EPSILON).sqrt())
        .collect();
    let offset = beta
        .iter()
        .zip(mean)
        .zip(&scale)
        .map(|((b, m), s)| b - m * s)
        .collect();
    Ok((scale, offset))
}
