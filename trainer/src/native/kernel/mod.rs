//! The unsafe room: work on tiles of 32 × 32 numbers that is worth instruction sets.
//!
//! Every kernel offers the same operations; `portable` says what they mean. Kernels sum in different
//! orders and round quotients and roots differently in the last bits; nothing else differs.

#![allow(unsafe_code)]

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod amx;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use std::ops::Range;

/// Rows and columns of a tile.
pub const SIDE: usize = 32;

/// A tile in float32: parameters, gradients, sums of products.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Tile(pub [[f32; SIDE]; SIDE]);

/// A tile in bfloat16, row by row: activations, and the left factor of a product.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Rows(pub [[u16; SIDE]; SIDE]);

/// A tile in bfloat16, two rows together: the right factor of a product. For each half of the
/// columns and each pair of rows: the upper row's number in the low half of a word, the lower
/// row's in the high half.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Pairs(pub [[[u32; SIDE / 2]; SIDE / 2]; 2]);

/// One number per column of a tile.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Columns(pub [f32; SIDE]);

/// The rows of the sparse layer's table in one panel of columns, in 16-bit fixed point.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Line(pub [i16; SIDE]);

impl Tile {
    /// All zero.
    pub const ZERO: Self = Self([[0.0; SIDE]; SIDE]);
}

impl Rows {
    /// All zero.
    pub const ZERO: Self = Self([[0; SIDE]; SIDE]);
}

impl Pairs {
    /// All zero.
    pub const ZERO: Self = Self([[[0; SIDE / 2]; SIDE / 2]; 2]);
}

impl Columns {
    /// All zero.
    pub const ZERO: Self = Self([0.0; SIDE]);
}

/// The nearest bfloat16, ties to even.
pub fn round(x: f32) -> u16 {
    let bits = x.to_bits();
    ((bits + 0x7fff + (bits >> 16 & 1)) >> 16) as u16
}

/// A bfloat16 as float32.
pub fn widen(x: u16) -> f32 {
    f32::from_bits(u32::from(x) << 16)
}

/// `scale × x + shift` in each column.
#[derive(Clone, Copy, Debug)]
pub struct Affine {
    /// Factor.
    pub scale: Columns,
    /// Summand.
    pub shift: Columns,
}

/// Sums over rows, by column.
#[derive(Clone, Copy, Debug)]
pub struct Moments {
    /// Σ x
    pub first: Columns,
    /// Σ x·y
    pub second: Columns,
}

impl Moments {
    /// Nothing summed yet.
    pub const ZERO: Self = Self {
        first: Columns::ZERO,
        second: Columns::ZERO,
    };
}

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

    /// [`SIDE`] states at a time.
    pub fn groups(self) -> impl Iterator<Item = Self> {
        let groups = self.features.chunks(SIDE * self.active);
        groups.map(move |features| Self { features, ..self })
    }

    fn each(self) -> impl Iterator<Item = &'a [u16]> {
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

/// How Adam steps; see [`Kernel::adam`].
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Learning rate over the first moment's correction.
    pub rate: f32,
    /// One over the square root of the second moment's correction.
    pub second: f32,
}

/// Memory that is needed soon: products ask for it piece by piece, 256 bytes a step, so that their
/// own loads need not wait behind many others.
#[derive(Clone, Copy, Debug)]
pub struct Ahead(*const u8);

impl Ahead {
    /// Nothing.
    pub const NONE: Self = Self(std::ptr::null());

    /// The first of these.
    pub fn of<T>(tiles: &[T]) -> Self {
        Self(tiles.as_ptr().cast())
    }

    /// So many further on.
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
    Avx512,
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    Amx,
}

macro_rules! dispatch {
    ($self:ident, $name:ident($($arg:expr),*)) => {
        match $self.0 {
            Kind::Portable => portable::$name($($arg),*),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `available` detected the instructions.
            _ => unsafe { avx512::$name($($arg),*) },
        }
    };
}

impl Kernel {
    /// Plain Rust; runs everywhere.
    pub const PORTABLE: Self = Self(Kind::Portable);

    /// The kernels this machine can run, the fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let wide = std::is_x86_feature_detected!("avx512f")
            && std::is_x86_feature_detected!("avx512bw")
            && std::is_x86_feature_detected!("avx512bf16");
        [
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            (wide && amx::permitted()).then_some(Kind::Amx),
            #[cfg(target_arch = "x86_64")]
            wide.then_some(Kind::Avx512),
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
            Kind::Avx512 => "avx512-bf16",
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            Kind::Amx => "amx-bf16",
        }
    }

    /// Whether products are so cheap that one with a one-hot factor beats adding rows one by one.
    pub fn has_tiles(self) -> bool {
        #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
        return self.0 == Kind::Amx;
        #[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
        false
    }

    /// Makes the kernel ready on this thread, until the result is dropped.
    pub fn ready(self) -> Ready {
        #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
        if self.0 == Kind::Amx {
            // SAFETY: `available` made this value after `permitted` said yes.
            unsafe { amx::configure() };
        }
        Ready {
            kind: self.0,
            thread: std::marker::PhantomData,
        }
    }
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
            // SAFETY: `ready` configured the tiles on this thread, and Ready stays on it.
            unsafe { amx::release() };
        }
    }
}

impl Ready {
    /// `c = [c +] Σ a[k] · b[k]`: a product of 32 rows with 32 columns over `32 × a.len()`.
    ///
    /// # Panics
    /// If there are not as many right factors as left ones.
    #[inline]
    pub fn product(&self, a: &[Rows], b: &[Pairs], c: &mut Tile, add: bool, ahead: Ahead) {
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
        ahead: Ahead,
        beside: Option<&mut dyn FnMut(Range<usize>)>,
    ) {
        assert_eq!(a.len(), b.len());
        match self.kind {
            Kind::Portable => portable::product(a, b, c, add),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the instructions were detected; the lengths are equal.
            Kind::Avx512 => unsafe { avx512::product(a, b, c, add) },
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

impl Kernel {
    /// `out = clip(affine(Σ table[feature]))` for each state of a group; rows that are not there
    /// become zero. `ahead` will be written next.
    ///
    /// # Panics
    /// If the states are of another input, or more than a group.
    #[inline]
    pub fn sum(
        self,
        table: &[Line],
        affine: &Affine,
        clip: f32,
        states: States<'_>,
        out: &mut Rows,
        ahead: Ahead,
    ) {
        assert!(table.len() == states.width && states.each().count() <= SIDE);
        dispatch!(self, sum(table, affine, clip, states, out, ahead))
    }

    /// Adds each state's row to the rows of `to`, one tile upon the other, that its features name.
    ///
    /// # Panics
    /// If a feature is past `to`.
    #[inline]
    pub fn scatter(self, from: &Rows, states: States<'_>, to: &mut [Tile]) {
        dispatch!(self, scatter(from, states, to))
    }

    /// In some rows: rounds sums and adds them and their squares to `moments`.
    #[inline]
    pub fn store(self, rows: Range<usize>, c: &Tile, out: &mut Rows, moments: &mut Moments) {
        dispatch!(self, store(rows, c, out, moments))
    }

    /// `out = clip(affine(z) [+ skip])` in the first `rows` rows, zero in the others.
    #[inline]
    pub fn activate(
        self,
        z: &Rows,
        skip: Option<&Rows>,
        affine: &Affine,
        clip: f32,
        rows: usize,
        out: &mut Rows,
    ) {
        dispatch!(self, activate(z, skip, affine, clip, rows, out))
    }

    /// In some rows, the gradient before a clip: `out = c [+ skip]` where `0 < x < clip`, else zero.
    /// Adds Σ out and, with `z`, Σ out·z to `moments`.
    #[inline]
    pub fn mask(
        self,
        rows: Range<usize>,
        c: &Tile,
        clipped: Clipped<'_>,
        out: &mut Rows,
        moments: &mut Moments,
    ) {
        dispatch!(self, mask(rows, c, clipped, out, moments))
    }

    /// The gradient before a normalisation: `out = a × g + affine(z)` in the first `rows` rows,
    /// zero in the others.
    #[inline]
    pub fn differentiate(
        self,
        g: &Rows,
        z: &Rows,
        a: &Columns,
        affine: &Affine,
        rows: usize,
        out: &mut Rows,
    ) {
        dispatch!(self, differentiate(g, z, a, affine, rows, out))
    }

    /// Rounds counts.
    #[inline]
    pub fn round_counts(self, from: &[[u32; SIDE]; SIDE], out: &mut Rows) {
        dispatch!(self, round_counts(from, out))
    }

    /// `to = to + more`.
    #[inline]
    pub fn add(self, to: &mut Rows, more: &Rows) {
        dispatch!(self, add(to, more))
    }

    /// Rounds.
    #[inline]
    pub fn round(self, from: &Tile, out: &mut Rows) {
        dispatch!(self, round(from, out))
    }

    /// Puts rows together in pairs.
    #[inline]
    pub fn pair(self, from: &Rows, out: &mut Pairs) {
        dispatch!(self, pair(from, out))
    }

    /// Swaps rows and columns.
    #[inline]
    pub fn transpose(self, from: &Rows, out: &mut Rows) {
        dispatch!(self, transpose(from, out))
    }

    /// Adds `weights[i] × from[i]` over the rows to `to`.
    #[inline]
    pub fn weigh(self, from: &Tile, weights: &[f32; SIDE], to: &mut Columns) {
        dispatch!(self, weigh(from, weights, to))
    }

    /// Rounds `from − centre`.
    #[inline]
    pub fn centre(self, from: &Tile, centre: &Columns, out: &mut Rows) {
        dispatch!(self, centre(from, centre, out))
    }

    /// Adds Σ (a − centre) × b over the rows to `to`.
    #[inline]
    pub fn dot(self, a: &Tile, centre: &Columns, b: &Tile, to: &mut Columns) {
        dispatch!(self, dot(a, centre, b, to))
    }

    /// `g = a × (g − mean × weight of the row − slope × v)`.
    #[inline]
    pub fn correct(
        self,
        g: &mut Tile,
        back: &super::norm::Backward,
        weights: &[f32; SIDE],
        v: &Tile,
    ) {
        dispatch!(self, correct(g, back, weights, v))
    }

    /// Raises `to` to the largest absolute number in each column.
    #[inline]
    pub fn largest(self, from: &Tile, to: &mut Columns) {
        dispatch!(self, largest(from, to))
    }

    /// Rounds `scale × from` to whole numbers of 16 bits, in as many rows as `out` has.
    #[inline]
    pub fn quantise(self, from: &Tile, scale: &Columns, out: &mut [Line]) {
        dispatch!(self, quantise(from, scale, out))
    }

    /// One step of Adam (Kingma & Ba 2014) on numbers with their moments.
    ///
    /// # Panics
    /// If the slices differ in length.
    #[inline]
    pub fn adam(
        self,
        value: &mut [f32],
        first: &mut [f32],
        second: &mut [f32],
        gradient: &[f32],
        step: Step,
    ) {
        dispatch!(self, adam(value, first, second, gradient, step))
    }
}
