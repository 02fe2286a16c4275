//! What a puzzle's features look like in its symmetry frames.

use quarterturn_core::{Move, Puzzle};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tch::Tensor;

/// What each feature becomes in each frame, `[frames × features]`, int64: read off many states as
/// the only feature that all images of states with it have in common.
pub(super) fn features<P: Puzzle>(puzzle: &P, goal: P::State) -> Tensor {
    let inputs = puzzle.inputs();
    let words = inputs.width.div_ceil(64);
    let mut common = vec![u64::MAX; puzzle.frames() * inputs.width * words];
    let (mut features, mut image) = (vec![0u16; inputs.active], vec![0u16; inputs.active]);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let mut state = goal;
    for _ in 0..20 * inputs.width {
        puzzle.features(&state, &mut features);
        for frame in 0..puzzle.frames() {
            puzzle.features(&puzzle.conjugate(&state, frame), &mut image);
            let mut seen = vec![0u64; words];
            for &f in &image {
                seen[f as usize / 64] |= 1 << (f % 64);
            }
            for &f in &features {
                let at = (frame * inputs.width + f as usize) * words;
                for (common, seen) in common[at..at + words].iter_mut().zip(&seen) {
                    *common &= seen;
                }
            }
        }
        let mv = rng.next_u32() % puzzle.move_count() as u32;
        state = puzzle.apply(&state, Move(mv as u8));
    }
    let image = |set: &[u64]| {
        let (word, bits) = set.iter().enumerate().find(|(_, b)| **b != 0)?;
        Some(word as i64 * 64 + i64::from(bits.trailing_zeros()))
    };
    let images: Vec<i64> = common
        .chunks(words)
        .map(|set| image(set).unwrap_or(0))
        .collect();
    Tensor::from_slice(&images)
}
