//! From slices to LibTorch's tensors and back.

use crate::device::Device;
use crate::dynamics::States;
use crate::random::mixed;
use crate::tensor::{StateError, Tensor as Numbers};
use ndarray::{Array1, Array2};
use std::collections::HashMap;
use tch::nn::VarStore;
use tch::{Kind, Tensor, kind::Element};

/// LibTorch's name for a device.
pub fn device(device: Device) -> tch::Device {
    match device {
        Device::Cpu => tch::Device::Cpu,
        Device::Cuda(index) => tch::Device::Cuda(index),
    }
}

/// Seeds LibTorch's generator as [`crate::random::seeded`] seeds ours.
pub fn seed(seed: u64, purpose: u64, counter: u64) {
    tch::manual_seed(mixed(seed, purpose, counter) as i64);
}

/// Active features of `n` states: `[n, active]`, int64.
pub fn rows(features: &[u16], n: usize, device: tch::Device) -> Tensor {
    let size = [n as i64, (features.len() / n.max(1)) as i64];
    if device == tch::Device::Cpu {
        let wide: Vec<i64> = features.iter().map(|&f| f.into()).collect();
        return Tensor::from_slice(&wide).reshape(size);
    }
    // Half as much to send.
    let wide: Vec<i32> = features.iter().map(|&f| f.into()).collect();
    let sent = Tensor::from_slice(&wide).to(device);
    sent.to_kind(Kind::Int64).reshape(size)
}

/// The same of states.
pub fn features(states: &dyn States, device: tch::Device) -> Tensor {
    rows(&states.features(), states.count(), device)
}

/// Numbers in a shape.
pub fn shaped<T: Element>(numbers: &[T], size: &[i64], device: tch::Device) -> Tensor {
    Tensor::from_slice(numbers).to(device).reshape(size)
}

/// Moves as places in a dimension: int64.
pub fn moves(moves: &[u8], size: &[i64], device: tch::Device) -> Tensor {
    shaped(moves, size, device).to_kind(Kind::Int64)
}

/// All numbers of a tensor, row by row.
pub fn numbers(tensor: &Tensor) -> Vec<f32> {
    let tensor = tensor.detach().to_kind(Kind::Float).to(tch::Device::Cpu);
    let mut numbers = vec![0.0; tensor.numel()];
    tensor.contiguous().copy_data(&mut numbers, tensor.numel());
    numbers
}

/// A tensor of one dimension in double.
pub fn vector(tensor: &Tensor) -> Array1<f64> {
    numbers(tensor).into_iter().map(f64::from).collect()
}

/// A tensor of two dimensions in double.
///
/// # Panics
/// If it has others.
pub fn matrix(tensor: &Tensor) -> Array2<f64> {
    let (rows, columns) = tensor.size2().expect("a matrix");
    let shape = [rows as usize, columns as usize];
    let matrix = vector(tensor).into_shape_with_order(shape);
    matrix.expect("its own shape")
}

/// All variables of a network, sorted by name: the very tensors, not copies.
pub fn variables(store: &VarStore) -> Vec<(String, Tensor)> {
    let mut all: Vec<(String, Tensor)> = store.variables().into_iter().collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

/// Tensors as a checkpoint has them.
pub fn named(tensors: &[(String, Tensor)]) -> Vec<Numbers> {
    let one = |(name, tensor): &(String, Tensor)| Numbers {
        name: name.clone(),
        shape: tensor.size().iter().map(|&d| d as usize).collect(),
        data: numbers(tensor),
    };
    tensors.iter().map(one).collect()
}

/// Copies the numbers of tensors with the same names and shapes.
///
/// # Errors
/// When one is missing or has another shape; nothing is copied then.
pub fn restore(from: &[Numbers], into: &[(String, Tensor)]) -> Result<(), StateError> {
    let by_name: HashMap<&str, &Numbers> = from.iter().map(|t| (t.name.as_str(), t)).collect();
    let found = into.iter().map(|(name, tensor)| {
        let shape: Vec<usize> = tensor.size().iter().map(|&d| d as usize).collect();
        let found = by_name.get(name.as_str());
        found.filter(|from| from.shape == shape).ok_or(StateError {
            name: name.clone(),
            shape,
        })
    });
    let found: Vec<_> = found.collect::<Result<_, _>>()?;
    tch::no_grad(|| {
        for (from, (_, into)) in found.into_iter().zip(into) {
            let fresh = Tensor::from_slice(&from.data).reshape(into.size());
            into.shallow_clone().copy_(&fresh);
        }
    });
    Ok(())
}
