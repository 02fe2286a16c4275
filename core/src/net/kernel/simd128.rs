//! The primitives with WebAssembly's 128-bit instructions. It has no product of bytes: weights and activations become
//! 16 bits wide, every other byte by itself, and `dot` adds two products of them in 32 bits. `q15mulr` rounds as the
//! first layer does.

use super::changes::Change;
use super::{COLUMNS, EVEN, GROUP, INPUTS, PANEL, Scale, Slice, Sums, Weights};
use core::arch::wasm32::*;
use core::array::from_fn;

/// # Safety
/// Every feature is below `slice.rows.len()`, and for every state i of `states`, `i × stride + COLUMNS`
/// is at most `out.len()`.
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
    let columns = |p: &[i16; COLUMNS], odd: usize| -> [v128; VECTORS] {
        from_fn(|i| {
            let at = |lane: usize| p[16 * i + 2 * lane + odd];
            i16x8(at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7))
        })
    };
    let multiplier = [columns(multiplier, 0), columns(multiplier, 1)];
    // A row starts from the biases, packed as the table is, so that unpacking leaves them.
    let surplus = i16x8_splat(EVEN.wrapping_mul(active as i16));
    let (even, odd) = (columns(bias, 0), columns(bias, 1));
    let packed = from_fn(|i| i16x8_add(i16x8_sub(even[i], surplus), i16x8_shl(odd[i], 8)));
    let start: ([v128; VECTORS], _) = (packed, odd);
    let zero = i8x16_splat(0);
    // SAFETY: rows and outputs are inside their slices by the function's contract, and vector i is bytes 16i to
    // 16i + 15 of a Line. Loads and stores need no alignment.
    unsafe {
        let row = |feature: u16| rows.as_ptr().add(usize::from(feature)).cast::<v128>();
        let (mut both, mut odd) = start;
        for (state, change) in states.enumerate() {
            match change {
                Change::All(features) => {
                    (both, odd) = start;
                    for &feature in features {
                        let row = row(feature);
                        for i in 0..VECTORS {
                            let row = v128_load(row.add(i));
                            both[i] = i16x8_add(both[i], row);
                            odd[i] = i16x8_add(odd[i], i16x8_shr(row, 8));
                        }
                    }
                }
                Change::Swaps(pairs) => {
                    for &[new, old] in pairs {
                        let (new, old) = (row(new), row(old));
                        for i in 0..VECTORS {
                            let (new, old) = (v128_load(new.add(i)), v128_load(old.add(i)));
                            both[i] = i16x8_add(both[i], i16x8_sub(new, old));
                            let odds = i16x8_sub(i16x8_shr(new, 8), i16x8_shr(old, 8));
                            odd[i] = i16x8_add(odd[i], odds);
                        }
                    }
                }
            }
            for i in 0..VECTORS {
                let even = i16x8_sub(both[i], i16x8_shl(odd[i], 8));
                let even = i16x8_q15mulr_sat(even, multiplier[0][i]);
                let odd = i16x8_q15mulr_sat(odd[i], multiplier[1][i]);
                // Narrowing ends at 127.
                let bytes = i8x16_max(i8x16_narrow_i16x8(even, odd), zero);
                let bytes = i8x16_shuffle::<0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15>(
                    bytes, bytes,
                );
                v128_store(out.as_mut_ptr().add(state * stride + 16 * i).cast(), bytes);
            }
        }
    }
}

/// States whose sums fit the registers, with sixteen outputs.
const ROWS: usize = 2;

/// # Safety
/// `x` holds `GROUP` rows at distance `stride` with `INPUTS × panel.len()` bytes each, all at most 127; `states` is at
/// most `GROUP`.
pub unsafe fn dense(x: &[u8], stride: usize, states: usize, panel: &[Weights], sums: &mut Sums) {
    const { assert!(GROUP.is_multiple_of(ROWS)) };
    let low = u16x8_splat(0xff);
    for row in (0..states).step_by(ROWS) {
        for half in 0..PANEL / 16 {
            // SAFETY: rows up to the next multiple of ROWS are inside the GROUP rows of `x` and `sums`; line k of
            // `panel` meets the four input bytes at 4k of a row; a Line is four vectors; `half` is 0 or 1.
            unsafe {
                let mut tile = [[i32x4_splat(0); 4]; ROWS];
                for (from, weights) in panel.iter().enumerate() {
                    for (i, line) in weights[half].iter().enumerate() {
                        let at = row * stride + from * INPUTS + 4 * i;
                        // Inputs 0 and 2, inputs 1 and 3.
                        let x: [[v128; 2]; ROWS] = from_fn(|r| {
                            let x = v128_load32_splat(x.as_ptr().add(at + r * stride).cast());
                            [v128_and(x, low), u16x8_shr(x, 8)]
                        });
                        for o in 0..4 {
                            let w = v128_load(line.0.as_ptr().add(16 * o).cast());
                            let w = [i16x8_shr(i16x8_shl(w, 8), 8), i16x8_shr(w, 8)];
                            for (tile, x) in tile.iter_mut().zip(&x) {
                                let dots = i32x4_add(
                                    i32x4_dot_i16x8(w[0], x[0]),
                                    i32x4_dot_i16x8(w[1], x[1]),
                                );
                                tile[o] = i32x4_add(tile[o], dots);
                            }
                        }
                    }
                }
                for (tile, sums) in tile.iter().zip(&mut sums.0[row..row + ROWS]) {
                    let to = sums.as_mut_ptr().add(16 * half).cast::<v128>();
                    tile.iter()
                        .enumerate()
                        .for_each(|(o, &sum)| v128_store(to.add(o), sum));
                }
            }
        }
    }
}

/// Processors of the x86 kind have no arithmetic 64-bit shift, so each product (below 2^61 in size) is made positive
/// by 2^62, and 2^62 >> shift is taken off again.
pub fn rescale(rows: &mut [[i32; PANEL]], scale: Scale<'_>) {
    let raise = i64x2_splat(1 << 62);
    let lower = i32x4_splat(((1i64 << 62) >> scale.shift) as i32);
    for i in (0..PANEL).step_by(4) {
        // SAFETY: four places from i on are inside arrays of PANEL, a multiple of 4.
        unsafe {
            let multiplier = v128_load(scale.multiplier.as_ptr().add(i).cast());
            let offset = scale.offset.as_ptr().add(i).cast::<v128>();
            let [low, high] = from_fn(|h| i64x2_add(v128_load(offset.add(h)), raise));
            for row in &mut *rows {
                let place = row.as_mut_ptr().add(i).cast::<v128>();
                let sum = v128_load(place);
                let low = i64x2_add(i64x2_extmul_low_i32x4(sum, multiplier), low);
                let high = i64x2_add(i64x2_extmul_high_i32x4(sum, multiplier), high);
                let [low, high] = [low, high].map(|x| u64x2_shr(x, scale.shift));
                let both = i32x4_shuffle::<0, 2, 4, 6>(low, high);
                v128_store(place, i32x4_sub(both, lower));
            }
        }
    }
}
