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
    const EACH: usize = COLUMNS / 16;
    let columns = |p: &[i16; COLUMNS], odd: usize| -> [v128; EACH] {
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
    let start: ([v128; EACH], _) = (packed, odd);
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
                        for i in 0..EACH {
                            let row = v128_load(row.add(i));
                            both[i] = i16x8_add(both[i], row);
                            odd[i] = i16x8_add(odd[i], i16x8_shr(row, 8));
                        }
                    }
                }
                Change::Swaps(pairs) => {
                    for &[new, old] in pairs {
                        let (new, old) = (row(new), row(old));
                        for i in 0..EACH {
                            let (new, old) = (v128_load(new.add(i)), v128_load(old.add(i)));
                            both[i] = i16x8_add(both[i], i16x8_sub(new, old));
                            let odds = i16x8_sub(i16x8_shr(new, 8), i16x8_shr(old, 8));
                            odd[i] = i16x8_add(odd[i], odds);
                        }
                    }
                }
            }
            for i in 0..EACH {
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

/// States and vectors of four outputs whose sums fit the registers, with what is multiplied, in whatever order a
/// compiler in a browser does it.
const ROWS: usize = 2;
const VECTORS: usize = 2;

/// Every other byte, 16 bits wide: with their signs, and without where there are none.
fn signed(bytes: v128) -> [v128; 2] {
    [i16x8_shr(i16x8_shl(bytes, 8), 8), i16x8_shr(bytes, 8)]
}
fn unsigned(bytes: v128) -> [v128; 2] {
    [v128_and(bytes, u16x8_splat(0xff)), u16x8_shr(bytes, 8)]
}

/// # Safety
/// `x` holds `GROUP` rows at distance `stride` with `INPUTS × panel.len()` bytes each, all at most 127; `states` is at
/// most `GROUP`.
pub unsafe fn dense(x: &[u8], stride: usize, states: usize, panel: &[Weights], sums: &mut Sums) {
    const { assert!(GROUP.is_multiple_of(ROWS)) };
    let zero = i32x4_splat(0);
    // Of the inputs of all states and the weights of sixteen outputs, made wide once for all that meets them.
    let mut inputs = [[[zero; INPUTS / 16]; 2]; GROUP];
    let mut wide = [[[zero; 2]; 4]; INPUTS / 4];
    let rows = states.next_multiple_of(ROWS);
    for (from, weights) in panel.iter().enumerate() {
        for (row, inputs) in inputs[..rows].iter_mut().enumerate() {
            let [even, odd] = inputs;
            for (i, (even, odd)) in even.iter_mut().zip(odd).enumerate() {
                let at = row * stride + from * INPUTS + 16 * i;
                // SAFETY: `rows` is at most GROUP, and these are 16 of the bytes of a row.
                let x = unsafe { v128_load(x.as_ptr().add(at).cast()) };
                [*even, *odd] = unsigned(x);
            }
        }
        for (half, lines) in weights.iter().enumerate() {
            for (wide, line) in wide.iter_mut().zip(lines) {
                for (o, wide) in wide.iter_mut().enumerate() {
                    // SAFETY: a Line is four vectors.
                    *wide = signed(unsafe { v128_load(line.0.as_ptr().add(16 * o).cast()) });
                }
            }
            for row in (0..rows).step_by(ROWS) {
                for first in (0..4).step_by(VECTORS) {
                    // SAFETY: `half` is 0 or 1 and there are four vectors in it: sixteen sums of a row of PANEL. The
                    // even and the odd inputs of a row are a pair of 16 bits for each line.
                    unsafe {
                        let place = |sums: &mut Sums, r: usize, o: usize| {
                            let at = 16 * half + 4 * (first + o);
                            sums.0[row + r].as_mut_ptr().add(at).cast::<v128>()
                        };
                        let mut tile = [[zero; VECTORS]; ROWS];
                        if from > 0 {
                            tile = from_fn(|r| from_fn(|o| v128_load(place(sums, r, o))));
                        }
                        let pairs: [[*const u32; 2]; ROWS] =
                            from_fn(|r| from_fn(|odd| inputs[row + r][odd].as_ptr().cast()));
                        for (k, wide) in wide.iter().enumerate() {
                            let x = pairs.map(|x| x.map(|x| v128_load32_splat(x.add(k))));
                            for (o, w) in wide[first..][..VECTORS].iter().enumerate() {
                                for (tile, x) in tile.iter_mut().zip(&x) {
                                    let even = i32x4_dot_i16x8(w[0], x[0]);
                                    let odd = i32x4_dot_i16x8(w[1], x[1]);
                                    tile[o] = i32x4_add(tile[o], i32x4_add(even, odd));
                                }
                            }
                        }
                        for (r, tile) in tile.iter().enumerate() {
                            for (o, &sum) in tile.iter().enumerate() {
                                v128_store(place(sums, r, o), sum);
                            }
                        }
                    }
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
