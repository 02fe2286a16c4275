//! Parameters, statistics and moments by name, as checkpoints hold them.

use std::collections::HashMap;

/// Numbers with a name and a shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// Its name, as in checkpoints.
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

impl Tensor {
    /// One that has only a place: all zeros.
    pub fn zeros(name: impl Into<String>, shape: &[usize]) -> Self {
        Self {
            name: name.into(),
            shape: shape.to_vec(),
            data: vec![0.0; shape.iter().product()],
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

/// Copies the numbers of tensors with the same names and shapes.
///
/// # Errors
/// When one is missing or has another shape; nothing is copied then.
pub fn copy(from: &[Tensor], into: &mut [Tensor]) -> Result<(), StateError> {
    let by_name: HashMap<&str, &Tensor> = from.iter().map(|t| (t.name.as_str(), t)).collect();
    let found = into.iter().map(|target| {
        let found = by_name.get(target.name.as_str());
        let found = found.filter(|from| from.shape == target.shape);
        found.copied().ok_or_else(|| StateError {
            name: target.name.clone(),
            shape: target.shape.clone(),
        })
    });
    let found: Vec<&Tensor> = found.collect::<Result<_, _>>()?;
    for (target, from) in into.iter_mut().zip(found) {
        target.data.copy_from_slice(&from.data);
    }
    Ok(())
}
