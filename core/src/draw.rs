//! Numbers, orders and moves drawn evenly.

use crate::puzzle::Move;
use rand_core::Rng;

/// A random number below `bound`, each with the same probability (Lemire's method).
///
/// # Panics
/// If `bound` is 0.
pub fn below(rng: &mut impl Rng, bound: u32) -> u32 {
    // The lowest products are those that some results would get once too often.
    let surplus = bound.wrapping_neg() % bound;
    loop {
        let product = u64::from(rng.next_u32()) * u64::from(bound);
        if product as u32 >= surplus {
            return (product >> 32) as u32;
        }
    }
}

/// A random permutation (Fisher and Yates).
pub(crate) fn shuffled<const N: usize>(rng: &mut impl Rng) -> [u8; N] {
    let mut order = core::array::from_fn(|i| i as u8);
    for i in (1..N).rev() {
        // The minimum changes nothing, but proves that the index is in bounds.
        order.swap(i, i.min(below(rng, i as u32 + 1) as usize));
    }
    order
}

/// One of the moves, each with the same probability.
pub(crate) fn pick(
    mut moves: impl Iterator<Item = Move> + Clone,
    rng: &mut impl Rng,
) -> Option<Move> {
    let count = moves.clone().count() as u32;
    let nth = (count > 0).then(|| below(rng, count))?;
    moves.nth(nth as usize)
}
