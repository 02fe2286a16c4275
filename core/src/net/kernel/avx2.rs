//! The primitives with 256-bit instructions: `pmaddubsw` products of u8 activations and i8
//! weights. Activations are at most 127, so its 16-bit sums of two products cannot saturate.

use super::{COLUMNS, Line, PANEL, ROWS, Scale};
use core::arch::x86_64::*;

/// # Safety
/// Needs AVX2. `out`, `bias` and `multiplier` have the same length, a multiple of [`COLUMNS`],
/// and every feature's row of that length lies inside `rows`.
#[target_feature(enable = "avx2")]
pub unsafe fn first(
    rows: &[i8],
    features: &[u16],
    bias: &[i16],
    multiplier: &[i16],
    out: &mut [u8],
) {
    const VECTORS: usize = COLUMNS / 16;
    let width = out.len();
    for c in (0..width).step_by(COLUMNS) {
        // SAFETY: c + COLUMNS ≤ width, so every access below stays inside its slice by the
        // function's contract; all loads and stores are unaligned ones.
        unsafe {
            let load16 = |p: *const i16, i: usize| _mm256_loadu_si256(p.add(c + 16 * i).cast());
            let mut sums: [__m256i; VECTORS] = core::array::from_fn(|i| load16(bias.as_ptr(), i));
            for &feature in features {
                let row = rows.as_ptr().add(usize::from(feature) * width + c);
                for (i, sum) in sums.iter_mut().enumerate() {
                    let w = _mm256_cvtepi8_epi16(_mm_loadu_si128(row.add(16 * i).cast()));
                    *sum = _mm256_add_epi16(*sum, w);
                }
            }
            for i in (0..VECTORS).step_by(2) {
                let a = _mm256_mulhrs_epi16(sums[i], load16(multiplier.as_ptr(), i));
                let b = _mm256_mulhrs_epi16(sums[i + 1], load16(multiplier.as_ptr(), i + 1));
                // Packing saturates to ±127/128 and interleaves the halves; the permutation
                // undoes the latter, the maximum finishes the clipping.
                let packed = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi16(a, b));
                let clipped = _mm256_max_epi8(packed, _mm256_setzero_si256());
                _mm256_storeu_si256(out.as_mut_ptr().add(c + 16 * i).cast(), clipped);
            }
        }
    }
}

/// # Safety
/// Needs AVX2. `x` holds `ROWS` states at distance `stride` with `4 × panel.len()` bytes each,
/// all at most 127; `panel.len()` is even. With `PAIRED`, sums of four products per 16-bit lane
/// must not exceed 16 bits.
#[target_feature(enable = "avx2")]
pub unsafe fn dense<const PAIRED: bool>(
    x: &[u8],
    stride: usize,
    panel: &[Line],
    scale: Scale<'_>,
) -> [[i32; PANEL]; ROWS] {
    let ones = _mm256_set1_epi16(1);
    let mut sums = [[_mm256_setzero_si256(); 2]; ROWS];
    // SAFETY: line k and the four input bytes at 4k (and the next ones) are inside `panel` and
    // `x` for every k below panel.len(), which is even; a Line is 64 readable bytes.
    unsafe {
        let weights = panel.as_ptr().cast::<__m256i>();
        let input = |row: usize, k: usize| {
            _mm256_set1_epi32(
                x.as_ptr()
                    .add(row * stride + 4 * k)
                    .cast::<i32>()
                    .read_unaligned(),
            )
        };
        for k in (0..panel.len()).step_by(2) {
            let w = [
                _mm256_load_si256(weights.add(2 * k)),
                _mm256_load_si256(weights.add(2 * k + 1)),
                _mm256_load_si256(weights.add(2 * k + 2)),
                _mm256_load_si256(weights.add(2 * k + 3)),
            ];
            for (row, sums) in sums.iter_mut().enumerate() {
                let (x0, x1) = (input(row, k), input(row, k + 1));
                for (half, sum) in sums.iter_mut().enumerate() {
                    let p = _mm256_maddubs_epi16(x0, w[half]);
                    let q = _mm256_maddubs_epi16(x1, w[2 + half]);
                    let products = if PAIRED {
                        _mm256_madd_epi16(_mm256_add_epi16(p, q), ones)
                    } else {
                        _mm256_add_epi32(_mm256_madd_epi16(p, ones), _mm256_madd_epi16(q, ones))
                    };
                    *sum = _mm256_add_epi32(*sum, products);
                }
            }
        }
    }
    let mut out = [[0; PANEL]; ROWS];
    for (out, sums) in out.iter_mut().zip(sums) {
        for (half, sum) in sums.into_iter().enumerate() {
            // SAFETY: `half` is 0 or 1, so eight i32 at 8 × half are inside arrays of PANEL = 16.
            unsafe {
                let bias = _mm256_loadu_si256(scale.bias.as_ptr().add(8 * half).cast());
                let multiplier = _mm256_loadu_si256(scale.multiplier.as_ptr().add(8 * half).cast());
                let scaled = rescale(_mm256_add_epi32(sum, bias), multiplier, scale.shift);
                _mm256_storeu_si256(out.as_mut_ptr().add(8 * half).cast(), scaled);
            }
        }
    }
    out
}

/// `quant::rescale` of eight sums. AVX2 has no arithmetic 64-bit shift, so the product (below
/// 2^61 in size) is made positive by 2^62, and 2^62 >> shift is taken off again.
#[target_feature(enable = "avx2")]
fn rescale(sums: __m256i, multipliers: __m256i, shift: u32) -> __m256i {
    let count = _mm_cvtsi32_si128(shift as i32);
    let raise = _mm256_set1_epi64x((1 << 62) + (1 << (shift - 1)));
    let lower = _mm256_set1_epi32(((1i64 << 62) >> shift) as i32);
    let scale = |s, m| _mm256_srl_epi64(_mm256_add_epi64(_mm256_mul_epi32(s, m), raise), count);
    let even = scale(sums, multipliers);
    let odd = scale(
        _mm256_srli_epi64::<32>(sums),
        _mm256_srli_epi64::<32>(multipliers),
    );
    let both = _mm256_blend_epi32::<0b1010_1010>(even, _mm256_slli_epi64::<32>(odd));
    _mm256_sub_epi32(both, lower)
}
