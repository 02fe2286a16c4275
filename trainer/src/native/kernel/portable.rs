//! What the operations mean, in plain Rust.

#![allow(clippy::needless_range_loop)] // columns of several arrays at once

use super::{
    Affine, Backward, Clipped, Columns, Line, Members, Moments, Pairs, Prefetch, Rows, SIDE,
    States, Step, Tile, round as to_bf16, widen,
};
use std::ops::Range;

pub fn product(a: &[Rows], b: &[Pairs], c: &mut Tile, add: bool) {
    if !add {
        *c = Tile::ZERO;
    }
    for (a, b) in a.iter().zip(b) {
        for (row, sums) in a.0.iter().zip(&mut c.0) {
            for (pair, x) in row.as_chunks::<2>().0.iter().enumerate() {
                let (x0, x1) = (widen(x[0]), widen(x[1]));
                for (half, sums) in b.0.iter().zip(sums.as_chunks_mut::<{ SIDE / 2 }>().0) {
                    for (w, sum) in half[pair].iter().zip(sums) {
                        *sum += x0 * widen(*w as u16) + x1 * widen((w >> 16) as u16);
                    }
                }
            }
        }
    }
}

#[inline(always)]
pub fn sum(
    table: &[Line],
    affine: &Affine,
    clip: Option<f32>,
    states: States<'_>,
    out: &mut Rows,
    _: Prefetch,
) {
    *out = Rows::ZERO;
    for (features, out) in states.each().zip(&mut out.0) {
        let mut sum = [0i16; SIDE];
        for &f in features {
            for (sum, w) in sum.iter_mut().zip(&table[usize::from(f)].0) {
                *sum = sum.wrapping_add(*w);
            }
        }
        for j in 0..SIDE {
            let y = f32::from(sum[j]) * affine.scale.0[j] + affine.shift.0[j];
            out[j] = to_bf16(clip.map_or(y, |clip| y.clamp(0.0, clip)));
        }
    }
}

#[inline(always)]
pub fn gather(from: &[Rows], members: &Members, to: &mut [Tile]) {
    let rows = to.iter_mut().flat_map(|tile| &mut tile.0);
    for (sums, states) in rows.zip(members.each()) {
        for state in states.iter().map(|&state| usize::from(state)) {
            let row = &from[state / SIDE].0[state % SIDE];
            for j in 0..SIDE {
                sums[j] += widen(row[j]);
            }
        }
    }
}

#[inline(always)]
pub fn store(rows: Range<usize>, c: &Tile, out: &mut Rows, moments: &mut Moments) {
    for (c, out) in c.0[rows.clone()].iter().zip(&mut out.0[rows]) {
        for j in 0..SIDE {
            out[j] = to_bf16(c[j]);
            moments.first.0[j] += c[j];
            moments.second.0[j] += c[j] * c[j];
        }
    }
}

#[inline(always)]
pub fn activate(
    z: &Rows,
    skip: Option<&Rows>,
    affine: &Affine,
    clip: f32,
    rows: usize,
    out: &mut Rows,
) {
    *out = Rows::ZERO;
    for i in 0..rows {
        for j in 0..SIDE {
            let skip = skip.map_or(0.0, |s| widen(s.0[i][j]));
            let y = widen(z.0[i][j]) * affine.scale.0[j] + affine.shift.0[j] + skip;
            out.0[i][j] = to_bf16(y.clamp(0.0, clip));
        }
    }
}

#[inline(always)]
pub fn mask(
    rows: Range<usize>,
    c: &Tile,
    clipped: Clipped<'_>,
    out: &mut Rows,
    moments: &mut Moments,
) {
    let Clipped { x, clip, z, skip } = clipped;
    for i in rows {
        for j in 0..SIDE {
            let x = widen(x.0[i][j]);
            let mut g = c.0[i][j] + skip.map_or(0.0, |s| widen(s.0[i][j]));
            if x <= 0.0 || x >= clip {
                g = 0.0;
            }
            out.0[i][j] = to_bf16(g);
            moments.first.0[j] += g;
            moments.second.0[j] += g * z.map_or(0.0, |z| widen(z.0[i][j]));
        }
    }
}

#[inline(always)]
pub fn differentiate(
    g: &Rows,
    z: &Rows,
    a: &Columns,
    affine: &Affine,
    rows: usize,
    out: &mut Rows,
) {
    *out = Rows::ZERO;
    for i in 0..rows {
        for j in 0..SIDE {
            let rest = widen(z.0[i][j]) * affine.scale.0[j] + affine.shift.0[j];
            out.0[i][j] = to_bf16(widen(g.0[i][j]) * a.0[j] + rest);
        }
    }
}

#[inline(always)]
pub fn round(from: &Tile, out: &mut Rows) {
    for (from, out) in from.0.iter().zip(&mut out.0) {
        *out = from.map(to_bf16);
    }
}

pub fn pair(from: &Rows, out: &mut Pairs) {
    for (i, rows) in from.0.as_chunks::<2>().0.iter().enumerate() {
        for j in 0..SIDE {
            let [upper, lower] = rows.map(|row| u32::from(row[j]));
            out.0[j / (SIDE / 2)][i][j % (SIDE / 2)] = upper | lower << 16;
        }
    }
}

#[inline(always)]
pub fn transpose(from: &Rows, out: &mut Rows) {
    for i in 0..SIDE {
        for j in 0..SIDE {
            out.0[j][i] = from.0[i][j];
        }
    }
}

#[inline(always)]
pub fn adam(
    value: &mut [f32],
    first: &mut [f32],
    second: &mut [f32],
    gradient: &[f32],
    step: Step,
) {
    use super::adam::{BETA1, BETA2, EPSILON};
    assert!(value.len() == first.len() && value.len() == second.len());
    assert_eq!(value.len(), gradient.len());
    for (((value, first), second), g) in value.iter_mut().zip(first).zip(second).zip(gradient) {
        *first += (g - *first) * (1.0 - BETA1);
        *second += (g * g - *second) * (1.0 - BETA2);
        *value -= step.rate * *first / (second.sqrt() * step.second + EPSILON);
    }
}

#[inline(always)]
pub fn weigh(from: &Tile, weights: &[f32; SIDE], to: &mut Columns) {
    for (row, weight) in from.0.iter().zip(weights) {
        for j in 0..SIDE {
            to.0[j] += weight * row[j];
        }
    }
}

#[inline(always)]
pub fn centre(from: &Tile, centre: &Columns, out: &mut Rows) {
    for (row, out) in from.0.iter().zip(&mut out.0) {
        for j in 0..SIDE {
            out[j] = to_bf16(row[j] - centre.0[j]);
        }
    }
}

#[inline(always)]
pub fn dot(a: &Tile, centre: &Columns, b: &Tile, to: &mut Columns) {
    for (a, b) in a.0.iter().zip(&b.0) {
        for j in 0..SIDE {
            to.0[j] += (a[j] - centre.0[j]) * b[j];
        }
    }
}

#[inline(always)]
pub fn correct(g: &mut Tile, back: &Backward, weights: &[f32; SIDE], v: &Tile) {
    for ((g, v), weight) in g.0.iter_mut().zip(&v.0).zip(weights) {
        for j in 0..SIDE {
            let rest = back.mean.0[j] * weight + back.slope.0[j] * v[j];
            g[j] = back.a.0[j] * (g[j] - rest);
        }
    }
}

#[inline(always)]
pub fn largest(from: &Tile, to: &mut Columns) {
    for row in &from.0 {
        for j in 0..SIDE {
            to.0[j] = to.0[j].max(row[j].abs());
        }
    }
}

#[inline(always)]
pub fn quantise(from: &Tile, scale: &Columns, out: &mut [Line]) {
    // Adding this rounds to whole numbers, which are then the low bits.
    const MAGIC: f32 = 12_582_912.0;
    for (row, out) in from.0.iter().zip(out) {
        for j in 0..SIDE {
            out.0[j] = (row[j] * scale.0[j] + MAGIC).to_bits() as i16;
        }
    }
}

#[inline(always)]
pub fn round_counts(from: &[[u32; SIDE]; SIDE], out: &mut Rows) {
    for (from, out) in from.iter().zip(&mut out.0) {
        *out = from.map(|count| to_bf16(count as f32));
    }
}

#[inline(always)]
pub fn add(to: &mut Rows, more: &Rows) {
    for (to, more) in to.0.iter_mut().zip(&more.0) {
        for j in 0..SIDE {
            to[j] = to_bf16(widen(to[j]) + widen(more[j]));
        }
    }
}
