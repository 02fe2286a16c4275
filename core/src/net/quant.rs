//! All numeric rules of the integer network: scales, rounding, saturation. No other module rounds.
//!
//! Activations are `0..=127` and stand for `0..=CLIP` of the float network. Weights are i8 with
//! one scale per output, sums are exact integers, and one multiplication per output brings a sum
//! back to the next layer's scale. Every target computes these same functions, bit for bit.

/// One move, in the unit of the value and Q outputs; also one nat, in the unit of the policy.
pub const MOVE_COST: i32 = 1024;

/// The largest activation.
pub const ACTIVATION_MAX: i32 = 127;

/// Bits after the point of a first-layer multiplier.
pub const FIRST_SHIFT: u32 = 15;

/// The activation of a first-layer sum: `sum × multiplier / 2^15`, rounded half up, clipped.
/// (The rounding of x86 `pmulhrsw`; `multiplier` is at most 32767, so nothing overflows.)
#[inline]
pub const fn activate_first(sum: i16, multiplier: i16) -> u8 {
    let scaled = (sum as i32 * multiplier as i32 + (1 << (FIRST_SHIFT - 1))) >> FIRST_SHIFT;
    clip(scaled)
}

/// A dense sum on the scale of the next layer: `sum × multiplier / 2^shift`, rounded half up.
/// `multiplier` is at least 0 and `shift` is 1 to 62; the caller's bounds keep the product below
/// 2^61 and the result within 32 bits (checked at load).
#[inline]
pub const fn rescale(sum: i32, multiplier: i32, shift: u32) -> i32 {
    ((sum as i64 * multiplier as i64 + (1 << (shift - 1))) >> shift) as i32
}

/// [`rescale`] for 32-bit machines: most shifts need the upper half of the product alone, which they have
/// an instruction for.
#[cfg(any(feature = "dsp", test))]
#[inline]
pub(super) const fn rescale_by_halves(sum: i32, multiplier: i32, shift: u32) -> i32 {
    if shift <= 32 {
        return rescale(sum, multiplier, shift);
    }
    let high = ((sum as i64 * multiplier as i64) >> 32) as i32;
    (high + (1 << (shift - 33))) >> (shift - 32)
}

/// Clips to the range of activations.
#[inline]
pub const fn clip(x: i32) -> u8 {
    let x = if x < 0 { 0 } else { x };
    (if x > ACTIVATION_MAX {
        ACTIVATION_MAX
    } else {
        x
    }) as u8
}

/// 2^(-i/64) in 16-bit fixed point, i = 0..=64.
const EXP2: [u32; 65] = exp2_table();

const fn exp2_table() -> [u32; 65] {
    // 2^(-1/64) in 48-bit fixed point; repeated products lose less than one unit of 2^-40.
    const ROOT: u128 = 278_442_931_975_303;
    let mut table = [0; 65];
    let mut x: u128 = 1 << 48;
    let mut i = 0;
    while i < 65 {
        table[i] = ((x + (1 << 31)) >> 32) as u32;
        x = (x * ROOT) >> 48;
        i += 1;
    }
    table
}

/// Turns logits (in 1/1024 nat) into costs: minus the natural logarithm of the softmax, in
/// 1/1024 nat, in integer arithmetic, exact to about 2/1024.
pub fn log_softmax_costs(logits: &mut [i32]) {
    /// 2^26 / (64 × 1024 × ln 2): from 1/1024 nat to 1/64 octave in 10 extra bits.
    const OCTAVES: i64 = 94_548;
    let Some(&top) = logits.iter().max() else {
        return;
    };
    let mut total: u64 = 0;
    for &l in logits.iter() {
        let drop = (i64::from(top) - i64::from(l)) * OCTAVES; // octaves × 2^26
        let (whole, part) = (drop >> 26, (drop >> 20) & 63);
        let rest = (drop & ((1 << 20) - 1)) as u64;
        let (a, b) = (EXP2[part as usize], EXP2[part as usize + 1]);
        let value = u64::from(a) - ((u64::from(a - b) * rest) >> 20);
        total += if whole < 17 { value >> whole } else { 0 };
    }
    let log = ln_q16(total);
    for l in logits.iter_mut() {
        // Outputs stay within ±2^30, but not their difference and the logarithm.
        let cost = i64::from(top) - i64::from(*l) + i64::from(log);
        *l = cost.min(i32::MAX.into()) as i32;
    }
}

/// The natural logarithm of `x / 2^16` in 1/1024, for `x` at least 2^16.
fn ln_q16(x: u64) -> i32 {
    let octave = 63 - x.max(1).leading_zeros();
    // Find the position inside the octave: the smallest i with 2^(i/64) above the mantissa.
    let mantissa = (x << 16) >> octave; // 2^16 ..= 2^17 − 1
    let mut i = 0;
    while i < 64 && (mantissa * u64::from(EXP2[i as usize + 1])) >> 16 >= 1 << 16 {
        i += 1;
    }
    // Linear between grid points: mantissa × 2^(-i/64) is 1 + r, and ln(1 + r) ≈ r − r²/2.
    let r = ((mantissa * u64::from(EXP2[i as usize])) >> 16) as i64 - (1 << 16);
    let fraction = r - ((r * r) >> 17);
    // ln 2 × 1024 × 2^16 = 46 516 320.
    let octaves = (i64::from(octave) - 16) * 64 + i;
    ((octaves * 46_516_320 / 64 + fraction * 1024 + (1 << 15)) >> 16) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_half_up_and_clipped() {
        assert_eq!(activate_first(3, 1 << 14), 2); // 1.5 rounds up
        assert_eq!(activate_first(-3, 1 << 14), 0);
        assert_eq!(activate_first(i16::MAX, i16::MAX), 127);
        assert_eq!(rescale(3, 1 << 20, 21), 2);
        assert_eq!(rescale(-3, 1 << 20, 21), -1); // −1.5 rounds up
        assert_eq!(clip(200), 127);
    }

    #[test]
    fn the_upper_half_of_a_product_rounds_as_the_whole() {
        let mut seed = 1u32;
        let mut number = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed as i32
        };
        for shift in 30..=62 {
            for _ in 0..1000 {
                let (sum, multiplier) = (number() >> 2, number() & i32::MAX);
                let exact = rescale(sum, multiplier, shift);
                assert_eq!(rescale_by_halves(sum, multiplier, shift), exact);
            }
        }
    }

    #[test]
    fn exp2_table_is_exact() {
        extern crate std;
        for (i, &x) in EXP2.iter().enumerate() {
            let exact = (2f64.powf(-(i as f64) / 64.0) * 65536.0).round() as u32;
            assert_eq!(x, exact, "entry {i}");
        }
    }

    #[test]
    fn softmax_costs_of_the_widest_range_do_not_overflow() {
        let mut costs = [(1 << 30) - 1, -(1 << 30), (1 << 30) - 1];
        log_softmax_costs(&mut costs);
        assert_eq!(costs, [710, i32::MAX, 710]); // ln 2 is 709.8 / 1024
    }

    #[test]
    fn softmax_costs_match_floating_point() {
        extern crate std;
        let mut seed = 1u32;
        for _ in 0..2000 {
            let mut logits = [0i32; 12];
            for l in &mut logits {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *l = (seed >> 17) as i32 - 16384;
            }
            let sum: f64 = logits.iter().map(|&l| (f64::from(l) / 1024.0).exp()).sum();
            let mut costs = logits;
            log_softmax_costs(&mut costs);
            for (c, l) in costs.iter().zip(logits) {
                let exact = (sum.ln() - f64::from(l) / 1024.0) * 1024.0;
                assert!((f64::from(*c) - exact).abs() <= 3.0, "{c} {exact}");
            }
        }
    }
}
