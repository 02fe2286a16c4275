//! The primitives with 256-bit instructions. Plain AVX2 multiplies by `vpmaddubsw`, pairs of u8
//! activations and i8 weights: activations are at most 127, so its 16-bit sums of two products
//! cannot saturate. AVX-VNNI has the whole dot product of four in one instruction.

use super::changes::Change;
use super::{COLUMNS, EVEN, GROUP, INPUTS, PANEL, Scale, Slice, Sums, Weights, portable};
use core::arch::x86_64::*;

/// # Safety
/// Needs AVX2. Every feature is below `slice.rows.len()`, and for every state i of `states`,
/// `i × stride + COLUMNS` is at most `out.len()`.
#[target_feature(enable = "avx2")]
pub unsafe fn first<'a, S>(slice: Slice<'_>, states: S, out: &mut [u8], stride: usize)
where
    S: Iterator<Item = Change<'a>> + Clone,
{
    let Slice {
        rows,
        bias,
        multiplier,
        active,
    } = slice;
    let surplus = EVEN.wrapping_mul(active as i16);
    for (half, from) in (0..COLUMNS).step_by(32).enumerate() {
        let lanes = |p: &[i16; COLUMNS], odd: usize| -> [i16; 16] {
            core::array::from_fn(|i| p[from + 2 * i + odd])
        };
        // SAFETY: rows and outputs are inside their slices by the function's contract; a Line is
        // 64 bytes, aligned to them, of which this is one half.
        unsafe {
            let load = |lanes: [i16; 16]| _mm256_loadu_si256(lanes.as_ptr().cast());
            let multiplier = [load(lanes(multiplier, 0)), load(lanes(multiplier, 1))];
            // A row starts from the biases, packed as the table is, so that unpacking leaves them.
            let [even, odd] = [load(lanes(bias, 0)), load(lanes(bias, 1))];
            let even = _mm256_sub_epi16(even, _mm256_set1_epi16(surplus));
            let start = (_mm256_add_epi16(even, _mm256_slli_epi16::<8>(odd)), odd);
            // Eight even columns, eight odd ones: into their order, in each sixteen bytes.
            let order = _mm_set_epi8(15, 7, 14, 6, 13, 5, 12, 4, 11, 3, 10, 2, 9, 1, 8, 0);
            let order = _mm256_broadcastsi128_si256(order);
            let zero = _mm256_setzero_si256();
            let row = |feature: u16| {
                let row = rows.as_ptr().add(usize::from(feature)).cast::<__m256i>();
                _mm256_load_si256(row.add(half))
            };
            let (mut both, mut odd) = start;
            for (state, change) in states.clone().enumerate() {
                match change {
                    Change::All(features) => {
                        (both, odd) = start;
                        for &feature in features {
                            let row = row(feature);
                            both = _mm256_add_epi16(both, row);
                            odd = _mm256_add_epi16(odd, _mm256_srai_epi16::<8>(row));
                        }
                    }
                    Change::Swaps(pairs) => {
                        for &[new, old] in pairs {
                            let (new, old) = (row(new), row(old));
                            both = _mm256_add_epi16(both, _mm256_sub_epi16(new, old));
                            let (new, old) =
                                (_mm256_srai_epi16::<8>(new), _mm256_srai_epi16::<8>(old));
                            odd = _mm256_add_epi16(odd, _mm256_sub_epi16(new, old));
                        }
                    }
                }
                let even = _mm256_sub_epi16(both, _mm256_slli_epi16::<8>(odd));
                let even = _mm256_mulhrs_epi16(even, multiplier[0]);
                let odd = _mm256_mulhrs_epi16(odd, multiplier[1]);
                // Packing ends at 127.
                let bytes = _mm256_shuffle_epi8(_mm256_packs_epi16(even, odd), order);
                let bytes = _mm256_max_epi8(bytes, zero);
                let out = out.as_mut_ptr().add(state * stride + from);
                _mm256_storeu_si256(out.cast(), bytes);
            }
        }
    }
}

/// States whose sums fit the registers, with sixteen outputs.
const ROWS: usize = 4;

/// # Safety
/// Needs AVX2. `x` holds `GROUP` rows at distance `stride` with `INPUTS × panel.len()` bytes
/// each, all at most 127; `states` is at most `GROUP`. With `PAIRED`, sums of four products per
/// 16-bit lane must not exceed 16 bits.
#[target_feature(enable = "avx2")]
pub unsafe fn dense<const PAIRED: bool>(
    x: &[u8],
    stride: usize,
    states: usize,
    panel: &[Weights],
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
    panel: &[Weights],
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
    panel: &[Weights],
    sums: &mut Sums,
    add: impl Fn(__m256i, [__m256i; 2], [__m256i; 2]) -> __m256i,
) {
    const { assert!(GROUP.is_multiple_of(ROWS)) };
    for row in (0..states).step_by(ROWS) {
        for half in 0..PANEL / 16 {
            // SAFETY: rows up to the next multiple of ROWS are inside the GROUP rows of `x` and
            // `sums`; line k of `panel` meets the four input bytes at 4k of a row, and lines come
            // in even numbers; `half` is 0 or 1; a Line is 64 bytes, aligned to them.
            unsafe {
                let input = |r: usize, k: usize| {
                    let at = x.as_ptr().add((row + r) * stride + 4 * k);
                    _mm256_set1_epi32(at.cast::<i32>().read_unaligned())
                };
                let mut tile = [[_mm256_setzero_si256(); 2]; ROWS];
                for (from, weights) in panel.iter().enumerate() {
                    for (i, lines) in weights[half].chunks_exact(2).enumerate() {
                        let w: *const __m256i = lines.as_ptr().cast();
                        let load = |i| _mm256_load_si256(w.add(i));
                        let w = [[load(0), load(2)], [load(1), load(3)]];
                        let k = from * (INPUTS / 4) + 2 * i;
                        for (r, tile) in tile.iter_mut().enumerate() {
                            let x = [input(r, k), input(r, k + 1)];
                            tile[0] = add(tile[0], x, w[0]);
                            tile[1] = add(tile[1], x, w[1]);
                        }
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
pub fn clip(rows: &[[i32; PANEL]], residual: bool, out: &mut [u8], stride: usize) {
    portable::clip(rows, residual, out, stride);
}
