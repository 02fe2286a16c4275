//! The arithmetic of networks. Products are float32 here; the native engine has its own bfloat16.

use super::{Device, Kind, Tensor, nn};

/// The arithmetic of products; all of it float32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compute {
    /// float32.
    F32,
    /// bfloat16, which only the native engine has.
    Bf16,
}

impl Compute {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::Bf16 => "bf16",
        }
    }

    /// `x × weightᵀ`.
    pub fn product(self, x: &Tensor, weight: &Tensor) -> Tensor {
        x.matmul(&weight.tr())
    }

    /// `x × weightᵀ + bias`.
    pub fn linear(self, x: &Tensor, weight: &Tensor, bias: Option<&Tensor>) -> Tensor {
        let product = self.product(x, weight);
        match bias {
            Some(bias) => product + bias,
            None => product,
        }
    }
}

/// No device multiplies bfloat16 matrices here.
pub fn native_bf16(_: Device) -> bool {
    false
}

/// The sum of the rows of `table` (`[features, width]`) that `features` (`[batch, active]`) names.
pub fn sum_rows(features: &Tensor, table: &Tensor, _: Compute) -> Tensor {
    let (batch, active) = features.size2().expect("features are [batch, active]");
    let places = features.reshape([-1]).places();
    let width = table.size()[1] as usize;
    let kind = table.kind();
    let rows: Vec<f64> = table.data().numbers();
    let mut sums = vec![0.0; batch as usize * width];
    for (sum, places) in sums
        .chunks_exact_mut(width)
        .zip(places.chunks_exact(active as usize))
    {
        for &place in places {
            for (sum, number) in sum.iter_mut().zip(&rows[place * width..][..width]) {
                *sum += number;
            }
        }
    }
    Tensor::from_slice(&sums)
        .reshape([batch, width as i64])
        .to_kind(kind)
}

/// Batch normalisation by running statistics, times `unit`.
///
/// # Panics
/// If it is to `train`: that is the native engine's.
pub fn normalise(norm: &nn::BatchNorm, x: &Tensor, unit: f64, train: bool) -> Tensor {
    assert!(!train, "the native engine trains");
    let deviation = (&norm.running_var + nn::BatchNormConfig::default().eps).sqrt();
    let standard = (x - &norm.running_mean) / deviation;
    let scaled = match &norm.ws {
        Some(scale) => standard * scale,
        None => standard,
    };
    let shifted = match &norm.bs {
        Some(shift) => scaled + shift,
        None => scaled,
    };
    (shifted * unit).to_kind(Kind::Float)
}
