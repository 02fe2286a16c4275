//! The kernels, which are the unsafe code of this crate: the few inner loops that are worth special instructions.
//!
//! Every kernel offers the same four primitives, and [`portable`] is what they must equal bit for
//! bit. Callers go through the safe methods of [`Ready`], which check every length and index.
//!
//! | primitive | from | to |
//! |---|---|---|
//! | `first` | active features | 64 activations of the first layer, for each state |
//! | `dense` | activations | [`PANEL`] exact sums, for up to [`GROUP`] states |
//! | `activate` | sums | clipped activations, added to a trunk or not |
//! | `rescale` | sums | outputs of the heads |

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod amx;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod changes;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

pub use changes::Changes;

use changes::Change;
use core::marker::PhantomData;

/// States per tile of a dense product.
pub(super) const GROUP: usize = 32;
/// Outputs per tile: one packed panel.
pub(super) const PANEL: usize = 32;
/// Inputs are padded to a multiple of this.
pub(super) const INPUTS: usize = 64;
/// Columns of the first layer are worked on in slices of this many.
pub(super) const COLUMNS: usize = 64;

/// Added to the weights of even columns in the first layer's table.
pub(super) const EVEN: i16 = 128;

/// 64 bytes on their own cache line: a feature's row in one slice of columns, or four inputs of
/// sixteen outputs.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Line(pub [u8; 64]);

/// The weights of [`INPUTS`] inputs of a panel: for each sixteen outputs, lines of four inputs.
pub(super) type Weights = [[Line; INPUTS / 4]; PANEL / 16];

/// A tile of sums: `[state][output]`.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct Sums(pub [[i32; PANEL]; GROUP]);

/// The slices of a first layer. Rows hold i8 weights, those of even columns with [`EVEN`] added:
/// a 16-bit lane is then `256 × odd + even` with an unsigned even part, so one addition sums two
/// columns, and a shift gives the sum of the odd ones, which separates them again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slices<'a> {
    /// Number of features.
    pub features: usize,
    /// `[slices][features]`
    pub rows: &'a [Line],
    /// `[slices]`
    pub bias: &'a [[i16; COLUMNS]],
    /// `[slices]`
    pub multiplier: &'a [[i16; COLUMNS]],
}

/// One of [`Slices`].
#[derive(Clone, Copy, Debug)]
struct Slice<'a> {
    /// `[features]`
    rows: &'a [Line],
    bias: &'a [i16; COLUMNS],
    multiplier: &'a [i16; COLUMNS],
    /// Features of a state.
    #[cfg_attr(
        not(any(
            target_arch = "x86_64",
            target_arch = "aarch64",
            target_feature = "simd128"
        )),
        allow(dead_code, reason = "the portable code does not ask")
    )]
    active: usize,
}

/// From sums to the scale of what follows: `(sum × multiplier + offset) >> shift`, which is
/// `quant::rescale` of the sum and its bias when offset is `bias × multiplier + 2^(shift − 1)`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale<'a> {
    pub multiplier: &'a [i32; PANEL],
    pub offset: &'a [i64; PANEL],
    pub shift: u32,
}

/// An implementation of the primitives that this machine can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    AvxVnni,
    #[cfg(target_arch = "x86_64")]
    Avx512Vnni,
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    Amx,
    #[cfg(target_arch = "aarch64")]
    Neon,
    #[cfg(target_arch = "aarch64")]
    NeonDot,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

impl Kernel {
    /// Plain Rust; runs everywhere.
    pub const PORTABLE: Self = Self(Kind::Portable);

    /// The kernels this machine can run, the fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        extern crate std;
        #[cfg(target_arch = "x86_64")]
        let wide = std::is_x86_feature_detected!("avx512bw")
            && std::is_x86_feature_detected!("avx512vl")
            && std::is_x86_feature_detected!("avx512vnni");
        #[cfg(target_arch = "x86_64")]
        let narrow = std::is_x86_feature_detected!("avx2");
        [
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            (wide && amx::permitted()).then_some(Kind::Amx),
            #[cfg(target_arch = "x86_64")]
            wide.then_some(Kind::Avx512Vnni),
            #[cfg(target_arch = "x86_64")]
            (narrow && std::is_x86_feature_detected!("avxvnni")).then_some(Kind::AvxVnni),
            #[cfg(target_arch = "x86_64")]
            narrow.then_some(Kind::Avx2),
            #[cfg(target_arch = "aarch64")]
            std::arch::is_aarch64_feature_detected!("dotprod").then_some(Kind::NeonDot),
            #[cfg(target_arch = "aarch64")]
            Some(Kind::Neon),
            // Nothing can be asked there: a program with instructions that the machine lacks does not even load.
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Some(Kind::Simd128),
            Some(Kind::Portable),
        ]
        .into_iter()
        .flatten()
        .map(Self)
    }

    /// The fastest kernel this machine can run.
    pub fn detect() -> Self {
        Self::available().next().unwrap_or(Self::PORTABLE)
    }

    /// The kernel's name, as `QUARTERTURN_KERNEL` takes it.
    pub const fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::AvxVnni => "avx-vnni",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512Vnni => "avx512-vnni",
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            Kind::Amx => "amx",
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => "neon",
            #[cfg(target_arch = "aarch64")]
            Kind::NeonDot => "neon-dotprod",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128 => "simd128",
        }
    }

    /// Multiply-adds of u8 × i8 that one core can start in a cycle, for benchmarks: the peak of
    /// the instructions this kernel multiplies with. `None` where that is not a fixed number.
    pub const fn peak(self) -> Option<u32> {
        match self.0 {
            Kind::Portable => None,
            // Two vpmaddubsw of 32 bytes; two vpdpbusd of 32 or 64; one tdpbusd of 16 × 16 × 64
            // in sixteen cycles.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 | Kind::AvxVnni => Some(64),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512Vnni => Some(128),
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            Kind::Amx => Some(1024),
            // One to four pipes, from core to core.
            #[cfg(target_arch = "aarch64")]
            Kind::Neon | Kind::NeonDot => None,
            // Whatever the machine makes of it.
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128 => None,
        }
    }

    /// Makes the kernel ready on this thread.
    pub(super) fn ready(self) -> Ready {
        #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
        if self.0 == Kind::Amx {
            // SAFETY: `available` made this value after `permitted` said yes.
            unsafe { amx::configure() };
        }
        Ready {
            kind: self.0,
            thread: PhantomData,
        }
    }
}

/// A kernel in use by this thread. (AMX keeps the shapes of its tiles in the thread.)
#[derive(Debug)]
pub(super) struct Ready {
    kind: Kind,
    thread: PhantomData<*const ()>,
}

impl Drop for Ready {
    fn drop(&mut self) {
        #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
        if self.kind == Kind::Amx {
            // SAFETY: `ready` configured the tiles on this thread, and Ready stays on it.
            unsafe { amx::release() };
        }
    }
}

impl Ready {
    /// The first layer: `out = activate(bias + Σ row[feature])` for each state.
    ///
    /// `features` is `[states][active]`; the activations of state i go to `out[i × stride..]`,
    /// [`COLUMNS`] for each slice. The caller's bounds keep sums within 16 bits.
    ///
    /// `changes` is room to work in.
    pub fn first(
        &self,
        table: Slices<'_>,
        features: &[u16],
        active: usize,
        changes: &mut Changes,
        out: &mut [u8],
        stride: usize,
    ) {
        let (slices, states) = (table.bias.len(), features.len() / active);
        assert!(states > 0 && (states - 1) * stride + slices * COLUMNS <= out.len());
        let last = features.iter().fold(0, |last, &f| last.max(f));
        assert!(usize::from(last) < table.features, "feature past the table");
        let swaps = changes.set(features, active);
        let scales = table.bias.iter().zip(table.multiplier);
        let rows = table.rows.chunks_exact(table.features);
        for (s, (rows, (bias, multiplier))) in rows.zip(scales).enumerate() {
            let out = &mut out[s * COLUMNS..];
            let slice = Slice {
                rows,
                bias,
                multiplier,
                active,
            };
            // Two copies of each kernel, of which one has all its work known in advance.
            if swaps {
                self.slice(slice, changes.iter(), out, stride);
            } else {
                let states = features.chunks_exact(active).map(Change::All);
                self.slice(slice, states, out, stride);
            }
        }
    }

    /// A slice of the first layer for these states, all of them inside the table and the output.
    fn slice<'a, S>(&self, slice: Slice<'_>, states: S, out: &mut [u8], stride: usize)
    where
        S: Iterator<Item = Change<'a>> + Clone,
    {
        match self.kind {
            Kind::Portable => portable::first(slice, states, out, stride),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: AVX2 was detected; the caller asserted the bounds.
            Kind::Avx2 | Kind::AvxVnni => unsafe { avx2::first(slice, states, out, stride) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: AVX-512 BW was detected; the caller asserted the bounds.
            _ => unsafe { avx512::first(slice, states, out, stride) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: NEON is in the target's baseline; the caller asserted the bounds.
            Kind::Neon | Kind::NeonDot => unsafe { neon::first(slice, states, out, stride) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            // SAFETY: this program has the instructions; the caller asserted the bounds.
            Kind::Simd128 => unsafe { simd128::first(slice, states, out, stride) },
        }
    }

    /// One tile of a dense layer: the products of `states` rows of activations with one panel.
    ///
    /// `x` holds [`GROUP`] rows at distance `stride`, each with [`INPUTS`] inputs for every entry
    /// of `panel`, all at most 127; rows from `states` on may be anything. `paired` promises that
    /// `batch::pairs_fit` holds for the panel.
    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables))] // `paired` is for AVX2
    pub fn dense(
        &self,
        x: &[u8],
        stride: usize,
        states: usize,
        panel: &[Weights],
        paired: bool,
        sums: &mut Sums,
    ) {
        assert!(states <= GROUP && !panel.is_empty());
        assert!((GROUP - 1) * stride + INPUTS * panel.len() <= x.len());
        match self.kind {
            Kind::Portable => portable::dense(x, stride, states, panel, sums),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the instructions were detected, the bounds asserted above.
            Kind::Avx2 if paired => unsafe {
                avx2::dense::<true>(x, stride, states, panel, sums);
            },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Kind::Avx2 => unsafe {
                avx2::dense::<false>(x, stride, states, panel, sums);
            },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Kind::AvxVnni => unsafe { avx2::dense_vnni(x, stride, states, panel, sums) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Kind::Avx512Vnni => unsafe { avx512::dense(x, stride, states, panel, sums) },
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            // SAFETY: as above; `ready` configured the tiles.
            Kind::Amx => unsafe { amx::dense(x, stride, panel, sums) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: NEON is in the target's baseline; the bounds were asserted above.
            Kind::Neon => unsafe { neon::dense(x, stride, states, panel, sums) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: as above; dotprod was detected.
            Kind::NeonDot => unsafe { neon::dense_dot(x, stride, states, panel, sums) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            // SAFETY: this program has the instructions; the bounds were asserted above.
            Kind::Simd128 => unsafe { simd128::dense(x, stride, states, panel, sums) },
        }
    }

    /// Rescales the sums of `states` rows, in place.
    pub fn rescale(&self, sums: &mut Sums, states: usize, scale: Scale<'_>) {
        let rows = &mut sums.0[..states];
        match self.kind {
            Kind::Portable => portable::rescale(rows, scale),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: AVX2 was detected.
            Kind::Avx2 | Kind::AvxVnni => unsafe { avx2::rescale(rows, scale) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: AVX-512 F was detected.
            _ => unsafe { avx512::rescale(rows, scale) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: NEON is in the target's baseline.
            Kind::Neon | Kind::NeonDot => unsafe { neon::rescale(rows, scale) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128 => simd128::rescale(rows, scale),
        }
    }

    /// Rescales the sums of `states` rows and clips them to activations,
    /// `out[i × stride..][..PANEL]`; with `residual`, adds what is there before clipping.
    pub fn activate(
        &self,
        sums: &mut Sums,
        states: usize,
        scale: Scale<'_>,
        residual: bool,
        out: &mut [u8],
        stride: usize,
    ) {
        #[cfg(target_arch = "x86_64")]
        if !matches!(self.kind, Kind::Portable | Kind::Avx2 | Kind::AvxVnni) {
            // SAFETY: AVX-512 F and BW were detected.
            return unsafe { avx512::activate(&sums.0[..states], scale, residual, out, stride) };
        }
        self.rescale(sums, states, scale);
        let rows = &sums.0[..states];
        match self.kind {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: AVX2 was detected.
            Kind::Avx2 | Kind::AvxVnni => unsafe { avx2::clip(rows, residual, out, stride) },
            _ => portable::clip(rows, residual, out, stride),
        }
    }
}
