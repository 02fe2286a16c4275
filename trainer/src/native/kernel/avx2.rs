//! The operations with AVX2 and FMA: bfloat16 numbers are widened in registers.

use super::portable;
use super::{
    Affine, Backward, Clipped, Columns, Line, Members, Moments, Pairs, Prefetch, Rows, SIDE,
    States, Step, Tile,
};
use std::arch::x86_64::*;
use std::ops::Range;

/// Numbers in a register.
const LANES: usize = 8;

/// The lower and the upper numbers of pairs, in float32.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn halves(words: __m256i) -> [__m256; 2] {
    let upper = _mm256_set1_epi32(0xffff_0000_u32 as i32);
    [
        _mm256_slli_epi32::<16>(words),
        _mm256_and_si256(words, upper),
    ]
    .map(|x| _mm256_castsi256_ps(x))
}

/// Numbers are widened among the products: as float32 tiles first, with bands of four or six rows, it took
/// a tenth to a fifth longer.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub fn product(a: &[Rows], b: &[Pairs], c: &mut Tile, add: bool) {
    // Four rows of sums of half of the columns stay in registers, beside their factors.
    const BAND: usize = 4;
    const HALF: usize = SIDE / 2;
    for band in (0..SIDE).step_by(BAND) {
        for half in 0..2 {
            let at = |i: usize, part: usize| (band + i, half * HALF + part * LANES);
            let mut sums = [[_mm256_setzero_ps(); 2]; BAND];
            if add {
                for (i, sums) in sums.iter_mut().enumerate() {
                    for (part, sum) in sums.iter_mut().enumerate() {
                        let (row, column) = at(i, part);
                        // SAFETY: eight numbers of a row.
                        *sum = unsafe { _mm256_loadu_ps(c.0[row].as_ptr().add(column)) };
                    }
                }
            }
            for (a, b) in a.iter().zip(b) {
                for pair in 0..HALF {
                    let words = b.0[half][pair].as_ptr();
                    // SAFETY: eight words each, of sixteen.
                    let w = [0, LANES]
                        .map(|at| unsafe { halves(_mm256_loadu_si256(words.add(at).cast())) });
                    for (i, sums) in sums.iter_mut().enumerate() {
                        let row = a.0[band + i].as_ptr();
                        // SAFETY: two of the 32 numbers of a row.
                        let word = unsafe { row.add(2 * pair).cast::<i32>().read_unaligned() };
                        let x = halves(_mm256_set1_epi32(word));
                        for (sum, w) in sums.iter_mut().zip(w) {
                            *sum = _mm256_fmadd_ps(x[0], w[0], *sum);
                            *sum = _mm256_fmadd_ps(x[1], w[1], *sum);
                        }
                    }
                }
            }
            for (i, sums) in sums.into_iter().enumerate() {
                for (part, sum) in sums.into_iter().enumerate() {
                    let (row, column) = at(i, part);
                    // SAFETY: room for eight numbers of a row.
                    unsafe { _mm256_storeu_ps(c.0[row].as_mut_ptr().add(column), sum) }
                }
            }
        }
    }
}

#[inline]
#[target_feature(enable = "avx2,fma")]
pub fn pair(from: &Rows, out: &mut Pairs) {
    for (i, [upper, lower]) in from.0.as_chunks::<2>().0.iter().enumerate() {
        for half in 0..2 {
            let at = half * SIDE / 2;
            // SAFETY: sixteen of the 32 numbers of each row, and room for sixteen words.
            unsafe {
                let upper = _mm256_loadu_si256(upper.as_ptr().add(at).cast());
                let lower = _mm256_loadu_si256(lower.as_ptr().add(at).cast());
                // Columns 0 to 3 and 8 to 11, and those between and behind them.
                let outer = _mm256_unpacklo_epi16(upper, lower);
                let inner = _mm256_unpackhi_epi16(upper, lower);
                let to = out.0[half][i].as_mut_ptr();
                let first = _mm256_permute2x128_si256::<0x20>(outer, inner);
                let second = _mm256_permute2x128_si256::<0x31>(outer, inner);
                _mm256_storeu_si256(to.cast(), first);
                _mm256_storeu_si256(to.add(LANES).cast(), second);
            }
        }
    }
}

/// Sums stay in registers, even columns apart from odd ones until all of a feature's states are in: written as loops,
/// each state waited for the sums of the one before to come back from memory.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub fn gather(from: &[Rows], members: &Members, to: &mut [Tile]) {
    let rows = to.iter_mut().flat_map(|tile| &mut tile.0);
    for (to, states) in rows.zip(members.each()) {
        if states.is_empty() {
            continue;
        }
        let mut sums = [[_mm256_setzero_ps(); 2]; 2];
        for state in states.iter().map(|&state| usize::from(state)) {
            // SAFETY: one of the states, of which there were found to be no more than rows.
            let row = unsafe { &from.get_unchecked(state / SIDE).0[state % SIDE] };
            for (part, sums) in row.as_chunks::<{ 2 * LANES }>().0.iter().zip(&mut sums) {
                // SAFETY: sixteen numbers.
                let words = unsafe { _mm256_loadu_si256(part.as_ptr().cast()) };
                for (sum, x) in sums.iter_mut().zip(halves(words)) {
                    *sum = _mm256_add_ps(*sum, x);
                }
            }
        }
        for ([even, odd], to) in sums.into_iter().zip(to.as_chunks_mut::<{ 2 * LANES }>().0) {
            // Columns 0 to 3 and 8 to 11, and those between and behind them.
            let outer = _mm256_unpacklo_ps(even, odd);
            let inner = _mm256_unpackhi_ps(even, odd);
            let parts = [
                _mm256_permute2f128_ps::<0x20>(outer, inner),
                _mm256_permute2f128_ps::<0x31>(outer, inner),
            ];
            for (part, to) in parts.into_iter().zip(to.as_chunks_mut::<LANES>().0) {
                // SAFETY: eight numbers.
                unsafe {
                    let sum = _mm256_add_ps(part, _mm256_loadu_ps(to.as_ptr()));
                    _mm256_storeu_ps(to.as_mut_ptr(), sum);
                }
            }
        }
    }
}

compiled! { "avx2,fma":
    sum(table: &[Line], affine: &Affine, clip: Option<f32>, states: States<'_>, out: &mut Rows, ahead: Prefetch);
    store(rows: Range<usize>, c: &Tile, out: &mut Rows, moments: &mut Moments);
    activate(z: &Rows, skip: Option<&Rows>, affine: &Affine, clip: f32, rows: usize, out: &mut Rows);
    mask(rows: Range<usize>, c: &Tile, clipped: Clipped<'_>, out: &mut Rows, moments: &mut Moments);
    differentiate(g: &Rows, z: &Rows, a: &Columns, affine: &Affine, rows: usize, out: &mut Rows);
    round(from: &Tile, out: &mut Rows);
    transpose(from: &Rows, out: &mut Rows);
    adam(value: &mut [f32], first: &mut [f32], second: &mut [f32], gradient: &[f32], step: Step);
}

compiled_everywhere!("avx2,fma");
