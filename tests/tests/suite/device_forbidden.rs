//! Robots that cannot make every move.

use quarterturn_core::cube::{Cube3, Cube3Htm, Cube3Qtm};
use quarterturn_core::device::{CANDIDATES, EFFORT, NEURONS, WIDTH};
use quarterturn_core::net::{Net, Scratch};
use quarterturn_core::random::random_moves;
use quarterturn_core::search::{Effort, Memory, MoveSet, NetGuide, Progress, Solver, View};
use quarterturn_core::{Move, Puzzle};
use quarterturn_support::rng;

const WEIGHTS: &[u8] = include_bytes!("../../../weights/cube3-micro.qtw");

/// The moves whose names are listed.
fn named(names: &str) -> MoveSet {
    let listed = |mv: &Move| names.split(' ').any(|n| n == Cube3Qtm.move_name(*mv));
    Cube3Qtm.moves().filter(listed).collect()
}

/// What the device's solver answers without the forbidden moves, and the evaluations it took.
fn solve(cube: &Cube3, forbidden: MoveSet, effort: Effort) -> (Option<Vec<Move>>, u32) {
    let net = Net::from_bytes(WEIGHTS).unwrap();
    let mut scratch = Scratch::<NEURONS>::new();
    let mut memory = Memory::<WIDTH, CANDIDATES>::new();
    let mut guide = NetGuide::new(&Cube3Qtm, &net, &mut scratch).unwrap();
    let effort = Effort {
        forbidden,
        ..effort
    };
    let mut solver =
        Solver::<Cube3Qtm, WIDTH, CANDIDATES>::new(&Cube3Qtm, &mut memory, cube, effort);
    while solver.step(&mut guide, 100) == Progress::Running {}
    let solution = solver.solution().map(<[Move]>::to_vec);
    if let Some(moves) = &solution {
        assert!(Cube3Qtm.is_solved(&Cube3Qtm.apply_all(cube, moves)));
        assert!(moves.iter().all(|&mv| !forbidden.contains(mv)), "{moves:?}");
    }
    (solution, solver.evaluations())
}

/// The cube after random moves.
fn scrambled(length: usize, seed: u64) -> Cube3 {
    let moves: Vec<Move> = random_moves(&Cube3Qtm, Cube3::SOLVED, &mut rng(seed), length).collect();
    Cube3Qtm.apply_all(&Cube3::SOLVED, &moves)
}

#[test]
fn each_view_knows_what_is_forbidden_there() {
    fn check<P: Puzzle>(puzzle: &P, forbidden: MoveSet) {
        for i in 0..View::count(puzzle) {
            let view = View::nth(puzzle, i);
            let there = view.moves(puzzle, forbidden);
            for mv in puzzle.moves() {
                let mut restored = [mv];
                view.restore(puzzle, &mut restored);
                assert_eq!(there.contains(mv), forbidden.contains(restored[0]));
            }
        }
    }
    check(&Cube3Qtm, named("D D' R"));
    check(&Cube3Htm, MoveSet::from_bits(0b1001_0111));
}

#[test]
fn a_robot_without_d_solves_what_it_scrambled() {
    let forbidden = named("D D'");
    for seed in 0..20 {
        let mut rng = rng(seed);
        let all = random_moves(&Cube3Qtm, Cube3::SOLVED, &mut rng, 16);
        let moves: Vec<Move> = all.filter(|&mv| !forbidden.contains(mv)).collect();
        let cube = Cube3Qtm.apply_all(&Cube3::SOLVED, &moves);
        assert!(solve(&cube, forbidden, EFFORT).0.is_some(), "{moves:?}");
    }
}

#[test]
fn a_robot_that_turns_each_face_one_way_goes_round() {
    for clockwise in [true, false] {
        let forbidden = Cube3Qtm.moves().filter(|mv| (mv.0 % 2 == 0) != clockwise);
        let forbidden: MoveSet = forbidden.collect();
        for face in 0..6 {
            let cube = Cube3::SOLVED.turned(face, 1);
            let half = Cube3::SOLVED.turned(face, 2);
            let length = |cube| solve(cube, forbidden, EFFORT).0.map(|moves| moves.len());
            assert_eq!(length(&cube), Some(if clockwise { 3 } else { 1 }));
            assert_eq!(length(&half), Some(2));
        }
    }
}

#[test]
fn without_any_move_only_the_solved_cube_is_solved() {
    let all: MoveSet = Cube3Qtm.moves().collect();
    let (none, evaluations) = solve(&scrambled(5, 1), all, EFFORT);
    assert_eq!(none, None);
    assert!(evaluations as usize <= EFFORT.attempts);
    assert_eq!(solve(&Cube3::SOLVED, all, EFFORT).0, Some(vec![]));
}
