//! The two-phase solver: its answers, and the memory it keeps.

use quarterturn::core::Puzzle;
use quarterturn::core::cube::{Cube3, Cube3Htm, Cube3Qtm};
use quarterturn::core::random::Random;
use quarterturn::search::Search;
use quarterturn::{Limits, Stopped};
use quarterturn_classic::TwoPhase;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The only test of this program: another one would allocate meanwhile.
#[test]
fn it_solves_within_its_bounds_and_its_tables_have_the_size_stated() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let cubes: Vec<Cube3> = (0..20).map(|_| Cube3::random(&mut rng)).collect();
    let solver = TwoPhase::default();
    let region = Region::new(ALLOCATOR);
    let outcome = solver.run(&Cube3Htm, &cubes[0], &Limits::default());
    drop(outcome);
    let change = region.change();
    let kept = change.bytes_allocated - change.bytes_deallocated;
    // The test harness may allocate a little at the same time.
    assert!(kept.abs_diff(TwoPhase::TABLES) < 1024, "{kept} bytes");

    for cube in &cubes {
        let half = solver.run(&Cube3Htm, cube, &Limits::default());
        let turns = half.solution.expect("21 turns always suffice");
        assert!(Cube3Htm.is_solved(&Cube3Htm.apply_all(cube, &turns)));
        assert!(turns.len() <= 21);
        let quarter = solver.run(&Cube3Qtm, cube, &Limits::default());
        let quarters = quarter.solution.expect("the same, by quarter turns");
        assert!(Cube3Qtm.is_solved(&Cube3Qtm.apply_all(cube, &quarters)));
        let halves = turns.iter().filter(|m| m.index() % 3 == 1).count();
        assert_eq!(quarters.len(), turns.len() + halves);
    }
    let limits = Limits {
        max_length: 10,
        ..Limits::default()
    };
    let outcome = solver.run(&Cube3Htm, &cubes[0], &limits);
    assert_eq!(
        (outcome.solution, outcome.stopped),
        (None, Stopped::Exhausted)
    );
}
