//! The kernels, which are the unsafe code of this crate: operations on tiles of 32 × 32 numbers that are worth
//! special instructions.
//!
//! Every kernel has the same operations, and `portable` defines them. Kernels sum in different orders, and round
//! quotients and roots differently in the last bits. Nothing else differs.

#![allow(unsafe_code)]

/// Portable operations, compiled for some instructions.
#[cfg(target_arch = "x86_64")]
macro_rules! compiled {
    ($features:literal: $($name:ident($($arg:ident: $type:ty),*);)*) => {$(
        #[target_feature(enable = $features)]
        pub fn $name($($arg: $type),*) {
            portable::$name($($arg),*);
        }
    )*};
}

/// The operations that compilers put into wide registers well enough for any kernel.
#[cfg(target_arch = "x86_64")]
macro_rules! compiled_everywhere {
    ($features:literal) => {
        compiled! { $features:
            weigh(from: &Tile, weights: &[f32; SIDE], to: &mut Columns);
            centre(from: &Tile, centre: &Columns, out: &mut Rows);
            dot(a: &Tile, centre: &Columns, b: &Tile, to: &mut Columns);
            correct(g: &mut Tile, back: &Backward, weights: &[f32; SIDE], v: &Tile);
            largest(from: &Tile, to: &mut Columns);
            round_counts(from: &[[u32; SIDE]; SIDE], out: &mut Rows);
            add(to: &mut Rows, more: &Rows);
            quantise(from: &Tile, scale: &Columns, out: &mut [Line]);
        }
    };
}

pub mod adam;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod amx;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod fma;
mod members;
mod operations;
mod portable;
mod tiles;

pub use adam::Step;
pub use members::Members;
pub use tiles::{
    Affine, Backward, Columns, Line, Moments, Pairs, Rows, SIDE, Tile, round, tiles, widen,
};

use std::ops::Range;

/// Active features of states, found to be within the input.
#[derive(Clone, Copy, Debug)]
pub struct States<'a> {
    features: &'a [u16],
    active: usize,
    width: usize,
}

impl<'a> States<'a> {
    /// `features` is `[states, active]`, each less than `width`.
    ///
    /// # Panics
    /// If one is not, or there is a part of a state.
    pub fn new(features: &'a [u16], active: usize, width: usize) -> Self {
        assert!(features.len().is_multiple_of(active));
        let last = features.iter().fold(0, |last, &f| last.max(f));
        assert!(usize::from(last) < width, "feature past the input");
        Self {
            features,
            active,
            width,
        }
    }

    /// In groups of `count` times [`SIDE`] states.
    pub fn groups(self, count: usize) -> impl ExactSizeIterator<Item = Self> {
        let groups = self.features.chunks(count * SIDE * self.active);
        groups.map(move |features| Self { features, ..self })
    }

    fn each(self) -> impl ExactSizeIterator<Item = &'a [u16]> {
        self.features.chunks_exact(self.active)
    }
}

/// A tile of activations and what else meets the gradient that comes down to it.
#[derive(Clone, Copy, Debug)]
pub struct Clipped<'a> {
    /// The activations.
    pub x: &'a Rows,
    /// What they were clipped to.
    pub clip: f32,
    /// The sums before the normalisation, where they are wanted.
    pub z: Option<&'a Rows>,
    /// The gradient that passes by the layers above.
    pub skip: Option<&'a Rows>,
}

/// Memory that is needed soon. Products prefetch it piece by piece, 256 bytes a step, so that their own loads
/// do not wait behind many others.
#[derive(Clone, Copy, Debug)]
pub struct Prefetch(*const u8);

impl Prefetch {
    /// No memory.
    pub const NONE: Self = Self(std::ptr::null());

    /// The memory that begins at these elements.
    pub fn of<T>(tiles: &[T]) -> Self {
        Self(tiles.as_ptr().cast())
    }

    /// The address `index` elements further on.
    pub fn at<T>(self, index: usize) -> Self {
        Self(self.0.wrapping_add(index * size_of::<T>()))
    }
}

/// An implementation that this machine can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// The same with products in float32.
    #[cfg(target_arch = "x86_64")]
    Avx512Fma,
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    Amx,
}

impl Kernel {
    /// Plain Rust; runs everywhere.
    pub const PORTABLE: Self = Self(Kind::Portable);

    /// The kernels this machine can run, the fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let wide = std::is_x86_feature_detected!("avx512f")
            && std::is_x86_feature_detected!("avx512bw")
            && std::is_x86_feature_detected!("avx512dq")
            && std::is_x86_feature_detected!("avx512vl")
            && std::is_x86_feature_detected!("avx512bf16");
        [
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            (wide && amx::permitted()).then_some(Kind::Amx),
            #[cfg(target_arch = "x86_64")]
            (wide && is_intel()).then_some(Kind::Avx512Fma),
            #[cfg(target_arch = "x86_64")]
            wide.then_some(Kind::Avx512),
            #[cfg(target_arch = "x86_64")]
            (std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("fma"))
                .then_some(Kind::Avx2),
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

    /// The kernel's name.
    pub const fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "avx512-bf16",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512Fma => "avx512-fma",
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            Kind::Amx => "amx-bf16",
        }
    }

    /// Whether bfloat16 numbers are multiplied as float32 ones, because this is faster here.
    pub fn widens(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        return self.0 == Kind::Avx512Fma;
        #[cfg(not(target_arch = "x86_64"))]
        false
    }

    /// Whether products are so cheap that one with a one-hot factor beats adding rows one by one.
    pub fn has_tiles(self) -> bool {
        #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
        return self.0 == Kind::Amx;
        #[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
        false
    }

    /// Whether a product with all counts of pairs of `width` features beats adding a row for each of
    /// `active` features twice.
    pub fn counts_pairs(self, width: usize, active: usize) -> bool {
        let price = if self.has_tiles() { 64 } else { 4 };
        width * width <= price * active
    }

    /// Makes the kernel ready on this thread, until the result is dropped.
    pub fn ready(self) -> Ready {
        #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
        if self.0 == Kind::Amx {
            TILES.set(TILES.get() + 1);
            // SAFETY: `available` made this value after `permitted` said yes.
            unsafe { amx::configure() };
        }
        Ready {
            kind: self.0,
            thread: std::marker::PhantomData,
        }
    }
}

/// Whether this is a processor by Intel, which multiplies float32 numbers faster than pairs of bfloat16; see `fma`.
#[cfg(target_arch = "x86_64")]
fn is_intel() -> bool {
    let id = std::arch::x86_64::__cpuid(0);
    [id.ebx, id.edx, id.ecx]
        .map(u32::to_le_bytes)
        .as_flattened()
        == b"GenuineIntel"
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
thread_local! {
    /// How many kernels with tiles are in use by this thread: while one waits, it may take up work for another.
    static TILES: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// A kernel in use by this thread. (AMX keeps the shapes of its tiles in the thread.)
#[derive(Debug)]
pub struct Ready {
    kind: Kind,
    thread: std::marker::PhantomData<*const ()>,
}

impl Drop for Ready {
    fn drop(&mut self) {
        #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
        if self.kind == Kind::Amx {
            TILES.set(TILES.get() - 1);
            if TILES.get() == 0 {
                // SAFETY: `ready` configured the tiles on this thread, and Ready stays on it.
                unsafe { amx::release() };
            }
        }
    }
}

impl Ready {
    /// `c = [c +] Σ a[k] · b[k]`: a product of 32 rows with 32 columns over `32 × a.len()`.
    ///
    /// # Panics
    /// If there are not as many right factors as left ones.
    #[inline]
    pub fn product(&self, a: &[Rows], b: &[Pairs], c: &mut Tile, add: bool, ahead: Prefetch) {
        self.product_beside(a, b, c, add, ahead, None);
    }

    /// As [`Ready::product`], while `beside` works on a tile: it gets all its rows, some at a time.
    /// Work that comes between the instructions of a product costs next to nothing, because
    /// another unit of the processor does those; `beside` must make no products itself.
    ///
    /// # Panics
    /// If there are not as many right factors as left ones.
    #[inline]
    pub fn product_beside(
        &self,
        a: &[Rows],
        b: &[Pairs],
        c: &mut Tile,
        add: bool,
        ahead: Prefetch,
        beside: Option<&mut dyn FnMut(Range<usize>)>,
    ) {
        assert_eq!(a.len(), b.len());
        match self.kind {
            Kind::Portable => portable::product(a, b, c, add),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the instructions were detected; the lengths are equal.
            Kind::Avx2 => unsafe { avx2::product(a, b, c, add) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Kind::Avx512 => unsafe { avx512::product(a, b, c, add) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Kind::Avx512Fma => unsafe { fma::product(a, b, c, add) },
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            Kind::Amx => {
                let part = SIDE.div_ceil(a.len().max(1));
                match beside {
                    // SAFETY: as above; `ready` configured the tiles; only this room touches them.
                    None => unsafe { amx::product(a, b, c, add, ahead, |_| ()) },
                    Some(beside) => {
                        let beside = |step: usize| {
                            let from = (step * part).min(SIDE);
                            beside(from..(from + part).min(SIDE));
                        };
                        // SAFETY: as above.
                        unsafe { amx::product(a, b, c, add, ahead, beside) }
                    }
                }
                return;
            }
        }
        if let Some(beside) = beside {
            beside(0..SIDE);
        }
    }
}
