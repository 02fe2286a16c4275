//! The tables against the truth, and the solver against a search without knowledge.

use super::{Patterns, Tables};
use crate::limits::Limits;
use crate::puzzles::Erased;
use crate::search::{Bidirectional, Search};
use quarterturn_core::Puzzle;
use quarterturn_core::puzzle::sliding::{Puzzle8, Tiles};
use quarterturn_core::random::Random;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::sync::Arc;

#[test]
fn boards_of_eight_tiles_are_solved_optimally() {
    let tables = Arc::new(Tables::new(9, |_, _| ()).unwrap());
    let (puzzle, solver) = (Erased::<16>::new(Puzzle8), Patterns { tables });
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..50 {
        let mut state = [0; 16];
        state[..9].copy_from_slice(Tiles::<9>::random(rng).cells());
        let limits = Limits::default();
        let solution = solver.run(&puzzle, &state, &limits).solution.unwrap();
        let other = Bidirectional
            .run(&puzzle, &state, &limits)
            .solution
            .unwrap();
        assert!(puzzle.is_solved(&puzzle.apply_all(&state, &solution)));
        assert_eq!(solution.len(), other.len());
    }
}

#[test]
fn other_boards_have_no_tables() {
    assert!(Tables::new(36, |_, _| ()).is_none());
}
