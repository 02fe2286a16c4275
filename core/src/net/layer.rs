//! The two kinds of layer, as views on a weight file, and their portable forward passes: the
//! specification that every faster kernel must match bit for bit.

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
    /// Sums the rows of the active features and activates. `sums` and `out` have at least
    /// `outputs` places; features past the table count as absent.
    pub fn propagate(&self, features: &[u16], sums: &mut [i16], out: &mut [u8]) {
        for (j, sum) in sums.iter_mut().take(self.outputs).enumerate() {
            *sum = i16_at(self.bias, j);
        }
        for &feature in features {
            let start = feature as usize * self.outputs;
            if let Some(row) = self.rows.get(start..start + self.outputs) {
                for (sum, &w) in sums.iter_mut().zip(row) {
                    *sum += i16::from(w as i8);
                }
            }
        }
        for (j, (out, &sum)) in out.iter_mut().zip(&*sums).take(self.outputs).enumerate() {
            *out = activate_first(sum, i16_at(self.multiplier, j));
        }
    }
}

impl Dense<'_> {
    /// A layer of nothing.
    pub(super) const EMPTY: Self = Self {
        inputs: 0,
        outputs: 0,
        shift: 1,
        weights: &[],
        bias: &[],
        multiplier: &[],
    };

    /// Output `j` on the scale of what follows, before any clipping. `x` has at least `inputs`
    /// activations.
    #[inline]
    pub fn output(&self, x: &[u8], j: usize) -> i32 {
        let start = j * self.inputs;
        let row = self.weights.get(start..start + self.inputs).unwrap_or(&[]);
        let dot: i32 = row
            .iter()
            .zip(x)
            .map(|(&w, &x)| i32::from(w as i8) * i32::from(x))
            .sum();
        let sum = i32_at(self.bias, j) + dot;
        rescale(sum, i32_at(self.multiplier, j), self.shift)
    }

    /// Clipped outputs: a hidden layer.
    pub fn propagate(&self, x: &[u8], out: &mut [u8]) {
        for (j, out) in out.iter_mut().take(self.outputs).enumerate() {
            *out = clip(self.output(x, j));
        }
    }

    /// Adds the outputs to `trunk` and clips: the end of a residual block.
    pub fn propagate_residual(&self, x: &[u8], trunk: &mut [u8]) {
        for (j, out) in trunk.iter_mut().take(self.outputs).enumerate() {
            *out = clip(i32::from(*out) + self.output(x, j));
        }
    }
}
