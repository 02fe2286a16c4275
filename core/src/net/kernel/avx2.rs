//! The primitives with 256-bit instructions. Plain AVX2 multiplies by `vpmaddubsw`, pairs of u8
//! activations and i8 weights: activations are at most 127, so its 16-bit sums of two products
//! cannot saturate. AVX-VNNI has the whole dot product of four in one instruction.

use super::{COLUMNS, GROUP, Inputs4, Line, PANEL, Scale, Sums, portable};
use core::arch::x86_64::*;

/// # Safety
/// Needs AVX2. Every feature is below `slice.len()`, and for every state i of
/// `features.len() / active`, `i × stride + COLUMNS` is at most `out.len()`.
#[target_feature(enable = "avx2")]
pub unsafe fn first(
    slice: &[Line],
    features: &[u16],
    active: usize,
    bias: &[i16; COLUMNS],
    multiplier: &[i16; COLUMNS],
    out: &mut [u8],
    stride: usize,
) {
    const VECTORS: usize = COLUMNS / 16;
    for (state, features) in features.chunks_exact(active).enumerate() {
        // SAFETY: rows and outputs are inside their slices by the function's contract, columns
        // inside arrays of COLUMNS; all loads and stores are unaligned ones.
        unsafe {
            let load16 = |p: &[i16; COLUMNS], i: usize| {
                _mm256_loadu_si256(p.as_ptr().add(16 * i).cast::<__m256i>())
            };
            let mut sums: [__m256i; VECTORS] = core::array::from_fn(|i| load16(bias, i));
            for &feature in features {
                let row = slice.as_ptr().add(usize::from(feature)).cast::<__m128i>();
                for (i, sum) in sums.iter_mut().enumerate() {
                    let w = _mm256_cvtepi8_epi16(_mm_loadu_si128(row.add(i)));
                    *sum = _mm256_add_epi16(*sum, w);
                }
            }
            for i in (0..VECTORS).step_by(2) {
                let a = _mm256_mulhrs_epi16(sums[i], load16(multiplier, i));
                let b = _mm256_mulhrs_epi16(sums[i + 1], load16(multiplier, i + 1));
                // Packing saturates to ±127/128 and interleaves the halves; the permutation
                // undoes the latter, the maximum finishes the clipping.
                let packed = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi16(a, b));
                let clipped = _mm256_max_epi8(packed, _mm256_setzero_si256());
                let out = out.as_mut_ptr().add(state * stride + 16 * i);
                _mm256_storeu_si256(out.cast(), clipped);
            }
        }
    }
}

/// States whose sums fit the registers, with sixteen outputs.
const ROWS: usize = 4;

/// # Safety
/// Needs AVX2. `x` holds `GROUP` rows at distance `stride` with `4 × panel.len()` bytes each,
/// all at most 127; `panel.len()` is even; `states` is at most `GROUP`. With `PAIRED`, sums of
/// four products per 16-bit lane must not exceed 16 bits.
#[target_feature(enable = "avx2")]
pub unsafe fn dense<const PAIRED: bool>(
    x: &[u8],
    stride: usize,
    states: usize,
    panel: &[Inputs4],
    sums: &mut Sums,
) {
    let ones = _mm256_set1_epi16(1);
    let add = |sum: __m256i, x: [__m256i; 2], w: [__m256i; 2]| {
        let p = _mm256_maddubs_epi16(x[0], w[0]);
        let q = _mm256_maddubs_epi16(x[1], w[1]);
        let products = if PAIRED {
            _mm256_madd_epi16(_mm256_add_epi16(p, q), ones)
        } else {
            _mm256_add_epi32(_mm256_madd_epi16(p, ones), _mm256_madd_epi16(q, ones))
        };
        _mm256_add_epi32(sum, products)
    };
    // SAFETY: the function's contract is that of `tiles`.
    unsafe { tiles(x, stride, states, panel, sums, add) }
}

/// # Safety
/// As [`dense`], and needs AVX-VNNI.
#[target_feature(enable = "avx2,avxvnni")]
pub unsafe fn dense_vnni(
    x: &[u8],
    stride: usize,
    states: usize,
    panel: &[Inputs4],
    sums: &mut Sums,
) {
    let add = |sum: __m256i, x: [__m256i; 2], w: [__m256i; 2]| {
        let sum = _mm256_dpbusd_avx_epi32(sum, x[0], w[0]);
        _mm256_dpbusd_avx_epi32(sum, x[1], w[1])
    };
    // SAFETY: the function's contract is that of `tiles`.
    unsafe { tiles(x, stride, states, panel, sums, add) }
}

/// The loops of a dense tile around `add`, which adds the products of two vectors of inputs and
/// two of weights to a vector of sums.
///
/// # Safety
/// As [`dense`].
#[inline(always)]
unsafe fn tiles(
    x: &[u8],
    stride: usize,
    states: usize,
    panel: &[Inputs4],
    sums: &mut Sums,
    add: impl Fn(__m256i, [__m256i; 2], [__m256i; 2]) -> __m256i,
) {
    const { assert!(GROUP.is_multiple_of(ROWS)) };
    for row in (0..states).step_by(ROWS) {
        for half in 0..PANEL / 16 {
            // SAFETY: rows up to the next multiple of ROWS are inside the GROUP rows of `x` and
            // `sums`; entries k and k + 1 are inside `panel`, whose length is even, and so are
            // the eight input bytes at 4k; `half` is 0 or 1; a Line is 64 bytes, aligned to them.
            unsafe {
                let weights = panel.as_ptr().cast::<Line>().add(half);
                let input = |r: usize, k: usize| {
                    let at = x.as_ptr().add((row + r) * stride + 4 * k);
                    _mm256_set1_epi32(at.cast::<i32>().read_unaligned())
                };
                let mut tile = [[_mm256_setzero_si256(); 2]; ROWS];
                for k in (0..panel.len()).step_by(2) {
                    let w0 = weights.add(2 * k).cast::<__m256i>();
                    let w1 = weights.add(2 * k + 2).cast::<__m256i>();
                    let w = [
                        [_mm256_load_si256(w0), _mm256_load_si256(w1)],
                        [_mm256_load_si256(w0.add(1)), _mm256_load_si256(w1.add(1))],
                    ];
                    for (r, tile) in tile.iter_mut().enumerate() {
                        let x = [input(r, k), input(r, k + 1)];
                        tile[0] = add(tile[0], x, w[0]);
                        tile[1] = add(tile[1], x, w[1]);
                    }
                }
                for (tile, sums) in tile.iter().zip(&mut sums.0[row..row + ROWS]) {
                    let to = sums.as_mut_ptr().add(16 * half);
                    _mm256_storeu_si256(to.cast(), tile[0]);
                    _mm256_storeu_si256(to.add(8).cast(), tile[1]);
                }
            }
        }
    }
}

/// AVX2 has no arithmetic 64-bit shift, so each product (below 2^61 in size) is made positive by
/// 2^62, and 2^62 >> shift is taken off again.
#[target_feature(enable = "avx2")]
pub fn rescale(rows: &mut [[i32; PANEL]], scale: Scale<'_>) {
    let count = _mm_cvtsi32_si128(scale.shift as i32);
    let raise = _mm256_set1_epi64x(1 << 62);
    let lower = _mm256_set1_epi32(((1i64 << 62) >> scale.shift) as i32);
    let times = |s, m, c| _mm256_srl_epi64(_mm256_add_epi64(_mm256_mul_epi32(s, m), c), count);
    for i in (0..PANEL).step_by(8) {
        // SAFETY: eight places from i on are inside arrays of PANEL, a multiple of 8.
        unsafe {
            let offset = scale.offset.as_ptr().add(i).cast::<__m256i>();
            let c = [0, 1].map(|h| _mm256_add_epi64(_mm256_loadu_si256(offset.add(h)), raise));
            // Products are of the even and of the odd places.
            let split = |c| _mm256_permute4x64_epi64::<0b11_01_10_00>(c);
            let c_even = split(_mm256_unpacklo_epi64(c[0], c[1]));
            let c_odd = split(_mm256_unpackhi_epi64(c[0], c[1]));
            let even = _mm256_loadu_si256(scale.multiplier.as_ptr().add(i).cast());
            let odd = _mm256_srli_epi64::<32>(even);
            for row in &mut *rows {
                let place = row.as_mut_ptr().add(i).cast::<__m256i>();
                let sum = _mm256_loadu_si256(place);
                let a = times(sum, even, c_even);
                let b = times(_mm256_srli_epi64::<32>(sum), odd, c_odd);
                let both = _mm256_blend_epi32::<0b1010_1010>(a, _mm256_slli_epi64::<32>(b));
                _mm256_storeu_si256(place, _mm256_sub_epi32(both, lower));
            }
        }
    }
}

#[target_feature(enable = "avx2")]
pub fn activate(
    rows: &mut [[i32; PANEL]],
    scale: Scale<'_>,
    residual: bool,
    out: &mut [u8],
    stride: usize,
) {
    rescale(rows, scale);
    portable::clip(rows, residual, out, stride);
}
