//! The searches that need no heap, against exact distances.

use quarterturn_core::cube::{Cube2, Cube2Qtm, Cube3, Cube3Htm, Cube3Qtm};
use quarterturn_core::net::{MOVE_COST, Net, Scratch};
use quarterturn_core::puzzle::lights::Lights;
use quarterturn_core::puzzle::sliding::{Puzzle8, Tiles};
use quarterturn_core::random::{Random, random_moves};
use quarterturn_core::search::{
    Beam, Effort, Guide, Memory, MoveSet, NetGuide, Progress, Ring, Solver, View, greedy::greedy,
};
use quarterturn_core::{Move, Puzzle};
use quarterturn_support::rng;
use std::collections::HashMap;
use std::sync::OnceLock;

/// Exact distances up to a depth, from a breadth-first walk of the graph.
fn distances<P: Puzzle<State: Copy>>(puzzle: &P, depth: u8) -> HashMap<P::State, u8> {
    let solved = puzzle.goal().unwrap();
    let mut table = HashMap::from([(solved, 0)]);
    let mut level = vec![solved];
    for d in 1..=depth {
        let mut next = vec![];
        for state in &level {
            for mv in puzzle.moves() {
                let after = puzzle.apply(state, mv);
                if let std::collections::hash_map::Entry::Vacant(place) = table.entry(after) {
                    place.insert(d);
                    next.push(after);
                }
            }
        }
        level = next;
    }
    table
}

/// A guide that knows exact distances and adds an error of up to `noise` moves, which depends on
/// the state, so that every view of a state errs differently.
struct Table<'a, P: Puzzle<State: Copy>> {
    table: &'a HashMap<P::State, u8>,
    noise: u64,
}

/// The whole graph of the 2×2×2 cube.
fn cube2() -> &'static HashMap<Cube2, u8> {
    static TABLE: OnceLock<HashMap<Cube2, u8>> = OnceLock::new();
    TABLE.get_or_init(|| distances(&Cube2Qtm, 14))
}

impl<P: Puzzle<State: Copy>> Guide<P> for Table<'_, P> {
    fn additive(&self) -> bool {
        false
    }

    fn costs(&mut self, puzzle: &P, state: &P::State, out: &mut [i32]) {
        for mv in puzzle.moves() {
            let child = puzzle.apply(state, mv);
            let exact = self.table.get(&child).map_or(30, |&d| i32::from(d));
            let error = (puzzle.key(&child) >> 20) % (self.noise * MOVE_COST as u64 + 1);
            out[mv.index()] = exact * MOVE_COST + error as i32;
        }
    }
}

/// As wide as the memory, one beam a view, the first solution.
fn effort(attempts: usize) -> Effort {
    Effort {
        width: usize::MAX,
        max_length: 30,
        patience: 0,
        attempts,
        improvements: 0,
        evaluations: u32::MAX,
        forbidden: MoveSet::EMPTY,
    }
}

/// The solution, after replaying it; `None` when there was none.
fn solve<P: Puzzle<State: Copy>, const W: usize, const C: usize>(
    puzzle: &P,
    memory: &mut Memory<W, C>,
    guide: &mut Table<'_, P>,
    state: &P::State,
    effort: Effort,
    slice: u32,
) -> Option<Vec<Move>> {
    let mut solver = Solver::<P, W, C>::new(puzzle, memory, state, effort);
    loop {
        match solver.step(guide, slice) {
            Progress::Running => {}
            Progress::Failed => {
                assert_eq!(solver.solution(), None);
                return None;
            }
            Progress::Solved(length) => {
                let moves = solver.solution().unwrap();
                assert_eq!(moves.len(), length);
                let end = moves.iter().fold(*state, |state, &mv| {
                    assert!(puzzle.allowed(&state, mv));
                    puzzle.apply(&state, mv)
                });
                assert!(puzzle.is_solved(&end));
                return Some(moves.to_vec());
            }
        }
    }
}

#[test]
fn exact_costs_give_shortest_solutions_of_cube2() {
    let mut guide = Table::<Cube2Qtm> {
        table: cube2(),
        noise: 0,
    };
    assert_eq!(guide.table.len(), 3_674_160);
    let mut memory = Memory::<4, 12>::new();
    let mut rng = rng(1);
    for _ in 0..500 {
        let state = Cube2::random(&mut rng);
        let best = usize::from(guide.table[&state]);
        let beam = solve(&Cube2Qtm, &mut memory, &mut guide, &state, effort(1), 1000).unwrap();
        assert_eq!(beam.len(), best);
        let mut path = [Move(0); 20];
        assert_eq!(greedy(&Cube2Qtm, &state, &mut guide, &mut path), Some(best));
        // Every view leads to a solution of the state itself.
        for i in 0..View::count(&Cube2Qtm) {
            let view = View::nth(&Cube2Qtm, i);
            let seen = view.of(&Cube2Qtm, &state);
            let length = greedy(&Cube2Qtm, &seen, &mut guide, &mut path).unwrap();
            assert_eq!(length, best, "all views are equally far");
            view.restore(&Cube2Qtm, &mut path[..length]);
            assert!(Cube2Qtm.is_solved(&Cube2Qtm.apply_all(&state, &path[..length])));
        }
    }
}

#[test]
fn more_views_and_wider_beams_solve_more() {
    let mut guide = Table::<Cube2Qtm> {
        table: cube2(),
        noise: 6,
    };
    let mut solved = [0; 3];
    let mut rng = rng(2);
    for _ in 0..200 {
        let state = Cube2::random(&mut rng);
        let (mut narrow, mut wide) = (Memory::<1, 2>::new(), Memory::<64, 96>::new());
        solved[0] += usize::from(
            solve(&Cube2Qtm, &mut narrow, &mut guide, &state, effort(1), 1000).is_some(),
        );
        solved[1] += usize::from(
            solve(&Cube2Qtm, &mut narrow, &mut guide, &state, effort(12), 1000).is_some(),
        );
        solved[2] += usize::from(
            solve(&Cube2Qtm, &mut wide, &mut guide, &state, effort(12), 1000).is_some(),
        );
    }
    let [one, twelve, wide] = solved;
    assert!(one < twelve && twelve < wide, "{solved:?}");
    assert_eq!(wide, 200);
}

#[test]
fn slices_do_not_change_the_answer() {
    let mut guide = Table::<Cube2Qtm> {
        table: cube2(),
        noise: 4,
    };
    let mut memory = Memory::<8, 16>::new();
    let mut rng = rng(3);
    for _ in 0..50 {
        let state = Cube2::random(&mut rng);
        let whole = solve(
            &Cube2Qtm,
            &mut memory,
            &mut guide,
            &state,
            effort(4),
            u32::MAX,
        );
        for slice in [1, 3, 17] {
            assert_eq!(
                solve(&Cube2Qtm, &mut memory, &mut guide, &state, effort(4), slice),
                whole
            );
        }
    }
}

#[test]
fn cube3_near_the_goal_in_both_metrics() {
    fn check<P: Puzzle<State: Copy>>(puzzle: &P, depth: u8) {
        let table = distances(puzzle, depth);
        let mut guide = Table::<P> {
            table: &table,
            noise: 0,
        };
        let mut memory = Memory::<8, 24>::new();
        let solved = puzzle.goal().unwrap();
        let mut rng = rng(4);
        for length in 0..=usize::from(depth) {
            for _ in 0..30 {
                let moves: Vec<Move> = random_moves(puzzle, solved, &mut rng, length).collect();
                let state = puzzle.apply_all(&solved, &moves);
                let best = usize::from(guide.table[&state]);
                let found = solve(puzzle, &mut memory, &mut guide, &state, effort(1), 100).unwrap();
                assert_eq!(found.len(), best);
                for i in 0..View::count(puzzle) {
                    let view = View::nth(puzzle, i);
                    let seen = view.of(puzzle, &state);
                    let mut found =
                        solve(puzzle, &mut memory, &mut guide, &seen, effort(1), 100).unwrap();
                    view.restore(puzzle, &mut found);
                    assert!(puzzle.is_solved(&puzzle.apply_all(&state, &found)));
                }
            }
        }
    }
    check(&Cube3Qtm, 5);
    check(&Cube3Htm, 4);
}

#[test]
fn no_tile_slides_in_from_beyond_the_edge() {
    let table = distances(&Puzzle8, 31);
    assert_eq!(table.len(), 181_440);
    let mut guide = Table::<Puzzle8> {
        table: &table,
        noise: 6,
    };
    // So narrow that what is not allowed would be the way out.
    let mut memory = Memory::<2, 4>::new();
    let mut rng = rng(9);
    let mut solved = 0;
    for _ in 0..500 {
        let state = Tiles::<9>::random(&mut rng);
        let best = usize::from(guide.table[&state]);
        let found = solve(&Puzzle8, &mut memory, &mut guide, &state, effort(12), 1000);
        assert!(found.as_ref().is_none_or(|moves| moves.len() >= best));
        solved += usize::from(found.is_some());
    }
    assert!(solved > 100, "{solved} of 500");
}

#[test]
fn bounds_end_the_search() {
    let table = distances(&Cube3Qtm, 3);
    let mut guide = Table::<Cube3Qtm> {
        table: &table,
        noise: 0,
    };
    let mut memory = Memory::<4, 8>::new();
    let state = Cube3::random(&mut rng(5));
    let mut none = Solver::<Cube3Qtm, 4, 8>::new(&Cube3Qtm, &mut memory, &state, effort(0));
    assert_eq!(none.step(&mut guide, 10), Progress::Failed);
    let short = Effort {
        max_length: 2,
        ..effort(3)
    };
    let mut short = Solver::<Cube3Qtm, 4, 8>::new(&Cube3Qtm, &mut memory, &state, short);
    while short.step(&mut guide, 1000) == Progress::Running {}
    assert_eq!(short.attempts(), 3);
    assert!(short.solution().is_none() && short.evaluations() <= 3 * 5);
    let mut solved = Beam::<Cube3Qtm, 4, 8>::new(
        &Cube3Qtm,
        &mut memory,
        &Cube3::SOLVED,
        4,
        20,
        MoveSet::EMPTY,
    );
    assert_eq!(solved.step(&mut guide, 0), Progress::Solved(0));
    assert_eq!(solved.evaluations(), 0);
    let solved = solve(
        &Cube3Qtm,
        &mut memory,
        &mut guide,
        &Cube3::SOLVED,
        effort(1),
        1,
    );
    assert_eq!(solved, Some(vec![]));
}

#[test]
fn an_endless_request_ends_with_its_budget() {
    let table = distances(&Cube3Qtm, 3);
    let mut guide = Table::<Cube3Qtm> {
        table: &table,
        noise: 0,
    };
    let mut memory = Memory::<4, 8>::new();
    let state = Cube3::random(&mut rng(6));
    let endless = Effort {
        evaluations: 777,
        ..effort(usize::MAX)
    };
    let mut solver = Solver::<Cube3Qtm, 4, 8>::new(&Cube3Qtm, &mut memory, &state, endless);
    while solver.step(&mut guide, 10) == Progress::Running {}
    assert_eq!(solver.evaluations(), 777);
    assert_eq!(solver.solution(), None);
}

#[test]
fn improvements_shorten_and_never_spoil() {
    let mut guide = Table::<Cube2Qtm> {
        table: cube2(),
        noise: 6,
    };
    let mut memory = Memory::<8, 16>::new();
    let mut rng = rng(7);
    let (mut first, mut later) = (0, 0);
    for _ in 0..100 {
        let state = Cube2::random(&mut rng);
        let more = Effort {
            improvements: 6,
            ..effort(24)
        };
        let once = solve(&Cube2Qtm, &mut memory, &mut guide, &state, effort(24), 1000).unwrap();
        let best = solve(&Cube2Qtm, &mut memory, &mut guide, &state, more, 1000).unwrap();
        assert!(best.len() <= once.len());
        first += once.len();
        later += best.len();
    }
    assert!(later < first, "{later} of {first}");
}

#[test]
fn a_failed_beam_is_followed_by_a_wider_one() {
    let mut guide = Table::<Cube2Qtm> {
        table: cube2(),
        noise: 6,
    };
    let mut memory = Memory::<64, 96>::new();
    let mut rng = rng(8);
    for _ in 0..100 {
        let state = Cube2::random(&mut rng);
        let narrow = Effort {
            width: 1,
            ..effort(12)
        };
        assert!(solve(&Cube2Qtm, &mut memory, &mut guide, &state, narrow, 1000).is_some());
    }
}

#[test]
fn a_beam_fits_a_small_device() {
    assert_eq!(size_of::<Memory<512, 768>>(), 60 * 512 + 8 * 768);
}

/// More moves than a beam's path has room for, but each best press is on a shortest solution.
#[test]
fn a_network_presses_lights_out() {
    let net = Net::from_bytes(include_bytes!("../../../weights/lightsout7-base.qtw")).unwrap();
    let puzzle = Lights::new(7).unwrap();
    let mut scratch = Scratch::<1024>::new();
    let mut guide = NetGuide::new(&puzzle, &net, &mut scratch).unwrap();
    let mut rng = rng(7);
    for _ in 0..50 {
        let lit = puzzle.random(&mut rng);
        let least = puzzle.solve(&lit).unwrap().count();
        let mut presses = [Move(0); 49];
        assert_eq!(greedy(&puzzle, &lit, &mut guide, &mut presses), Some(least));
        assert!(puzzle.is_solved(&puzzle.apply_all(&lit, &presses[..least])));
    }
    let lit = puzzle.random(&mut rng);
    let mut memory = Memory::<1, 1>::new();
    let beam = Beam::new(&puzzle, &mut memory, &lit, 1, 49, MoveSet::EMPTY);
    assert_eq!(beam.progress(), Progress::Failed);
}

/// Nothing shorter than the shortest is found, however often it is looked for, and then the first beam for the limit
/// itself finds that.
#[test]
fn patience_looks_for_something_shorter_first() {
    let mut guide = Table::<Cube2Qtm> {
        table: cube2(),
        noise: 0,
    };
    let mut memory = Memory::<64, 96>::new();
    let at = |distance: usize| {
        let mut rng = rng(9);
        let mut states = std::iter::repeat_with(move || Cube2::random(&mut rng));
        states
            .find(|state| usize::from(cube2()[state]) == distance)
            .unwrap()
    };
    for (distance, beams) in [(8, 1), (9, 6), (10, 6)] {
        let patient = Effort {
            max_length: 10,
            patience: 5,
            ..effort(24)
        };
        let state = at(distance);
        let mut solver = Solver::<_, 64, 96>::new(&Cube2Qtm, &mut memory, &state, patient);
        while solver.step(&mut guide, 1000) == Progress::Running {}
        assert_eq!(solver.attempts(), beams, "{distance}");
        assert_eq!(solver.solution().unwrap().len(), distance);
    }
}

/// A policy: what a move costs says nothing of what remains.
struct Policy<'a>(&'a HashMap<Cube2, u8>);

impl Guide<Cube2Qtm> for Policy<'_> {
    fn additive(&self) -> bool {
        true
    }

    fn costs(&mut self, puzzle: &Cube2Qtm, state: &Cube2, out: &mut [i32]) {
        for mv in puzzle.moves() {
            let nearer = self.0[&puzzle.apply(state, mv)] < self.0[state];
            out[mv.index()] = if nearer { 2 } else { 4 } * MOVE_COST;
        }
    }
}

/// A ring takes nothing from the longest solution that is allowed, whatever costs stand for.
#[test]
fn a_ring_keeps_the_longest_solution() {
    let prints = Ring::prints(&Cube2Qtm, 3);
    let mut memory = Memory::<64, 96>::new();
    let mut rng = rng(10);
    for _ in 0..100 {
        let state = Cube2::random(&mut rng);
        let length = usize::from(cube2()[&state]);
        let mut beam = Beam::new(&Cube2Qtm, &mut memory, &state, 64, length, MoveSet::EMPTY);
        beam.end_at(Ring::new(&prints, 3));
        let progress = beam.step(&mut Policy(cube2()), 10_000);
        assert_eq!(progress, Progress::Solved(length));
    }
}
