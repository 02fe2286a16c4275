//! The unsafe room: the few inner loops that are worth instruction sets.
//!
//! Every kernel offers the same two primitives, and [`portable`] is what they must equal bit for
//! bit. Callers go through the safe methods of [`Kernel`], which check every length.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;

use super::quant::rescale;

/// States per tile of a dense product.
pub(super) const ROWS: usize = 4;
/// Outputs per tile: one packed panel.
pub(super) const PANEL: usize = 16;
/// Inputs are padded to a multiple of this.
pub(super) const INPUTS: usize = 8;
/// Columns of the first layer are padded to a multiple of this.
pub(super) const COLUMNS: usize = 64;

/// 64 bytes on their own cache line: four inputs of the sixteen outputs of a panel.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Line(pub [u8; 64]);

/// What a tile of dense sums becomes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale<'a> {
    /// Biases of one panel.
    pub bias: &'a [i32; PANEL],
    /// Multipliers of one panel.
    pub multiplier: &'a [i32; PANEL],
    /// Bits after the point.
    pub shift: u32,
}

/// An implementation of the primitives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Plain Rust; runs everywhere.
    Portable,
    /// 256-bit integer instructions of x86-64.
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Kernel {
    /// The kernels this machine can run, the fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        extern crate std;
        [
            #[cfg(target_arch = "x86_64")]
            std::is_x86_feature_detected!("avx2").then_some(Self::Avx2),
            Some(Self::Portable),
        ]
        .into_iter()
        .flatten()
    }

    /// The fastest kernel this machine can run.
    pub fn detect() -> Self {
        Self::available().next().unwrap_or(Self::Portable)
    }

    /// The name used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => "avx2",
        }
    }

    /// First layer of one state: `out = activate(bias + Σ rows[feature])`.
    ///
    /// `rows` is `[features][width]`; `bias`, `multiplier` and `out` have `width` places, a
    /// multiple of [`COLUMNS`].
    pub(super) fn first(
        self,
        rows: &[i8],
        features: &[u16],
        bias: &[i16],
        multiplier: &[i16],
        out: &mut [u8],
    ) {
        let width = out.len();
        assert!(width.is_multiple_of(COLUMNS) && bias.len() == width && multiplier.len() == width);
        let count = rows.len() / width;
        assert!(
            features.iter().all(|&f| usize::from(f) < count),
            "feature past the table"
        );
        match self {
            Self::Portable => portable::first(rows, features, bias, multiplier, out),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: this variant is only made by `available`, after detecting AVX2; the
            // lengths and feature bounds the function relies on were asserted above.
            Self::Avx2 => unsafe { avx2::first(rows, features, bias, multiplier, out) },
        }
    }

    /// One tile of a dense layer: [`ROWS`] states times one panel, rescaled.
    ///
    /// `x` holds [`ROWS`] states at distance `stride`, each with `4 × panel.len()` inputs;
    /// `paired` promises that the products of any eight inputs in a row of the panel, taken in
    /// the four lanes of a dot product, fit 16 bits (see `batch::pairs_fit`).
    pub(super) fn dense(
        self,
        x: &[u8],
        stride: usize,
        panel: &[Line],
        paired: bool,
        scale: Scale<'_>,
    ) -> [[i32; PANEL]; ROWS] {
        assert!((ROWS - 1) * stride + 4 * panel.len() <= x.len() && panel.len().is_multiple_of(2));
        match self {
            Self::Portable => portable::dense(x, stride, panel, scale),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: AVX2 was detected, and the bounds were asserted above.
            Self::Avx2 => unsafe {
                if paired {
                    avx2::dense::<true>(x, stride, panel, scale)
                } else {
                    avx2::dense::<false>(x, stride, panel, scale)
                }
            },
        }
    }
}
