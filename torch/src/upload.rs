//! The numbers of a weight file as tensors on a device.

use std::mem::size_of;
use tch::nn::Linear;
use tch::{Device, Kind, Tensor, kind};

/// Makes tensors, or hands out the same ones again in the same order: copies of a network share
/// their weights.
#[derive(Debug)]
pub struct Upload {
    device: Device,
    tensors: Vec<Tensor>,
    next: usize,
}

impl Upload {
    /// To a device.
    pub fn new(device: Device) -> Self {
        Self {
            device,
            tensors: Vec::new(),
            next: 0,
        }
    }

    /// Starts again with the first tensor.
    pub fn again(&mut self) {
        self.next = 0;
    }

    /// Numbers as `shape`, of `kind`.
    pub fn tensor<T: kind::Element>(&mut self, numbers: &[T], shape: &[i64], kind: Kind) -> Tensor {
        if self.next == self.tensors.len() {
            let host = Tensor::from_slice(numbers).reshape(shape).to_kind(kind);
            self.tensors.push(host.to(self.device));
        }
        self.next += 1;
        self.tensors[self.next - 1].shallow_clone()
    }

    /// A linear layer with weights and biases of these kinds.
    pub fn linear(&mut self, weights: &[f32], bias: &[f32], kinds: [Kind; 2]) -> Linear {
        let outputs = bias.len() as i64;
        Linear {
            ws: self.tensor(weights, &[outputs, -1], kinds[0]),
            bs: Some(self.tensor(bias, &[outputs], kinds[1])),
        }
    }
}

/// The active features of states, two bytes each on their way, as `[states, active]` int64.
pub fn features(features: &[u16], active: usize, states: usize, device: Device) -> Tensor {
    const { assert!(size_of::<u16>() == size_of::<i16>()) };
    // LibTorch has no unsigned kind of two bytes that it computes with: the sign is taken off again there.
    let mut bits: Vec<i16> = features.iter().map(|&f| f.cast_signed()).collect();
    // Rows that stand for nothing.
    bits.resize(states * active, 0);
    let bits = Tensor::from_slice(&bits).to(device).to_kind(Kind::Int64);
    bits.bitwise_and(0xFFFF)
        .reshape([states as i64, active as i64])
}
