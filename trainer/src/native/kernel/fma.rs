//! Products with AVX-512's float32 arithmetic: Intel's cores make one product of bfloat16 pairs in two cycles,
//! but two of float32 numbers in one, so those are twice as many.

use super::avx512::{HALF, load, save, widen};
use super::{Pairs, Rows, SIDE, Tile};
use std::arch::x86_64::*;

/// Rows whose sums stay in registers: 8 × 2 of 16 columns each.
const BAND: usize = 8;

/// Rows of a left factor in float32.
#[repr(C, align(64))]
struct Wide([[f32; SIDE]; BAND]);

/// The upper and the lower numbers of pairs, in float32.
#[inline]
#[target_feature(enable = "avx512f")]
fn rows(words: &[u32; HALF]) -> [__m512; 2] {
    // SAFETY: sixteen words.
    let words = unsafe { _mm512_loadu_si512(words.as_ptr().cast()) };
    let lower = _mm512_set1_epi32(0xffff_0000_u32 as i32);
    [
        _mm512_castsi512_ps(_mm512_slli_epi32::<16>(words)),
        _mm512_castsi512_ps(_mm512_and_si512(words, lower)),
    ]
}

/// Left factors are widened first, a band at a time, as each number is multiplied with 32 others by
/// itself; right ones among the products: both widened there, or both first, it took a quarter longer.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512bf16")]
pub fn product(a: &[Rows], b: &[Pairs], c: &mut Tile, add: bool) {
    let mut wide = Wide([[0.0; SIDE]; BAND]);
    for (band, c) in c.0.as_chunks_mut::<BAND>().0.iter_mut().enumerate() {
        let mut sums = [[_mm512_setzero_ps(); 2]; BAND];
        if add {
            for (sums, c) in sums.iter_mut().zip(&*c) {
                *sums = load(c);
            }
        }
        for (a, b) in a.iter().zip(b) {
            for (wide, a) in wide.0.iter_mut().zip(&a.0[band * BAND..]) {
                save(widen(a), wide);
            }
            for pair in 0..HALF {
                let w = [rows(&b.0[0][pair]), rows(&b.0[1][pair])];
                for (sums, x) in sums.iter_mut().zip(&wide.0) {
                    for k in 0..2 {
                        let x = _mm512_set1_ps(x[2 * pair + k]);
                        sums[0] = _mm512_fmadd_ps(x, w[0][k], sums[0]);
                        sums[1] = _mm512_fmadd_ps(x, w[1][k], sums[1]);
                    }
                }
            }
        }
        for (sums, c) in sums.into_iter().zip(c) {
            save(sums, c);
        }
    }
}
