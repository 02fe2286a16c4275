//! The arithmetic of matrix products: float32, or bfloat16 beside float32 parameters, statistics and
//! losses.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{__cpuid, __cpuid_count};
use tch::{Device, Kind, Tensor};

/// The arithmetic in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compute {
    /// float32.
    F32,
    /// bfloat16 products, summed in float32 by the hardware.
    Bf16,
}

impl Compute {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Compute::F32 => "f32",
            Compute::Bf16 => "bf16",
        }
    }

    /// What activations are kept in between two products.
    pub const fn kind(self) -> Kind {
        match self {
            Compute::F32 => Kind::Float,
            Compute::Bf16 => Kind::BFloat16,
        }
    }

    /// `x × weightᵀ` with both factors, and the result, rounded to [`Compute::kind`].
    pub fn product(self, x: &Tensor, weight: &Tensor) -> Tensor {
        let kind = self.kind();
        x.to_kind(kind)
            .linear(&weight.to_kind(kind), None::<Tensor>)
    }

    /// `x × weightᵀ + bias`, the product as in [`Compute::product`]; the result is float32.
    pub fn linear(self, x: &Tensor, weight: &Tensor, bias: Option<&Tensor>) -> Tensor {
        match (self, bias) {
            (Compute::F32, bias) => x.linear(weight, bias),
            (Compute::Bf16, Some(bias)) => self.product(x, weight).to_kind(Kind::Float) + bias,
            (Compute::Bf16, None) => self.product(x, weight).to_kind(Kind::Float),
        }
    }
}

/// Whether the device multiplies bfloat16 matrices faster than float32 ones.
pub fn native_bf16(device: Device) -> bool {
    match device {
        Device::Cuda(_) => true,
        #[cfg(target_arch = "x86_64")]
        Device::Cpu => {
            std::arch::is_x86_feature_detected!("avx512bf16") && (has_tiles() || !is_intel())
        }
        _ => false,
    }
}

/// Whether there are AMX tiles for bfloat16.
#[cfg(target_arch = "x86_64")]
fn has_tiles() -> bool {
    const BF16_AND_TILE: u32 = 1 << 22 | 1 << 24;
    __cpuid(0).eax >= 7 && __cpuid_count(7, 0).edx & BF16_AND_TILE == BF16_AND_TILE
}

/// Whether this is a processor by Intel: those take two cycles for a product of bfloat16 pairs without tiles, in which
/// they make four of float32 numbers.
#[cfg(target_arch = "x86_64")]
fn is_intel() -> bool {
    let id = __cpuid(0);
    [id.ebx, id.edx, id.ecx]
        .map(u32::to_le_bytes)
        .as_flattened()
        == b"GenuineIntel"
}
