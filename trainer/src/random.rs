//! All that is random in a run, from its seed: one generator for each purpose and counter.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A generator of random numbers.
pub type Random = Xoshiro256PlusPlus;

/// The generator for a purpose and a counter of a run.
pub fn seeded(seed: u64, purpose: u64, counter: u64) -> Random {
    Random::seed_from_u64(mixed(seed, purpose, counter))
}

/// The seed of that generator (SplitMix64's finaliser).
pub fn mixed(seed: u64, purpose: u64, counter: u64) -> u64 {
    let mut z = seed
        ^ purpose.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ counter.wrapping_mul(0xd1b5_4a32_d192_ed03);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Below `bound`, evenly (multiplication as in Lemire 2019; of the bias 2⁻⁶⁴ remains).
pub fn below(rng: &mut Random, bound: u64) -> u64 {
    ((u128::from(rng.next_u64()) * u128::from(bound)) >> 64) as u64
}

/// From 0 to 1, 24 bits.
pub fn unit(rng: &mut Random) -> f64 {
    f64::from(rng.next_u32() >> 8) / f64::from(1 << 24)
}

/// 0 to `count` − 1 in an order drawn evenly from all (Fisher and Yates).
pub fn permutation(rng: &mut Random, count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for i in (1..count).rev() {
        order.swap(i, below(rng, i as u64 + 1) as usize);
    }
    order
}
