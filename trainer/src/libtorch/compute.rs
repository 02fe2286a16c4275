//! The arithmetic that a recipe asks for.

use crate::native::kernel::Kernel;
use crate::recipe::Precision;
pub use quarterturn_torch::compute::{Compute, native_bf16};
use tch::Device;

/// The arithmetic that a recipe's setting means on a device.
pub fn choose(wish: Precision, device: Device) -> Compute {
    match wish {
        Precision::F32 => Compute::F32,
        Precision::Bf16 => Compute::Bf16,
        Precision::Auto if native_bf16(device) && !slow_bf16(device) => Compute::Bf16,
        Precision::Auto => Compute::F32,
    }
}

/// Whether the device has instructions for bfloat16 that are slower than those for float32.
fn slow_bf16(device: Device) -> bool {
    device == Device::Cpu && Kernel::detect().widens()
}
