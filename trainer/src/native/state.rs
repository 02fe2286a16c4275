//! Parameters, statistics and moments by name, as checkpoints hold them.

/// A tensor on its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// Its name, as LibTorch's networks call it.
    pub name: String,
    /// Its shape.
    pub shape: Vec<usize>,
    /// Its numbers, the last index first.
    pub data: Vec<f32>,
}

/// What can be wrong with given tensors.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no tensor {name} of shape {shape:?}")]
pub struct StateError {
    /// The tensor that is missing or has another shape.
    pub name: String,
    /// The shape that the network needs.
    pub shape: Vec<usize>,
}

/// Which part of a parameter is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The number itself.
    Value,
    /// Adam's first moment.
    First,
    /// Adam's second moment.
    Second,
    /// The gradient; never in a checkpoint.
    Gradient,
}

impl Part {
    /// What checkpoints hold of a parameter.
    pub const KEPT: [Self; 3] = [Self::Value, Self::First, Self::Second];

    /// The name of this part of the parameter `name`.
    pub fn of(self, name: &str) -> String {
        match self {
            Self::Value => name.to_owned(),
            Self::First => format!("{name}/adam.first"),
            Self::Second => format!("{name}/adam.second"),
            Self::Gradient => format!("{name}/gradient"),
        }
    }
}

/// The data of the tensor of that name and shape.
///
/// # Errors
/// When there is none.
pub fn find<'a>(
    tensors: &'a [Tensor],
    name: &str,
    shape: &[usize],
) -> Result<&'a [f32], StateError> {
    let fits = |t: &&Tensor| t.name == name && t.shape == shape;
    let found = tensors.iter().find(fits);
    found.map(|t| t.data.as_slice()).ok_or_else(|| StateError {
        name: name.to_owned(),
        shape: shape.to_vec(),
    })
}
