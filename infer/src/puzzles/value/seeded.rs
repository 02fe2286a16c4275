//! Random numbers that a seed determines.

use rand_core::{SeedableRng, TryRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::convert::Infallible;

/// Random numbers. The seed determines them on every machine and in every version: scrambles are known by their seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeded(Xoshiro256PlusPlus);

impl Seeded {
    /// Those of a seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

impl TryRng for Seeded {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }

    fn try_fill_bytes(&mut self, to: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(to)
    }
}
