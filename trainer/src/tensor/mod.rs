//! Tensors: LibTorch's, or without it the part of them that training on a processor needs.
//!
//! With the feature `libtorch` these are LibTorch's own, on processors and GPUs, with gradients. Without it `host`
//! has the same names over `ndarray`: enough for states, labels, checkpoints and exports, while the native engine
//! computes the gradients. Nothing else in the crate knows which of the two it was built with, but for what only LibTorch
//! can train.

#[cfg(any(test, not(feature = "libtorch")))]
#[cfg_attr(feature = "libtorch", allow(dead_code, unused_imports))]
mod host;

#[cfg(not(feature = "libtorch"))]
pub use host::*;
#[cfg(feature = "libtorch")]
pub use tch::{Device, Kind, Tensor, kind::Element, manual_seed, nn, no_grad};
