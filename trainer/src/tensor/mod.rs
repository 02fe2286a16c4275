//! Tensors: LibTorch's, or without it the part of them that training on a processor needs.
//!
//! With the feature `libtorch` these are LibTorch's own, on CPUs and GPUs, with gradients. Without it `host` has the
//! same names over `ndarray`. That is enough for states, labels, checkpoints and exports; the native engine computes
//! the gradients. The rest of the crate does not depend on which of the two it was built with, except for what only
//! LibTorch can train.

#[cfg(any(test, not(feature = "libtorch")))]
#[cfg_attr(feature = "libtorch", allow(dead_code, unused_imports))]
mod host;

#[cfg(not(feature = "libtorch"))]
pub use host::*;
#[cfg(feature = "libtorch")]
pub use tch::{Device, Kind, Tensor, kind::Element, manual_seed, nn, no_grad};

/// Seeds the generator of random tensors from a run's seed, a purpose and a counter (SplitMix64 finaliser).
pub fn seed(seed: u64, purpose: u64, counter: u64) {
    let mut z = seed
        ^ purpose.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ counter.wrapping_mul(0xd1b5_4a32_d192_ed03);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    manual_seed((z ^ (z >> 31)) as i64);
}
