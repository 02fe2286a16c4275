//! Tiles of numbers, and what goes with their columns.

/// Rows and columns of a tile.
pub const SIDE: usize = 32;

/// Number of tiles that hold a row of `width` numbers.
pub const fn tiles(width: usize) -> usize {
    width.div_ceil(SIDE)
}

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

/// From the gradient behind a normalisation to the one before it: `a × (g − mean − slope × (z −
/// centre))`.
#[derive(Clone, Copy, Debug)]
pub struct Backward {
    /// γ/σ
    pub a: Columns,
    /// Mean of g.
    pub mean: Columns,
    /// Mean of g·(z − centre), over the variance.
    pub slope: Columns,
    /// The gradient of γ.
    pub weight: Columns,
    /// That of β.
    pub bias: Columns,
}
