//! The primitives in plain Rust, on the packed layout.

use super::{Line, PANEL, ROWS, Scale, rescale};
use crate::net::quant::activate_first;

pub fn first(rows: &[i8], features: &[u16], bias: &[i16], multiplier: &[i16], out: &mut [u8]) {
    const CHUNK: usize = 64;
    let width = out.len();
    for (c, out) in out.chunks_exact_mut(CHUNK).enumerate() {
        let columns = c * CHUNK..(c + 1) * CHUNK;
        let mut sums = [0i16; CHUNK];
        sums.copy_from_slice(&bias[columns.clone()]);
        for &feature in features {
            let start = usize::from(feature) * width + c * CHUNK;
            for (sum, &w) in sums.iter_mut().zip(&rows[start..start + CHUNK]) {
                *sum += i16::from(w);
            }
        }
        for ((out, sum), &m) in out.iter_mut().zip(sums).zip(&multiplier[columns]) {
            *out = activate_first(sum, m);
        }
    }
}

pub fn dense(x: &[u8], stride: usize, panel: &[Line], scale: Scale<'_>) -> [[i32; PANEL]; ROWS] {
    core::array::from_fn(|row| {
        let x = &x[row * stride..row * stride + 4 * panel.len()];
        let mut sums = *scale.bias;
        for (line, x) in panel.iter().zip(x.chunks_exact(4)) {
            for (sum, w) in sums.iter_mut().zip(line.0.chunks_exact(4)) {
                for (&w, &x) in w.iter().zip(x) {
                    *sum += i32::from(w as i8) * i32::from(x);
                }
            }
        }
        core::array::from_fn(|j| rescale(sums[j], scale.multiplier[j], scale.shift))
    })
}
