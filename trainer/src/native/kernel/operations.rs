//! What kernels do besides products. `portable` says how; the others do it with wide registers.

use super::{
    Affine, Backward, Clipped, Columns, Kernel, Kind, Line, Members, Moments, Pairs, Prefetch,
    Rows, SIDE, States, Step, Tile, portable,
};
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512};
use std::ops::Range;

macro_rules! dispatch {
    ($self:ident, $name:ident($($arg:expr),*)) => {
        match $self.0 {
            Kind::Portable => portable::$name($($arg),*),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `available` detected the instructions.
            Kind::Avx2 => unsafe { avx2::$name($($arg),*) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `available` detected the instructions.
            _ => unsafe { avx512::$name($($arg),*) },
        }
    };
}

impl Kernel {
    /// `out = clip(affine(Σ table[feature]))`, or without a clip, for each state of a group; rows that
    /// are not there become zero. `ahead` will be written next.
    ///
    /// # Panics
    /// If the states are of another input, or more than a group.
    #[inline]
    pub fn sum(
        self,
        table: &[Line],
        affine: &Affine,
        clip: Option<f32>,
        states: States<'_>,
        out: &mut Rows,
        ahead: Prefetch,
    ) {
        assert!(table.len() == states.width && states.each().count() <= SIDE);
        dispatch!(self, sum(table, affine, clip, states, out, ahead))
    }

    /// Adds to each feature's row of `to`, one tile upon the other, the rows of the states that have it.
    ///
    /// # Panics
    /// If there are more states than rows, or a feature is past `to`.
    #[inline]
    pub fn gather(self, from: &[Rows], members: &Members, to: &mut [Tile]) {
        assert!(members.count() <= from.len() * SIDE);
        assert!(members.features() <= to.len() * SIDE);
        dispatch!(self, gather(from, members, to))
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
    pub fn correct(self, g: &mut Tile, back: &Backward, weights: &[f32; SIDE], v: &Tile) {
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
