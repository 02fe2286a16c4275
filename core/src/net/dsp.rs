//! The inner loops of [`layer`](super::layer) for Cortex-M cores with the DSP instructions (M4,
//! M7, and those M33 that have them): two sums or products an instruction.

use core::arch::asm;

/// Columns of the first layer that are summed together: as many as registers hold.
pub const COLUMNS: usize = 8;

/// Outputs of a dense layer that are computed together: as many as registers hold.
pub const OUTPUTS: usize = 3;

/// `a` plus the sign-extended bytes 0 and 2 of `b`, in two lanes of 16 bits.
#[inline(always)]
fn add_even(a: u32, b: u32) -> u32 {
    let sum;
    // SAFETY: arithmetic on registers, with an instruction that the feature `dsp` promises.
    unsafe {
        asm!("sxtab16 {}, {}, {}", out(reg) sum, in(reg) a, in(reg) b, options(pure, nomem, nostack, preserves_flags))
    }
    sum
}

/// `a` plus the sign-extended bytes 1 and 3 of `b`, in two lanes of 16 bits.
#[inline(always)]
fn add_odd(a: u32, b: u32) -> u32 {
    let sum;
    // SAFETY: as in `add_even`.
    unsafe {
        asm!("sxtab16 {}, {}, {}, ror #8", out(reg) sum, in(reg) a, in(reg) b, options(pure, nomem, nostack, preserves_flags))
    }
    sum
}

/// `sum` plus the products of the two lanes of 16 bits.
#[inline(always)]
fn multiply(a: u32, b: u32, sum: i32) -> i32 {
    let total;
    // SAFETY: as in `add_even`. The flag of overflow is not read, and no sum reaches 2^31.
    unsafe {
        asm!("smlad {}, {}, {}, {}", out(reg) total, in(reg) a, in(reg) b, in(reg) sum, options(pure, nomem, nostack, preserves_flags))
    }
    total
}

/// Sign-extended bytes 0 and 2.
#[inline(always)]
fn even(a: u32) -> u32 {
    let lanes;
    // SAFETY: as in `add_even`.
    unsafe {
        asm!("sxtb16 {}, {}", out(reg) lanes, in(reg) a, options(pure, nomem, nostack, preserves_flags))
    }
    lanes
}

/// Sign-extended bytes 1 and 3.
#[inline(always)]
fn odd(a: u32) -> u32 {
    let lanes;
    // SAFETY: as in `add_even`.
    unsafe {
        asm!("sxtb16 {}, {}, ror #8", out(reg) lanes, in(reg) a, options(pure, nomem, nostack, preserves_flags))
    }
    lanes
}

/// Sums of first-layer weights: of each four columns, the even ones, then the odd ones.
#[derive(Clone, Copy, Debug)]
pub struct Sums([[u32; 2]; COLUMNS / 4]);

impl Sums {
    /// Starts with the biases.
    #[inline(always)]
    pub fn new(bias: [i16; COLUMNS]) -> Self {
        let mut lanes = [[0; 2]; COLUMNS / 4];
        let pair = |low: i16, high: i16| u32::from(low as u16) | u32::from(high as u16) << 16;
        for (lanes, four) in lanes.iter_mut().zip(bias.as_chunks().0) {
            let &[a, b, c, d]: &[i16; 4] = four;
            *lanes = [pair(a, c), pair(b, d)];
        }
        Self(lanes)
    }

    /// Adds a part of a row of i8 weights.
    #[inline(always)]
    pub fn add(&mut self, row: &[u8; COLUMNS]) {
        for (lanes, four) in self.0.iter_mut().zip(row.as_chunks().0) {
            let weights = u32::from_le_bytes(*four);
            *lanes = [add_even(lanes[0], weights), add_odd(lanes[1], weights)];
        }
    }

    /// The sums.
    #[inline(always)]
    pub fn get(self) -> [i16; COLUMNS] {
        let mut sums = [0; COLUMNS];
        for (four, [even, odd]) in sums.as_chunks_mut().0.iter_mut().zip(self.0) {
            let out: &mut [i16; 4] = four;
            *out = [
                even as i16,
                odd as i16,
                (even >> 16) as i16,
                (odd >> 16) as i16,
            ];
        }
        sums
    }
}

/// Products of rows of i8 weights with activations of at most 127, each as far as both go.
#[inline(always)]
pub fn dots(rows: [&[u8]; OUTPUTS], x: &[u8]) -> [i32; OUTPUTS] {
    let mut sums = [0; OUTPUTS];
    let (words, rest) = x.as_chunks::<4>();
    let [a, b, c] = rows.map(|row| row.as_chunks::<4>().0);
    if [a.len(), b.len(), c.len()] == [words.len(); OUTPUTS] {
        for (((x, a), b), c) in words.iter().zip(a).zip(b).zip(c) {
            let x = u32::from_le_bytes(*x);
            let (x_even, x_odd) = (even(x), odd(x));
            for (sum, w) in sums.iter_mut().zip([a, b, c]) {
                let w = u32::from_le_bytes(*w);
                *sum = multiply(odd(w), x_odd, multiply(even(w), x_even, *sum));
            }
        }
        for (sum, row) in sums.iter_mut().zip(rows) {
            for (&w, &x) in row.iter().skip(x.len() - rest.len()).zip(rest) {
                *sum += i32::from(w as i8) * i32::from(x);
            }
        }
        return sums;
    }
    // The last rows of a layer, which are fewer.
    for (sum, row) in sums.iter_mut().zip(rows) {
        let (weights, rest) = row.as_chunks::<4>();
        for (x, w) in words.iter().zip(weights) {
            let (x, w) = (u32::from_le_bytes(*x), u32::from_le_bytes(*w));
            *sum = multiply(odd(w), odd(x), multiply(even(w), even(x), *sum));
        }
        for (&w, &x) in rest.iter().zip(x.iter().skip(row.len() - rest.len())) {
            *sum += i32::from(w as i8) * i32::from(x);
        }
    }
    sums
}
