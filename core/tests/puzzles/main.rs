//! Facts about the puzzles that are not cubes.

mod laws;
mod lights;
mod permutation;
mod sliding;
mod sokoban;

use std::collections::HashMap;

use quarterturn_core::Puzzle;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A generator with a fixed seed: every run of a test sees the same numbers.
fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Each state within `depth` moves of `start`, with its distance.
fn distances<P: Puzzle>(puzzle: &P, start: P::State, depth: usize) -> HashMap<P::State, usize> {
    let mut distance = HashMap::from([(start.clone(), 0)]);
    let mut layer = vec![start];
    for depth in 1..=depth {
        let mut next = Vec::new();
        for state in &layer {
            for mv in puzzle.moves().filter(|&mv| puzzle.allowed(state, mv)) {
                let child = puzzle.apply(state, mv);
                distance.entry(child.clone()).or_insert_with(|| {
                    next.push(child);
                    depth
                });
            }
        }
        layer = next;
    }
    distance
}

/// How many states are 0, 1, 2 … moves away.
fn growth<S>(distances: &HashMap<S, usize>) -> Vec<usize> {
    let mut counts = vec![0; distances.values().max().map_or(0, |d| d + 1)];
    distances.values().for_each(|&d| counts[d] += 1);
    counts
}
