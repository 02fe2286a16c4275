//! The primitives with NEON. Plain NEON adds two products of an activation (at most 127) and a
//! weight in 16 bits, which cannot overflow, and pairs of those to 32 bits; `sdot`, of the dotprod
//! extension, is the whole dot product of four. `sqrdmulh` rounds as the first layer does.

use super::changes::Change;
use super::{COLUMNS, EVEN, GROUP, INPUTS, Line, PANEL, Scale, Slice, Sums, Weights};
use core::arch::aarch64::*;
use core::arch::asm;
use core::array::from_fn;

/// # Safety
/// Every feature is below `slice.rows.len()`, and for every state i of `states`, `i × stride + COLUMNS`
/// is at most `out.len()`.
#[target_feature(enable = "neon")]
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
    const VECTORS: usize = COLUMNS / 16;
    // SAFETY: rows and outputs are inside their slices by the function's contract, and vector i
    // is places 16i to 16i + 15 of COLUMNS in all of them. NEON loads need no alignment beyond
    // that of the elements.
    unsafe {
        let columns = |p: &[i16; COLUMNS]| -> [int16x8x2_t; VECTORS] {
            from_fn(|i| vld2q_s16(p.as_ptr().add(16 * i))) // even columns, odd columns
        };
        let (bias, multiplier) = (columns(bias), columns(multiplier));
        // A row starts from the biases, packed as the table is, so that unpacking leaves them.
        let surplus = vdupq_n_s16(EVEN.wrapping_mul(active as i16));
        let start = bias.map(|b| vaddq_s16(vsubq_s16(b.0, surplus), vshlq_n_s16::<8>(b.1)));
        let start = (start, bias.map(|b| b.1));
        let (zero, most) = (vdupq_n_s16(0), vdupq_n_s16(127));
        let row = |feature: u16| rows.as_ptr().add(usize::from(feature)).cast::<i16>();
        let (mut both, mut odd) = start;
        for (state, change) in states.enumerate() {
            match change {
                Change::All(features) => {
                    (both, odd) = start;
                    for &feature in features {
                        let row = row(feature);
                        for i in 0..VECTORS {
                            let row = vld1q_s16(row.add(8 * i));
                            both[i] = vaddq_s16(both[i], row);
                            odd[i] = vsraq_n_s16::<8>(odd[i], row);
                        }
                    }
                }
                Change::Swaps(pairs) => {
                    for &[new, old] in pairs {
                        let (new, old) = (row(new), row(old));
                        for i in 0..VECTORS {
                            let (new, old) = (vld1q_s16(new.add(8 * i)), vld1q_s16(old.add(8 * i)));
                            both[i] = vaddq_s16(both[i], vsubq_s16(new, old));
                            odd[i] = vsraq_n_s16::<8>(odd[i], new);
                            odd[i] = vsubq_s16(odd[i], vshrq_n_s16::<8>(old));
                        }
                    }
                }
            }
            for i in 0..VECTORS {
                let activate = |sum, multiplier| {
                    vmaxq_s16(vminq_s16(vqrdmulhq_s16(sum, multiplier), most), zero)
                };
                let even = vsubq_s16(both[i], vshlq_n_s16::<8>(odd[i]));
                let even = activate(even, multiplier[i].0);
                let bytes = vsliq_n_s16::<8>(even, activate(odd[i], multiplier[i].1));
                let out = out.as_mut_ptr().add(state * stride + 16 * i);
                vst1q_u8(out, vreinterpretq_u8_s16(bytes));
            }
        }
    }
}

/// # Safety
/// `x` holds `GROUP` rows at distance `stride` with `INPUTS × panel.len()` bytes each, all at
/// most 127; `states` is at most `GROUP`.
#[target_feature(enable = "neon")]
pub unsafe fn dense(x: &[u8], stride: usize, states: usize, panel: &[Weights], sums: &mut Sums) {
    /// States whose sums fit the registers, with sixteen outputs of two sums each.
    const ROWS: usize = 2;
    const { assert!(GROUP.is_multiple_of(ROWS)) };
    for row in (0..states).step_by(ROWS) {
        for half in 0..PANEL / 16 {
            // SAFETY: rows up to the next multiple of ROWS are inside the GROUP rows of `x` and
            // `sums`; line k of `panel` meets the four input bytes at 4k of a row, and lines come
            // in even numbers; a Line is four vectors; `half` is 0 or 1.
            unsafe {
                let input = |r: usize, k: usize| {
                    let at = x.as_ptr().add((row + r) * stride + 4 * k);
                    vreinterpretq_s8_s32(vdupq_n_s32(at.cast::<i32>().read_unaligned()))
                };
                let mut tile = [[vdupq_n_s32(0); 8]; ROWS];
                for (from, weights) in panel.iter().enumerate() {
                    for (i, lines) in weights[half].chunks_exact(2).enumerate() {
                        let w: *const i8 = lines.as_ptr().cast();
                        let w: [int8x16_t; 8] = from_fn(|o| vld1q_s8(w.add(16 * o)));
                        let k = from * (INPUTS / 4) + 2 * i;
                        for (r, tile) in tile.iter_mut().enumerate() {
                            let (a, b) = (input(r, k), input(r, k + 1));
                            for o in 0..4 {
                                let low = vmull_s8(vget_low_s8(w[o]), vget_low_s8(a));
                                let low = vmlal_s8(low, vget_low_s8(w[o + 4]), vget_low_s8(b));
                                let high = vmlal_high_s8(vmull_high_s8(w[o], a), w[o + 4], b);
                                tile[2 * o] = vpadalq_s16(tile[2 * o], low);
                                tile[2 * o + 1] = vpadalq_s16(tile[2 * o + 1], high);
                            }
                        }
                    }
                }
                for (tile, sums) in tile.iter().zip(&mut sums.0[row..row + ROWS]) {
                    let to = sums.as_mut_ptr().add(16 * half);
                    for o in 0..4 {
                        vst1q_s32(to.add(4 * o), vpaddq_s32(tile[2 * o], tile[2 * o + 1]));
                    }
                }
            }
        }
    }
}

/// # Safety
/// As [`dense`], and needs dotprod.
#[target_feature(enable = "neon,dotprod")]
pub unsafe fn dense_dot(
    x: &[u8],
    stride: usize,
    states: usize,
    panel: &[Weights],
    sums: &mut Sums,
) {
    const { assert!(GROUP.is_multiple_of(DOT_ROWS)) };
    for row in (0..states).step_by(DOT_ROWS) {
        for half in 0..PANEL / 16 {
            // SAFETY: as in `dense`; four lines meet sixteen bytes of a row.
            unsafe {
                let mut tile = [[vdupq_n_s32(0); 4]; DOT_ROWS];
                for (from, weights) in panel.iter().enumerate() {
                    for (i, lines) in weights[half].chunks_exact(4).enumerate() {
                        let at = row * stride + from * INPUTS + 16 * i;
                        let x = from_fn(|r| vld1q_s8(x.as_ptr().add(at + r * stride).cast()));
                        dot_line::<0>(&mut tile, &lines[0], &x);
                        dot_line::<1>(&mut tile, &lines[1], &x);
                        dot_line::<2>(&mut tile, &lines[2], &x);
                        dot_line::<3>(&mut tile, &lines[3], &x);
                    }
                }
                for (tile, sums) in tile.iter().zip(&mut sums.0[row..row + DOT_ROWS]) {
                    let to = sums.as_mut_ptr().add(16 * half);
                    for (o, &sum) in tile.iter().enumerate() {
                        vst1q_s32(to.add(4 * o), sum);
                    }
                }
            }
        }
    }
}

/// States whose sums fit the registers, with sixteen outputs of one sum each.
const DOT_ROWS: usize = 4;

/// Adds the products of one line with the four inputs in lane `K` of each state's vector.
#[inline]
#[target_feature(enable = "neon,dotprod")]
fn dot_line<const K: usize>(
    tile: &mut [[int32x4_t; 4]; DOT_ROWS],
    line: &Line,
    x: &[int8x16_t; DOT_ROWS],
) {
    for o in 0..4 {
        // SAFETY: a Line is four vectors.
        let w = unsafe { vld1q_s8(line.0.as_ptr().add(16 * o).cast()) };
        for (tile, x) in tile.iter_mut().zip(x) {
            // Stable Rust has no intrinsic for it.
            // SAFETY: an operation between registers, of the extension this function enables.
            unsafe {
                asm!(
                    "sdot {sum:v}.4s, {w:v}.16b, {x:v}.4b[{k}]",
                    sum = inlateout(vreg) tile[o],
                    w = in(vreg) w,
                    x = in(vreg) *x,
                    k = const K,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
        }
    }
}

#[target_feature(enable = "neon")]
pub fn rescale(rows: &mut [[i32; PANEL]], scale: Scale<'_>) {
    let down = vdupq_n_s64(-i64::from(scale.shift)); // to the left by a negative number
    for i in (0..PANEL).step_by(4) {
        // SAFETY: four places from i on are inside arrays of PANEL, a multiple of 4.
        unsafe {
            let multiplier = vld1q_s32(scale.multiplier.as_ptr().add(i));
            let low = vld1q_s64(scale.offset.as_ptr().add(i));
            let high = vld1q_s64(scale.offset.as_ptr().add(i + 2));
            for row in &mut *rows {
                let place = row.as_mut_ptr().add(i);
                let sum = vld1q_s32(place);
                let a = vmlal_s32(low, vget_low_s32(sum), vget_low_s32(multiplier));
                let b = vmlal_high_s32(high, sum, multiplier);
                let [a, b] = [a, b].map(|x| vreinterpretq_s32_s64(vshlq_s64(x, down)));
                vst1q_s32(place, vuzp1q_s32(a, b));
            }
        }
    }
}
