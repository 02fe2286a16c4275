//! Lights Out: whether each light is on.

use super::Places;
use quarterturn_core::puzzle::key::{FACTOR, SEED};
use quarterturn_core::puzzle::lights::{Lights, Lit};
use quarterturn_core::puzzle::tables::Key;

/// A press turns some symbols into the other one.
pub fn lights(puzzle: &Lights) -> Option<Places<Lit>> {
    let cells = puzzle.cells();
    let key = Key::Chain {
        seed: SEED,
        factor: FACTOR,
        bits: true,
    };
    let bits = |bits: &[u8]| {
        let bits = bits.iter().rev();
        Lit::from_bits(bits.fold(0, |all, &bit| all << 1 | u128::from(bit)))
    };
    Some(Places::in_place(
        puzzle,
        [cells, 2],
        key,
        |cell, on| Lit::from_bits((on as u128) << cell),
        move |lit: &Lit| {
            (0..cells)
                .map(|cell| (lit.bits() >> cell & 1) as u8)
                .collect()
        },
        bits,
    ))
}
