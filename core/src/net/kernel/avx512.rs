//! The primitives with 512-bit instructions: `vpdpbusd` (VNNI) is the whole dot product of four
//! activations and four weights.

use super::changes::Change;
use super::{COLUMNS, EVEN, GROUP, INPUTS, PANEL, Scale, Slice, Sums, Weights};
use core::arch::x86_64::*;

/// # Safety
/// Needs AVX-512 BW. Every feature is below `slice.rows.len()`, and for every state i of `states`,
/// `i × stride + COLUMNS` is at most `out.len()`.
#[target_feature(enable = "avx512bw")]
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
    // SAFETY: rows and outputs are inside their slices by the function's contract, columns
    // inside arrays of COLUMNS = 64; a Line is aligned, everything else is loaded unaligned.
    unsafe {
        let pair = |p: &[i16; COLUMNS]| {
            let low = _mm512_loadu_si512(p.as_ptr().cast());
            let high = _mm512_loadu_si512(p.as_ptr().add(32).cast());
            // Lane i of the results: column 2i, column 2i + 1.
            let columns = |odd: i16| {
                let lanes: [i16; 32] = core::array::from_fn(|i| 2 * i as i16 + odd);
                let lanes = _mm512_loadu_si512(lanes.as_ptr().cast());
                _mm512_permutex2var_epi16(low, lanes, high)
            };
            [columns(0), columns(1)]
        };
        let multiplier = pair(multiplier);
        // A row starts from the biases, packed as the table is, so that unpacking leaves them.
        let [even, odd] = pair(bias);
        let surplus = _mm512_set1_epi16(EVEN.wrapping_mul(active as i16));
        let even = _mm512_sub_epi16(even, surplus);
        let start = (_mm512_add_epi16(even, _mm512_slli_epi16::<8>(odd)), odd);
        // Eight even columns, eight odd ones: into their order, in each sixteen bytes.
        let order = _mm_set_epi8(15, 7, 14, 6, 13, 5, 12, 4, 11, 3, 10, 2, 9, 1, 8, 0);
        let order = _mm512_broadcast_i32x4(order);
        let zero = _mm512_setzero_si512();
        let row = |feature: u16| {
            let row = rows.as_ptr().add(usize::from(feature));
            _mm512_load_si512(row.cast())
        };
        let (mut both, mut odd) = start;
        for (state, change) in states.enumerate() {
            match change {
                Change::All(features) => {
                    (both, odd) = start;
                    for &feature in features {
                        let row = row(feature);
                        both = _mm512_add_epi16(both, row);
                        odd = _mm512_add_epi16(odd, _mm512_srai_epi16::<8>(row));
                    }
                }
                Change::Swaps(pairs) => {
                    for &[new, old] in pairs {
                        let (new, old) = (row(new), row(old));
                        both = _mm512_add_epi16(both, _mm512_sub_epi16(new, old));
                        let (new, old) = (_mm512_srai_epi16::<8>(new), _mm512_srai_epi16::<8>(old));
                        odd = _mm512_add_epi16(odd, _mm512_sub_epi16(new, old));
                    }
                }
            }
            let even = _mm512_sub_epi16(both, _mm512_slli_epi16::<8>(odd));
            let even = _mm512_mulhrs_epi16(even, multiplier[0]);
            let odd = _mm512_mulhrs_epi16(odd, multiplier[1]);
            // Packing ends at 127.
            let bytes = _mm512_shuffle_epi8(_mm512_packs_epi16(even, odd), order);
            let bytes = _mm512_max_epi8(bytes, zero);
            _mm512_storeu_si512(out.as_mut_ptr().add(state * stride).cast(), bytes);
        }
    }
}

/// States whose sums fit the registers, with the outputs of a panel.
const ROWS: usize = 8;

/// # Safety
/// Needs AVX-512 VNNI. `x` holds `GROUP` rows at distance `stride` with
/// `INPUTS × panel.len()` bytes each; `states` is at most `GROUP`.
#[target_feature(enable = "avx512f,avx512vnni")]
pub unsafe fn dense(x: &[u8], stride: usize, states: usize, panel: &[Weights], sums: &mut Sums) {
    const { assert!(GROUP.is_multiple_of(ROWS) && PANEL == 32) };
    for row in (0..states).step_by(ROWS) {
        // SAFETY: rows up to the next multiple of ROWS are inside the GROUP rows of `x` and
        // `sums`; line k of `panel` meets the four input bytes at 4k of a row; a Line is 64
        // bytes, aligned to them.
        unsafe {
            let x = x.as_ptr().add(row * stride);
            let mut tile = [[_mm512_setzero_si512(); 2]; ROWS];
            for (from, [low, high]) in panel.iter().enumerate() {
                for (i, (low, high)) in low.iter().zip(high).enumerate() {
                    let w0 = _mm512_load_si512((&raw const *low).cast());
                    let w1 = _mm512_load_si512((&raw const *high).cast());
                    let x = x.add(from * INPUTS + 4 * i);
                    for (r, tile) in tile.iter_mut().enumerate() {
                        let x = x.add(r * stride).cast::<i32>().read_unaligned();
                        let x = _mm512_set1_epi32(x);
                        tile[0] = _mm512_dpbusd_epi32(tile[0], x, w0);
                        tile[1] = _mm512_dpbusd_epi32(tile[1], x, w1);
                    }
                }
            }
            for (tile, sums) in tile.iter().zip(&mut sums.0[row..row + ROWS]) {
                let to = sums.as_mut_ptr().cast::<__m512i>();
                _mm512_storeu_si512(to, tile[0]);
                _mm512_storeu_si512(to.add(1), tile[1]);
            }
        }
    }
}

/// The constants of [`Scale`] for sixteen outputs. A product is 64 bits wide, so the even and the
/// odd places are multiplied separately; the odd ones stay in the upper halves of their lanes,
/// where they belong.
struct Scaler {
    even: [__m512i; 2],
    odd: [__m512i; 2],
    down: __m512i,
    /// Shifts right by `shift − 32`, or left when that is negative.
    rest: __m512i,
    left: bool,
}

impl Scaler {
    /// # Safety
    /// Needs AVX-512 F; `from` is 0 or 16.
    #[target_feature(enable = "avx512f")]
    unsafe fn new(scale: Scale<'_>, from: usize) -> Self {
        // SAFETY: sixteen places from `from` on are inside arrays of PANEL = 32.
        unsafe {
            let low = _mm512_loadu_si512(scale.offset.as_ptr().add(from).cast());
            let high = _mm512_loadu_si512(scale.offset.as_ptr().add(from + 8).cast());
            let evens = _mm512_set_epi64(14, 12, 10, 8, 6, 4, 2, 0);
            let odds = _mm512_set_epi64(15, 13, 11, 9, 7, 5, 3, 1);
            let multiplier = _mm512_loadu_si512(scale.multiplier.as_ptr().add(from).cast());
            let shift = i64::from(scale.shift);
            Self {
                even: [multiplier, _mm512_permutex2var_epi64(low, evens, high)],
                odd: [
                    _mm512_srli_epi64::<32>(multiplier),
                    _mm512_permutex2var_epi64(low, odds, high),
                ],
                down: _mm512_set1_epi64(shift),
                rest: _mm512_set1_epi64((shift - 32).abs()),
                left: shift < 32,
            }
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn scale(&self, sums: __m512i) -> __m512i {
        let upper = _mm512_castps_si512(_mm512_movehdup_ps(_mm512_castsi512_ps(sums)));
        let a = _mm512_add_epi64(_mm512_mul_epi32(sums, self.even[0]), self.even[1]);
        let b = _mm512_add_epi64(_mm512_mul_epi32(upper, self.odd[0]), self.odd[1]);
        let b = if self.left {
            _mm512_sllv_epi64(b, self.rest)
        } else {
            _mm512_srav_epi64(b, self.rest)
        };
        _mm512_mask_blend_epi32(0xAAAA, _mm512_srav_epi64(a, self.down), b)
    }
}

#[target_feature(enable = "avx512f")]
pub fn rescale(rows: &mut [[i32; PANEL]], scale: Scale<'_>) {
    for i in (0..PANEL).step_by(16) {
        // SAFETY: sixteen i32 from i on are inside arrays of PANEL = 32.
        unsafe {
            let scaler = Scaler::new(scale, i);
            for row in &mut *rows {
                let place = row.as_mut_ptr().add(i).cast::<__m512i>();
                _mm512_storeu_si512(place, scaler.scale(_mm512_loadu_si512(place)));
            }
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
pub fn activate(
    rows: &[[i32; PANEL]],
    scale: Scale<'_>,
    residual: bool,
    out: &mut [u8],
    stride: usize,
) {
    let zero = _mm_setzero_si128();
    for i in (0..PANEL).step_by(16) {
        // SAFETY: sixteen places from i on are inside the rows of PANEL = 32, and inside the
        // part of `out` whose length is checked.
        unsafe {
            let scaler = Scaler::new(scale, i);
            for (row, out) in rows.iter().zip(out.chunks_mut(stride)) {
                let mut sums = scaler.scale(_mm512_loadu_si512(row.as_ptr().add(i).cast()));
                let place = out[i..PANEL].as_mut_ptr().cast::<__m128i>();
                if residual {
                    let trunk = _mm512_cvtepu8_epi32(_mm_loadu_si128(place));
                    sums = _mm512_add_epi32(sums, trunk);
                }
                _mm_storeu_si128(place, _mm_max_epi8(_mm512_cvtsepi32_epi8(sums), zero));
            }
        }
    }
}
