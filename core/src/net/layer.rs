//! The two kinds of layer, as views on a weight file, and their portable forward passes: the
//! specification that every faster kernel must match bit for bit.

use super::lanes::{COLUMNS, OUTPUTS, Sums, dots};
use super::quant::{activate_first, clip, rescale};

/// The sparse first layer: one row of i8 weights per feature, i16 sums, clipped activations.
#[derive(Clone, Copy, Debug)]
pub struct First<'a> {
    /// Number of outputs.
    pub outputs: usize,
    /// `[features][outputs]`, i8.
    pub rows: &'a [u8],
    /// `[outputs]`, i16 little endian.
    pub bias: &'a [u8],
    /// `[outputs]`, i16 little endian, at least 0.
    pub multiplier: &'a [u8],
}

/// A dense layer: u8 activations in, i8 weights, i32 sums out.
#[derive(Clone, Copy, Debug)]
pub struct Dense<'a> {
    /// Number of inputs.
    pub inputs: usize,
    /// Number of outputs.
    pub outputs: usize,
    /// Bits after the point of the multipliers.
    pub shift: u32,
    /// `[outputs][inputs]`, i8.
    pub weights: &'a [u8],
    /// `[outputs]`, i32 little endian.
    pub bias: &'a [u8],
    /// `[outputs]`, i32 little endian, at least 0.
    pub multiplier: &'a [u8],
}

/// Reads entry `i` of an i16 array stored as little-endian bytes, 0 past the end.
#[inline]
pub(super) fn i16_at(bytes: &[u8], i: usize) -> i16 {
    match bytes.get(2 * i..2 * i + 2) {
        Some(&[a, b]) => i16::from_le_bytes([a, b]),
        _ => 0,
    }
}

/// Reads entry `i` of an i32 array stored as little-endian bytes, 0 past the end.
#[inline]
pub(super) fn i32_at(bytes: &[u8], i: usize) -> i32 {
    match bytes.get(4 * i..4 * i + 4) {
        Some(&[a, b, c, d]) => i32::from_le_bytes([a, b, c, d]),
        _ => 0,
    }
}

impl First<'_> {
    /// Sums the rows of the active features and activates. `out` has at least `outputs` places;
    /// features past the table count as absent.
    pub fn propagate(&self, features: &[u16], out: &mut [u8]) {
        let out = out.get_mut(..self.outputs).unwrap_or_default();
        let mut blocks = out.chunks_exact_mut(COLUMNS);
        let mut column = 0;
        for out in &mut blocks {
            let mut sums = Sums::new(core::array::from_fn(|j| i16_at(self.bias, column + j)));
            for &feature in features {
                let start = usize::from(feature) * self.outputs + column;
                if let Some(row) = self.rows.get(start..).and_then(|row| row.first_chunk()) {
                    sums.add(row);
                }
            }
            for (out, sum) in out.iter_mut().zip(sums.get()) {
                *out = activate_first(sum, i16_at(self.multiplier, column));
                column += 1;
            }
        }
        for out in blocks.into_remainder() {
            let weights = features.iter().filter_map(|&feature| {
                let at = usize::from(feature) * self.outputs + column;
                self.rows.get(at)
            });
            let bias = i16_at(self.bias, column);
            let sum = weights.fold(bias, |sum, &w| sum + i16::from(w as i8));
            *out = activate_first(sum, i16_at(self.multiplier, column));
            column += 1;
        }
    }
}

impl Dense<'_> {
    /// An empty layer.
    pub(super) const EMPTY: Self = Self {
        inputs: 0,
        outputs: 0,
        shift: 1,
        weights: &[],
        bias: &[],
        multiplier: &[],
    };

    /// The weights of output `j`.
    #[inline]
    pub(super) fn row(&self, j: usize) -> &[u8] {
        let start = j * self.inputs;
        self.weights.get(start..start + self.inputs).unwrap_or(&[])
    }

    /// Hands every output, on the scale of what follows and before any clipping, to `put`, in
    /// order. `x` has at least `inputs` activations.
    #[inline]
    pub fn outputs(&self, x: &[u8], mut put: impl FnMut(usize, i32)) {
        let x = x.get(..self.inputs).unwrap_or(x);
        for from in (0..self.outputs).step_by(OUTPUTS) {
            // Past the end are rows of nothing.
            let sums = dots(core::array::from_fn(|k| self.row(from + k)), x);
            for (j, dot) in (from..self.outputs).zip(sums) {
                let sum = i32_at(self.bias, j) + dot;
                put(j, rescale(sum, i32_at(self.multiplier, j), self.shift));
            }
        }
    }

    /// Clipped outputs: a hidden layer.
    pub fn propagate(&self, x: &[u8], out: &mut [u8]) {
        self.outputs(x, |j, output| {
            if let Some(out) = out.get_mut(j) {
                *out = clip(output);
            }
        });
    }

    /// Adds the outputs to `trunk` and clips: the end of a residual block.
    pub fn propagate_residual(&self, x: &[u8], trunk: &mut [u8]) {
        self.outputs(x, |j, output| {
            if let Some(out) = trunk.get_mut(j) {
                *out = clip(i32::from(*out) + output);
            }
        });
    }
}
