//! The operations with AVX-512: F, BW and BF16.

use super::portable;
use super::{
    Affine, Backward, Clipped, Columns, Line, Members, Moments, Pairs, Prefetch, Rows, SIDE,
    States, Step, Tile,
};
use std::arch::x86_64::*;
use std::ops::Range;

pub(super) const HALF: usize = SIDE / 2;

/// The two halves of a row of 32 numbers.
pub(super) type Two = [__m512; 2];

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn load(from: &[f32; SIDE]) -> Two {
    // SAFETY: 32 numbers are there.
    unsafe {
        [
            _mm512_loadu_ps(from.as_ptr()),
            _mm512_loadu_ps(from.as_ptr().add(HALF)),
        ]
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn save(x: Two, to: &mut [f32; SIDE]) {
    // SAFETY: there is room for 32 numbers.
    unsafe {
        _mm512_storeu_ps(to.as_mut_ptr(), x[0]);
        _mm512_storeu_ps(to.as_mut_ptr().add(HALF), x[1]);
    }
}

/// 32 bfloat16 numbers in float32.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn widen(from: &[u16; SIDE]) -> Two {
    // SAFETY: 32 numbers are there.
    let halves = unsafe {
        [
            _mm256_loadu_si256(from.as_ptr().cast()),
            _mm256_loadu_si256(from.as_ptr().add(HALF).cast()),
        ]
    };
    halves.map(|h| _mm512_castsi512_ps(_mm512_slli_epi32::<16>(_mm512_cvtepu16_epi32(h))))
}

/// The nearest bfloat16 numbers.
#[inline]
#[target_feature(enable = "avx512f,avx512bf16")]
fn narrow(x: Two, to: &mut [u16; SIDE]) {
    let both = _mm512_cvtne2ps_pbh(x[1], x[0]);
    // SAFETY: there is room for 32 numbers; both types are 64 bytes of plain data.
    unsafe {
        _mm512_storeu_si512(
            to.as_mut_ptr().cast(),
            std::mem::transmute::<__m512bh, __m512i>(both),
        )
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn clamp(x: __m512, least: __m512, most: __m512) -> __m512 {
    _mm512_min_ps(_mm512_max_ps(x, least), most)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512bf16")]
pub fn product(a: &[Rows], b: &[Pairs], c: &mut Tile, add: bool) {
    // Eight rows of sums stay in registers: 8 × 2 of 16 columns each.
    const BAND: usize = 8;
    for band in 0..SIDE / BAND {
        let rows = band * BAND..(band + 1) * BAND;
        let mut sums = [[_mm512_setzero_ps(); 2]; BAND];
        if add {
            for (sums, c) in sums.iter_mut().zip(&c.0[rows.clone()]) {
                *sums = load(c);
            }
        }
        for (a, b) in a.iter().zip(b) {
            for pair in 0..HALF {
                // SAFETY: sixteen words each; all types are 64 bytes of plain data.
                let w = [0, 1].map(|half| unsafe {
                    std::mem::transmute::<[u32; HALF], __m512bh>(b.0[half][pair])
                });
                for (sums, a) in sums.iter_mut().zip(&a.0[rows.clone()]) {
                    // SAFETY: two of the 32 numbers of a row; see above.
                    let x = unsafe {
                        let word = a.as_ptr().add(2 * pair).cast::<i32>().read_unaligned();
                        std::mem::transmute::<__m512i, __m512bh>(_mm512_set1_epi32(word))
                    };
                    sums[0] = _mm512_dpbf16_ps(sums[0], x, w[0]);
                    sums[1] = _mm512_dpbf16_ps(sums[1], x, w[1]);
                }
            }
        }
        for (sums, c) in sums.into_iter().zip(&mut c.0[rows]) {
            save(sums, c);
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512bf16")]
pub fn sum(
    table: &[Line],
    affine: &Affine,
    clip: Option<f32>,
    states: States<'_>,
    out: &mut Rows,
    ahead: Prefetch,
) {
    let (scale, shift) = (load(&affine.scale.0), load(&affine.shift.0));
    let (least, most) = clip.map_or((f32::MIN, f32::MAX), |clip| (0.0, clip));
    let (least, most) = (_mm512_set1_ps(least), _mm512_set1_ps(most));
    let mut rows = out.0.iter_mut();
    let mut next = ahead.0;
    for (features, out) in states.each().zip(&mut rows) {
        // Two sums, so that an addition need not wait for the one before.
        let mut sums = [_mm512_setzero_si512(); 2];
        let (pairs, rest) = features.as_chunks::<2>();
        for pair in pairs {
            for (sum, &f) in sums.iter_mut().zip(pair) {
                // SAFETY: the features were found to be in the table.
                let row = unsafe { _mm512_load_si512(table.as_ptr().add(f.into()).cast()) };
                *sum = _mm512_add_epi16(*sum, row);
            }
        }
        for &f in rest {
            // SAFETY: as above.
            let row = unsafe { _mm512_load_si512(table.as_ptr().add(f.into()).cast()) };
            sums[0] = _mm512_add_epi16(sums[0], row);
        }
        #[allow(unused_unsafe)] // newer compilers know that it is safe
        // SAFETY: a hint.
        unsafe {
            _mm_prefetch::<_MM_HINT_ET0>(next.cast());
        }
        next = next.wrapping_add(2 * SIDE);
        let sum = _mm512_add_epi16(sums[0], sums[1]);
        let halves = [
            _mm512_castsi512_si256(sum),
            _mm512_extracti64x4_epi64::<1>(sum),
        ];
        let wide = halves.map(|h| _mm512_cvtepi32_ps(_mm512_cvtepi16_epi32(h)));
        let y = [0, 1].map(|h| _mm512_fmadd_ps(wide[h], scale[h], shift[h]));
        narrow(y.map(|y| clamp(y, least, most)), out);
    }
    for out in rows {
        *out = [0; SIDE];
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
pub fn gather(from: &[Rows], members: &Members, to: &mut [Tile]) {
    let rows = to.iter_mut().flat_map(|tile| &mut tile.0);
    for (to, states) in rows.zip(members.each()) {
        let mut sums = load(to);
        for state in states.iter().map(|&state| usize::from(state)) {
            // SAFETY: one of the states, of which there were found to be no more than rows.
            let row = unsafe { &from.get_unchecked(state / SIDE).0[state % SIDE] };
            let row = widen(row);
            sums = [0, 1].map(|h| _mm512_add_ps(sums[h], row[h]));
        }
        save(sums, to);
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512bf16")]
pub fn store(rows: Range<usize>, c: &Tile, out: &mut Rows, moments: &mut Moments) {
    let (mut first, mut second) = (load(&moments.first.0), load(&moments.second.0));
    for (c, out) in c.0[rows.clone()].iter().zip(&mut out.0[rows]) {
        let c = load(c);
        narrow(c, out);
        first = [0, 1].map(|h| _mm512_add_ps(first[h], c[h]));
        second = [0, 1].map(|h| _mm512_fmadd_ps(c[h], c[h], second[h]));
    }
    save(first, &mut moments.first.0);
    save(second, &mut moments.second.0);
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512bf16")]
pub fn activate(
    z: &Rows,
    skip: Option<&Rows>,
    affine: &Affine,
    clip: f32,
    rows: usize,
    out: &mut Rows,
) {
    let (scale, shift) = (load(&affine.scale.0), load(&affine.shift.0));
    let (zero, clip) = (_mm512_setzero_ps(), _mm512_set1_ps(clip));
    for i in 0..rows {
        let z = widen(&z.0[i]);
        let mut y = [0, 1].map(|h| _mm512_fmadd_ps(z[h], scale[h], shift[h]));
        if let Some(skip) = skip {
            let skip = widen(&skip.0[i]);
            y = [0, 1].map(|h| _mm512_add_ps(y[h], skip[h]));
        }
        narrow(y.map(|y| clamp(y, zero, clip)), &mut out.0[i]);
    }
    out.0[rows..].fill([0; SIDE]);
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512bf16")]
pub fn mask(
    rows: Range<usize>,
    c: &Tile,
    clipped: Clipped<'_>,
    out: &mut Rows,
    moments: &mut Moments,
) {
    let Clipped { x, clip, z, skip } = clipped;
    let (mut first, mut second) = (load(&moments.first.0), load(&moments.second.0));
    let (zero, clip) = (_mm512_setzero_ps(), _mm512_set1_ps(clip));
    for i in rows {
        let x = widen(&x.0[i]);
        let mut g = load(&c.0[i]);
        if let Some(skip) = skip {
            let skip = widen(&skip.0[i]);
            g = [0, 1].map(|h| _mm512_add_ps(g[h], skip[h]));
        }
        let g = [0, 1].map(|h| {
            let above = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(x[h], zero);
            let inside = _mm512_mask_cmp_ps_mask::<_CMP_LT_OQ>(above, x[h], clip);
            _mm512_maskz_mov_ps(inside, g[h])
        });
        narrow(g, &mut out.0[i]);
        first = [0, 1].map(|h| _mm512_add_ps(first[h], g[h]));
        if let Some(z) = z {
            let z = widen(&z.0[i]);
            second = [0, 1].map(|h| _mm512_fmadd_ps(g[h], z[h], second[h]));
        }
    }
    save(first, &mut moments.first.0);
    save(second, &mut moments.second.0);
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512bf16")]
pub fn differentiate(
    g: &Rows,
    z: &Rows,
    a: &Columns,
    affine: &Affine,
    rows: usize,
    out: &mut Rows,
) {
    let (scale, shift, a) = (load(&affine.scale.0), load(&affine.shift.0), load(&a.0));
    for i in 0..rows {
        let (g, z) = (widen(&g.0[i]), widen(&z.0[i]));
        let rest = [0, 1].map(|h| _mm512_fmadd_ps(z[h], scale[h], shift[h]));
        let d = [0, 1].map(|h| _mm512_fmadd_ps(g[h], a[h], rest[h]));
        narrow(d, &mut out.0[i]);
    }
    out.0[rows..].fill([0; SIDE]);
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512bf16")]
pub fn round(from: &Tile, out: &mut Rows) {
    for (from, out) in from.0.iter().zip(&mut out.0) {
        narrow(load(from), out);
    }
}

/// Half of the words of a pair of rows: see [`Pairs`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn interleave(rows: &[[u16; SIDE]; 2], half: usize) -> __m512i {
    const INDEX: [[u16; SIDE]; 2] = {
        let mut index = [[0; SIDE]; 2];
        let mut k = 0;
        while k < SIDE {
            index[0][k] = (k / 2 + 32 * (k % 2)) as u16;
            index[1][k] = index[0][k] + 16;
            k += 1;
        }
        index
    };
    // SAFETY: 32 numbers are in each.
    unsafe {
        let index = _mm512_loadu_si512(INDEX[half].as_ptr().cast());
        let upper = _mm512_loadu_si512(rows[0].as_ptr().cast());
        let lower = _mm512_loadu_si512(rows[1].as_ptr().cast());
        _mm512_permutex2var_epi16(upper, index, lower)
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub fn pair(from: &Rows, out: &mut Pairs) {
    for (i, rows) in from.0.as_chunks::<2>().0.iter().enumerate() {
        for half in 0..2 {
            let words = interleave(rows, half);
            // SAFETY: there is room for sixteen words.
            unsafe { _mm512_storeu_si512(out.0[half][i].as_mut_ptr().cast(), words) }
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub fn transpose(from: &Rows, out: &mut Rows) {
    // Rows in pairs first: what remains is to transpose two squares of 16 × 16 words.
    for (half, out) in out.0.as_chunks_mut::<HALF>().0.iter_mut().enumerate() {
        let mut square = [_mm512_setzero_si512(); HALF];
        for (i, rows) in from.0.as_chunks::<2>().0.iter().enumerate() {
            square[i] = interleave(rows, half);
        }
        for (words, out) in transpose_words(square).into_iter().zip(out) {
            // SAFETY: there is room for 32 numbers.
            unsafe { _mm512_storeu_si512(out.as_mut_ptr().cast(), words) }
        }
    }
}

/// Transposes 16 × 16 words: squares of two, of four, then whole lanes.
#[inline]
#[target_feature(enable = "avx512f")]
fn transpose_words(x: [__m512i; HALF]) -> [__m512i; HALF] {
    let mut t = x;
    for i in 0..8 {
        t[2 * i] = _mm512_unpacklo_epi32(x[2 * i], x[2 * i + 1]);
        t[2 * i + 1] = _mm512_unpackhi_epi32(x[2 * i], x[2 * i + 1]);
    }
    let mut u = t;
    for i in 0..4 {
        for k in 0..2 {
            u[4 * i + 2 * k] = _mm512_unpacklo_epi64(t[4 * i + k], t[4 * i + 2 + k]);
            u[4 * i + 2 * k + 1] = _mm512_unpackhi_epi64(t[4 * i + k], t[4 * i + 2 + k]);
        }
    }
    // Lane l of u[4i + c] holds column 4l + c of rows 4i..4i + 4.
    let mut out = u;
    for c in 0..4 {
        let low = _mm512_shuffle_i32x4::<0x88>(u[c], u[4 + c]);
        let low_odd = _mm512_shuffle_i32x4::<0xdd>(u[c], u[4 + c]);
        let high = _mm512_shuffle_i32x4::<0x88>(u[8 + c], u[12 + c]);
        let high_odd = _mm512_shuffle_i32x4::<0xdd>(u[8 + c], u[12 + c]);
        out[c] = _mm512_shuffle_i32x4::<0x88>(low, high);
        out[8 + c] = _mm512_shuffle_i32x4::<0xdd>(low, high);
        out[4 + c] = _mm512_shuffle_i32x4::<0x88>(low_odd, high_odd);
        out[12 + c] = _mm512_shuffle_i32x4::<0xdd>(low_odd, high_odd);
    }
    out
}

#[inline]
#[target_feature(enable = "avx512f")]
pub fn adam(
    value: &mut [f32],
    first: &mut [f32],
    second: &mut [f32],
    gradient: &[f32],
    step: Step,
) {
    use super::adam::{BETA1, BETA2, EPSILON};
    let length = value.len();
    assert!(length == first.len() && length == second.len() && length == gradient.len());
    let set = |x| _mm512_set1_ps(x);
    let (half, threehalf) = (set(0.5), set(1.5));
    let (rate, correction, epsilon) = (set(step.rate), set(step.second), set(EPSILON));
    for at in (0..length).step_by(HALF) {
        let there: __mmask16 = if length - at >= HALF {
            !0
        } else {
            (1 << (length - at)) - 1
        };
        // SAFETY: only numbers before `length` are touched.
        unsafe {
            let get = |from: &[f32]| _mm512_maskz_loadu_ps(there, from.as_ptr().add(at));
            let (p, m, v, g) = (get(value), get(first), get(second), get(gradient));
            let m = _mm512_fmadd_ps(_mm512_sub_ps(g, m), set(1.0 - BETA1), m);
            let square = _mm512_fmsub_ps(g, g, v);
            let v = _mm512_fmadd_ps(square, set(1.0 - BETA2), v);
            // √v and the quotient by estimates of 14 bits and one step of Newton's method: a
            // third of the time of the exact instructions. The guard keeps √0 from 0 × ∞.
            let guarded = _mm512_max_ps(v, set(1e-30));
            let r = _mm512_rsqrt14_ps(guarded);
            let rr = _mm512_mul_ps(_mm512_mul_ps(guarded, half), _mm512_mul_ps(r, r));
            let r = _mm512_mul_ps(r, _mm512_sub_ps(threehalf, rr));
            let root = _mm512_mul_ps(guarded, r);
            let d = _mm512_fmadd_ps(root, correction, epsilon);
            let q = _mm512_rcp14_ps(d);
            let q = _mm512_mul_ps(q, _mm512_fnmadd_ps(d, q, set(2.0)));
            let p = _mm512_fnmadd_ps(_mm512_mul_ps(m, rate), q, p);
            _mm512_mask_storeu_ps(value.as_mut_ptr().add(at), there, p);
            _mm512_mask_storeu_ps(first.as_mut_ptr().add(at), there, m);
            _mm512_mask_storeu_ps(second.as_mut_ptr().add(at), there, v);
        }
    }
}

compiled_everywhere!("avx512f,avx512bw,avx512vl,avx512dq");
