//! The arithmetic of matrix products: float32, or bfloat16 beside float32 parameters, statistics and
//! losses.

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

/// Whether the device multiplies bfloat16 matrices in hardware.
pub fn native_bf16(device: Device) -> bool {
    match device {
        Device::Cuda(_) => true,
        #[cfg(target_arch = "x86_64")]
        // Every processor with AMX tiles for bfloat16 has this too.
        Device::Cpu => std::arch::is_x86_feature_detected!("avx512bf16"),
        _ => false,
    }
}
