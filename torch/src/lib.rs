//! The networks of weight files on LibTorch: [`LibTorch`] for searches, and the layers, the arithmetic
//! and the devices that it shares with the trainer.

pub mod attention;
mod backend;
mod beam;
pub mod compute;
pub mod device;
mod float;
mod integer;
pub mod moves;
mod network;
pub mod recurrent;
pub mod rows;
mod upload;

pub use backend::{LibTorch, register};
pub use beam::stages;
pub use compute::Compute;
pub use device::{CudaError, Found, cuda, found};
pub use network::Network;
use quarterturn_core::net::float::Activation;
pub use tch::Device;
use tch::Tensor;

/// The examples of these pages are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../../docs/guide/gpus.md")]
struct Pages;

/// A weight file's function of each number.
fn activate(x: Tensor, activation: Activation) -> Tensor {
    match activation {
        Activation::Identity => x,
        Activation::Relu => x.relu(),
        Activation::Elu => x.elu(),
        Activation::Clip => x.clamp(0.0, 4.0),
    }
}
