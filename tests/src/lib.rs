//! What the tests of several crates share.

pub mod model;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A generator with a fixed seed: every run of a test sees the same numbers.
pub fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}
