//! The tables against the truth, and the solver against a search without knowledge.

use super::{Patterns, Tables};
use quarterturn::limits::Limits;
use quarterturn::puzzles::Erased;
use quarterturn::search::{Bidirectional, Search};
use quarterturn::solver::News;
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
fn tables_survive_their_file() {
    let tables = Tables::new(9, |_, _| ()).unwrap();
    let folder = std::env::temp_dir().join(format!("quarterturn-tiles-{}", std::process::id()));
    let told = Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let heard = told.clone();
    let tell = move |_: News<'_>| {
        heard.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    };
    let mut made = Vec::new();
    for _ in 0..2 {
        let kept = Tables::cached(9, &folder, &tell).unwrap();
        assert_eq!(kept.encode(), tables.encode());
        made.push(told.load(std::sync::atomic::Ordering::Relaxed));
    }
    assert_eq!(made, [2, 2], "one for each group, once");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    std::fs::remove_dir_all(folder).unwrap();
    // Those of another board, and half of a file.
    let bytes = tables.encode();
    let decode = |cells, bytes| Tables::decode(cells, &[&[1, 2, 3, 4], &[5, 6, 7, 8]], bytes);
    assert!(decode(9, &bytes).is_some());
    assert!(decode(16, &bytes).is_none());
    assert!(decode(9, &bytes[..bytes.len() / 2]).is_none());
}

#[test]
fn other_boards_have_no_tables() {
    assert!(Tables::new(36, |_, _| ()).is_none());
}
