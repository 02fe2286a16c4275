//! The arithmetic that a recipe asks for.

use crate::recipe::Precision;
use crate::tensor::Device;
#[cfg(not(feature = "libtorch"))]
pub use crate::tensor::{Compute, native_bf16};
#[cfg(feature = "libtorch")]
pub use quarterturn_torch::compute::{Compute, native_bf16};

/// What a recipe's wish means on a device.
pub fn choose(wish: Precision, device: Device) -> Compute {
    match wish {
        Precision::F32 => Compute::F32,
        Precision::Bf16 => Compute::Bf16,
        Precision::Auto if native_bf16(device) => Compute::Bf16,
        Precision::Auto => Compute::F32,
    }
}
