//! Random tensors, from a generator that each thread has of its own.

use super::shape::Dims;
use super::{Device, Kind, Tensor};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::cell::RefCell;

thread_local! {
    static GENERATOR: RefCell<Xoshiro256PlusPlus> = RefCell::new(Xoshiro256PlusPlus::seed_from_u64(0));
}

/// Seeds the generator of this thread.
pub fn manual_seed(seed: i64) {
    GENERATOR.set(Xoshiro256PlusPlus::seed_from_u64(seed as u64));
}

/// Below `bound`, evenly (multiplication as in Lemire 2019; of the bias 2⁻⁶⁴ remains).
fn below(rng: &mut impl Rng, bound: u64) -> i64 {
    ((u128::from(rng.next_u64()) * u128::from(bound)) >> 64) as i64
}

/// From 0 to 1, 24 bits.
pub(super) fn unit(rng: &mut impl Rng) -> f64 {
    f64::from(rng.next_u32() >> 8) / f64::from(1 << 24)
}

/// Does something with the generator.
pub(super) fn with<T>(f: impl FnOnce(&mut Xoshiro256PlusPlus) -> T) -> T {
    GENERATOR.with_borrow_mut(f)
}

impl Tensor {
    /// 0 to `count` − 1 in an order drawn evenly from all (Fisher and Yates).
    pub fn randperm(count: i64, (kind, _): (Kind, Device)) -> Self {
        let mut order: Vec<i64> = (0..count).collect();
        with(|rng| {
            for i in (1..order.len()).rev() {
                order.swap(i, below(rng, i as u64 + 1) as usize);
            }
        });
        Self::from_slice(&order).to_kind(kind)
    }

    /// Whole numbers below `end`.
    pub fn randint(end: i64, size: impl Dims, (kind, _): (Kind, Device)) -> Self {
        let count = size.lengths().iter().product();
        let draw =
            |rng: &mut Xoshiro256PlusPlus| (0..count).map(|_| below(rng, end as u64)).collect();
        let numbers: Vec<i64> = with(draw);
        Self::from_slice(&numbers)
            .reshape(size.dims())
            .to_kind(kind)
    }

    /// Numbers from 0 to 1 in the shape and kind of this one.
    pub fn rand_like(&self) -> Self {
        let count = self.numel();
        let numbers: Vec<f64> = with(|rng| (0..count).map(|_| unit(rng)).collect());
        Self::from_slice(&numbers)
            .reshape(self.size())
            .to_kind(self.kind())
    }
}
