//! The primitives in plain Rust, on the packed layout.

use super::changes::Change;
use super::{COLUMNS, EVEN, INPUTS, PANEL, Scale, Slice, Sums, Weights};
use crate::net::quant;
use core::num::Wrapping;

pub fn first<'a, S>(slice: Slice<'_>, states: S, out: &mut [u8], stride: usize)
where
    S: Iterator<Item = Change<'a>> + Clone,
{
    let Slice {
        rows,
        bias,
        multiplier,
        ..
    } = slice;
    // On the way from one state to the next, sums may leave their 16 bits and come back.
    let mut sums = [Wrapping(0); COLUMNS];
    let add = |sums: &mut [Wrapping<i16>; COLUMNS], feature: u16, sign: i16| {
        let row = rows[usize::from(feature)].0;
        for (sums, w) in sums.chunks_exact_mut(2).zip(row.chunks_exact(2)) {
            sums[0] += sign * (i16::from(w[0]) - EVEN);
            sums[1] += sign * i16::from(w[1] as i8);
        }
    };
    for (change, out) in states.zip(out.chunks_mut(stride)) {
        match change {
            Change::All(features) => {
                sums = bias.map(Wrapping);
                features.iter().for_each(|&f| add(&mut sums, f, 1));
            }
            Change::Swaps(pairs) => {
                for &[new, old] in pairs {
                    add(&mut sums, new, 1);
                    add(&mut sums, old, -1);
                }
            }
        }
        for ((out, sum), &m) in out.iter_mut().zip(sums).zip(multiplier) {
            *out = quant::activate_first(sum.0, m);
        }
    }
}

pub fn dense(x: &[u8], stride: usize, states: usize, panel: &[Weights], sums: &mut Sums) {
    for (x, sums) in x.chunks(stride).zip(&mut sums.0[..states]) {
        *sums = [0; PANEL];
        for (weights, x) in panel.iter().zip(x.chunks_exact(INPUTS)) {
            for (lines, sums) in weights.iter().zip(sums.chunks_exact_mut(16)) {
                for (line, x) in lines.iter().zip(x.chunks_exact(4)) {
                    for (sum, w) in sums.iter_mut().zip(line.0.chunks_exact(4)) {
                        for (&w, &x) in w.iter().zip(x) {
                            *sum += i32::from(w as i8) * i32::from(x);
                        }
                    }
                }
            }
        }
    }
}

pub fn rescale(rows: &mut [[i32; PANEL]], scale: Scale<'_>) {
    for row in rows {
        for (j, sum) in row.iter_mut().enumerate() {
            let scaled = i64::from(*sum) * i64::from(scale.multiplier[j]) + scale.offset[j];
            *sum = (scaled >> scale.shift) as i32;
        }
    }
}

/// What follows rescaling in `activate`. Inlined into a wider kernel too, where the compiler vectorises it
/// with that kernel's instructions.
#[inline(always)]
pub fn clip(rows: &[[i32; PANEL]], residual: bool, out: &mut [u8], stride: usize) {
    for (row, out) in rows.iter().zip(out.chunks_mut(stride)) {
        for (out, &sum) in out[..PANEL].iter_mut().zip(row) {
            let trunk = if residual { i32::from(*out) } else { 0 };
            *out = quant::clip(trunk + sum);
        }
    }
}
