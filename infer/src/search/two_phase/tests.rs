use super::classes::{STRAIGHT, UPRIGHT, axes, upright};
use super::coordinates::{
    EIGHTS, FLIPS, Four, Numbers, Pieces, SETS, SLICE, TURNS, TWISTS, flip, of_flip, of_twist,
    twist,
};
use super::tables::{First, SECOND, Tables};
use super::{Hunt, TwoPhase};
use crate::limits::{Limits, Observer, Stopped};
use crate::outcome::{Outcome, verify};
use crate::search::run::run;
use crate::search::{Bidirectional, Search};
use quarterturn_core::cube::geometry::SYMMETRY;
use quarterturn_core::cube::{Cube3, Cube3Htm, Cube3Qtm};
use quarterturn_core::random::{Random, random_moves};
use quarterturn_core::{Move, Puzzle};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

static SOLVER: LazyLock<TwoPhase> = LazyLock::new(|| {
    let solver = TwoPhase::default();
    Search::<Cube3Htm>::prepare(&solver);
    solver
});

fn tables() -> &'static Tables {
    SOLVER.tables(&|| Ok(())).unwrap()
}

fn random_cubes(count: usize, seed: u64) -> Vec<Cube3> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..count).map(|_| Cube3::random(&mut rng)).collect()
}

fn scrambled(turns: usize, seed: u64) -> Cube3 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let moves: Vec<Move> = random_moves(&Cube3Htm, Cube3::SOLVED, &mut rng, turns).collect();
    Cube3Htm.apply_all(&Cube3::SOLVED, &moves)
}

/// One thread, so that nodes decide alone.
fn alone(cube: &Cube3, limits: &Limits) -> Outcome {
    crate::parallel::alone(|| SOLVER.run(&Cube3Htm, cube, limits))
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

#[test]
fn numbers_and_cubes_go_both_ways() {
    let numbers = Numbers::new();
    for n in 0..TWISTS {
        assert_eq!(twist(&of_twist(n)), n);
    }
    for n in 0..FLIPS {
        assert_eq!(flip(&of_flip(n)), n);
    }
    for set in 0..SETS as u16 {
        for order in [0, 7, 23] {
            let four = Four { set, order };
            let cube = numbers.of_edge_order(0, four);
            assert_eq!(Pieces::of(&cube, &numbers).edges[2], four);
        }
    }
    let home = Four {
        set: SLICE,
        order: 0,
    };
    for order in 0..EIGHTS {
        let corners = Pieces::of(&numbers.of_corner_order(order), &numbers);
        let edges = Pieces::of(&numbers.of_edge_order(order, home), &numbers);
        assert_eq!([corners.corner_order(), edges.edge_order()], [order; 2]);
    }
    let solved = Pieces::of(&Cube3::SOLVED, &numbers);
    assert_eq!([solved.corner_order(), solved.edge_order()], [0; 2]);
    assert_eq!((solved.edges[2], twist(&Cube3::SOLVED)), (home, 0));
}

#[test]
fn tables_turn_as_cubes_do() {
    let tables = tables();
    for cube in random_cubes(50, 1) {
        let first = First::of(&cube, &tables.numbers);
        let pieces = Pieces::of(&cube, &tables.numbers);
        for turn in 0..TURNS {
            let turned = Cube3Htm.apply(&cube, Move(turn as u8));
            assert_eq!(
                tables.turned(first, turn),
                First::of(&turned, &tables.numbers)
            );
            assert_eq!(
                tables.moved(&pieces, turn),
                Pieces::of(&turned, &tables.numbers)
            );
        }
    }
}

#[test]
fn symmetries_keep_their_axes() {
    let frames = upright();
    assert_eq!(frames.iter().collect::<HashSet<_>>().len(), UPRIGHT);
    for (nth, &frame) in frames.iter().enumerate() {
        let axis = |face: usize| SYMMETRY[frame].face[face] % 3;
        assert_eq!(axis(0), 0);
        assert_eq!(axis(2) == 2, nth < STRAIGHT);
    }
    for (axis, frame) in axes().into_iter().enumerate() {
        assert_eq!(SYMMETRY[frame].face[axis] % 3, 0);
    }
}

/// Symmetries that keep the axis change no distance, which the rows of the tables rely on.
#[test]
fn distances_are_those_of_all_symmetric_cubes() {
    let tables = tables();
    let far = |cube: &Cube3| tables.to_second(First::of(cube, &tables.numbers), u8::MAX);
    for cube in random_cubes(30, 2) {
        for frame in &upright()[..STRAIGHT] {
            assert_eq!(far(&cube), far(&cube.conjugate(*frame)));
        }
    }
    let second: Vec<Move> = SECOND.iter().map(|&turn| Move(turn as u8)).collect();
    let mut cube = Cube3::SOLVED;
    for nth in 0..100 {
        cube = Cube3Htm.apply(&cube, second[nth * 7 % 10]);
        let left = |cube: &Cube3| tables.to_end(&Pieces::of(cube, &tables.numbers));
        for frame in upright() {
            assert_eq!(left(&cube), left(&cube.conjugate(frame)));
        }
    }
}

/// Neither phase takes more turns than the table says, and one turn changes no distance by more than one.
#[test]
fn tables_never_say_too_much() {
    let tables = tables();
    let far = |cube: &Cube3| tables.to_second(First::of(cube, &tables.numbers), u8::MAX);
    let left = |cube: &Cube3| tables.to_end(&Pieces::of(cube, &tables.numbers));
    assert_eq!((far(&Cube3::SOLVED), left(&Cube3::SOLVED)), (0, 0));
    for seed in 0..200 {
        let cube = scrambled(1 + seed as usize % 6, seed);
        let shortest = Bidirectional.run(&Cube3Htm, &cube, &Limits::default());
        let length = shortest.solution.unwrap().len();
        assert!(usize::from(far(&cube)) <= length);
    }
    for cube in random_cubes(20, 3) {
        for turn in 0..TURNS {
            let turned = Cube3Htm.apply(&cube, Move(turn as u8));
            assert!(far(&turned).abs_diff(far(&cube)) <= 1);
        }
    }
    let mut walk = Cube3::SOLVED;
    for nth in 1..300usize {
        let turn = SECOND[(nth * nth + nth / 3) % 10];
        let next = Cube3Htm.apply(&walk, Move(turn as u8));
        assert_eq!(far(&next), 0);
        assert!(left(&next).abs_diff(left(&walk)) <= 1 && usize::from(left(&next)) <= nth);
        walk = next;
    }
}

#[test]
fn tables_are_small() {
    let bytes = tables().bytes();
    assert!((1 << 20..2 << 20).contains(&bytes), "{bytes}");
    let search: &dyn Search<Cube3Htm> = &*SOLVER;
    assert_eq!(search.name(), "two-phase");
}

#[test]
fn short_scrambles_get_shortest_solutions() {
    for seed in 0..60 {
        let cube = scrambled(seed as usize % 7, seed);
        let shortest = Bidirectional.run(&Cube3Htm, &cube, &Limits::default());
        let outcome = alone(&cube, &nodes(20_000_000));
        let solution = outcome.solution.unwrap();
        assert_eq!(solution.len(), shortest.solution.unwrap().len());
        assert_eq!((outcome.stopped, outcome.optimal), (Stopped::Solved, true));
    }
}

#[test]
fn a_first_solution_is_short_enough() {
    for cube in random_cubes(20, 4) {
        let outcome = SOLVER.run(&Cube3Htm, &cube, &Limits::default());
        let solution = outcome.solution.unwrap();
        assert!(solution.len() <= 21);
        assert_eq!(verify(&Cube3Htm, &cube, &solution), Ok(()));
        assert_eq!(outcome.stopped, Stopped::Solved);
        let quarters = SOLVER.run(&Cube3Qtm, &cube, &Limits::default());
        assert_eq!(
            verify(&Cube3Qtm, &cube, &quarters.solution.unwrap()),
            Ok(())
        );
    }
}

#[test]
fn nodes_decide_on_one_thread_and_more_are_never_worse() {
    for cube in random_cubes(5, 5) {
        let mut last = usize::MAX;
        for budget in [300_000, 3_000_000] {
            let [one, two] = [0, 1].map(|_| alone(&cube, &nodes(budget)));
            assert_eq!(one.solution, two.solution);
            assert_eq!(one.counters, two.counters);
            assert_eq!(one.stopped, Stopped::Nodes);
            assert!(one.counters.generated < budget + 10_000);
            let length = one.solution.map_or(usize::MAX, |moves| moves.len());
            assert!(length <= last);
            last = length;
        }
        assert!(last <= 20);
    }
}

#[test]
fn answers_are_told_as_they_come() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let to = told.clone();
    let observer = Observer::new(move |better| to.lock().unwrap().push(better.solution.len()));
    let limits = Limits {
        observer: Some(observer),
        ..nodes(3_000_000)
    };
    let outcome = alone(&random_cubes(1, 6)[0], &limits);
    let told = told.lock().unwrap();
    assert!(told.windows(2).all(|pair| pair[1] < pair[0]));
    assert_eq!(told.last().copied(), outcome.solution.map(|s| s.len()));
    assert!(told.len() > 1);
}

#[test]
fn limits_stop_it() {
    let cube = random_cubes(1, 7)[0];
    let cancelled = Limits {
        cancel: Arc::new(AtomicBool::new(true)),
        ..Limits::default()
    };
    let outcome = SOLVER.run(&Cube3Htm, &cube, &cancelled);
    assert_eq!(
        (outcome.stopped, outcome.solution),
        (Stopped::Cancelled, None)
    );
    let timed = Limits {
        time: Some(Duration::from_millis(50)),
        ..Limits::default()
    };
    assert_eq!(SOLVER.run(&Cube3Htm, &cube, &timed).stopped, Stopped::Time);
    // From another thread, while it runs.
    let cancel = Arc::new(AtomicBool::new(false));
    let limits = Limits {
        cancel: cancel.clone(),
        time: Some(Duration::from_secs(3600)),
        observer: Some(Observer::new(move |_| cancel.store(true, Relaxed))),
        ..Limits::default()
    };
    let outcome = SOLVER.run(&Cube3Htm, &cube, &limits);
    assert_eq!(outcome.stopped, Stopped::Cancelled);
    assert!(outcome.solution.is_some());
    let small = Limits {
        memory: Some(1000),
        ..Limits::default()
    };
    let outcome = SOLVER.run(&Cube3Htm, &cube, &small);
    assert_eq!(outcome.stopped, Stopped::Memory);
}

#[test]
fn only_shorter_solutions_than_a_bound_from_outside_are_taken() {
    let cube = random_cubes(1, 8)[0];
    let bounded = Limits {
        max_length: 19,
        ..nodes(5_000_000)
    };
    let solution = alone(&cube, &bounded).solution.unwrap();
    assert!(solution.len() <= 19);
    // Lowered while it runs.
    let limits = nodes(5_000_000);
    let outcome = crate::parallel::alone(|| {
        run(&Cube3Htm, &cube, &limits, |run| {
            let mut hunt = Hunt::new(&run.root, 0);
            hunt.longest.store(10, Relaxed);
            SOLVER.hunt(run, &mut hunt, Duration::MAX)
        })
    });
    assert_eq!(
        (outcome.solution, outcome.stopped),
        (None, Stopped::Exhausted)
    );
}

/// Stopped and gone on with, it finds what it finds at once.
#[test]
fn a_hunt_goes_on_where_it_was() {
    for cube in random_cubes(3, 9) {
        let whole = alone(&cube, &nodes(4_000_000)).solution.unwrap().len();
        let mut hunt = Hunt::new(&cube, 0);
        let mut best = usize::MAX;
        for _ in 0..8 {
            let limits = nodes(1_000_000);
            let outcome = crate::parallel::alone(|| {
                run(&Cube3Htm, &cube, &limits, |run| {
                    SOLVER.hunt(run, &mut hunt, Duration::MAX)
                })
            });
            best = best.min(outcome.solution.map_or(usize::MAX, |s| s.len()));
        }
        assert!(best <= whole);
    }
}
