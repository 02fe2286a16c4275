//! Random states are uniform; the test would notice if they were not.

use quarterturn_core::cube::{Cube2, Cube2Htm, Cube2Qtm, Cube3, Cube3Htm, Cube3Qtm};
use quarterturn_core::puzzle::permutation::Permutation;
use quarterturn_core::random::{Random, below, random_moves};
use quarterturn_core::walk::random_walk;
use quarterturn_core::{Move, Puzzle};
use quarterturn_support::rng;
use std::collections::HashSet;

const SAMPLES: usize = 200_000;

/// Whether counts over equally likely cells pass a chi-square test.
///
/// The quantile 4 of the normal distribution (one in 31,600; Wilson and Hilferty's
/// approximation) keeps the chance of any false alarm among up to 31 tests below 1e-3.
pub(crate) fn uniform(samples: &[usize], cells: usize) -> bool {
    let mut count = std::collections::HashMap::new();
    for &cell in samples {
        *count.entry(cell).or_insert(0usize) += 1;
    }
    assert!(count.len() <= cells);
    let expected = samples.len() as f64 / cells as f64;
    let empty = (cells - count.len()) as f64 * expected;
    let chi2: f64 = count
        .values()
        .map(|&n| (n as f64 - expected).powi(2) / expected)
        .sum();
    let df = (cells - 1) as f64;
    let spread = 2.0 / (9.0 * df);
    chi2 + empty <= df * (1.0 - spread + 4.0 * spread.sqrt()).powi(3)
}

/// The names of the views of `states` that are not uniform.
fn uneven3(states: &[Cube3]) -> Vec<String> {
    let view = |f: &dyn Fn(&Cube3) -> usize| states.iter().map(f).collect::<Vec<_>>();
    let mut uneven = vec![];
    let mut check = |name: String, samples: Vec<usize>, cells| {
        if !uniform(&samples, cells) {
            uneven.push(name);
        }
    };
    for i in 0..8 {
        check(format!("corner {i}"), view(&|s| s.corners.slot(i)), 24);
    }
    for i in 0..12 {
        check(format!("edge {i}"), view(&|s| s.edges.slot(i)), 24);
    }
    check("parity".into(), view(&|s| s.corners.is_odd().into()), 2);
    let pair = |s: &Cube3| s.corners.slot(0) * 24 + s.corners.slot(7);
    check("two corners".into(), view(&pair), 24 * 21);
    let pair = |s: &Cube3| s.edges.slot(0) * 24 + s.edges.slot(11);
    check("two edges".into(), view(&pair), 24 * 22);
    let pair = |s: &Cube3| s.corners.slot(3) * 24 + s.edges.slot(5);
    check("a corner and an edge".into(), view(&pair), 24 * 24);
    let twice = |s: &Cube3| s.edges.slot(2) * 2 + usize::from(s.corners.is_odd());
    check("an edge and the parity".into(), view(&twice), 48);
    uneven
}

fn uneven2(states: &[Cube2]) -> Vec<usize> {
    let slots = |i: usize| {
        states
            .iter()
            .map(move |s| s.corners.slot(i))
            .collect::<Vec<_>>()
    };
    (0..7).filter(|&i| !uniform(&slots(i), 21)).collect()
}

#[test]
fn random_states_are_uniform() {
    let mut rng = rng(4);
    let cube3: Vec<Cube3> = (0..SAMPLES).map(|_| Cube3::random(&mut rng)).collect();
    assert!(cube3.iter().all(Cube3::is_reachable));
    assert_eq!(uneven3(&cube3), [""; 0]);
    let cube2: Vec<Cube2> = (0..SAMPLES).map(|_| Cube2::random(&mut rng)).collect();
    assert!(cube2.iter().all(Cube2::is_reachable));
    assert_eq!(uneven2(&cube2), [0; 0]);
}

#[test]
fn short_scrambles_are_not() {
    let mut rng = rng(5);
    let cube3: Vec<Cube3> = (0..SAMPLES)
        .map(|_| scramble(&Cube3Qtm, &mut rng, 5).0)
        .collect();
    assert!(uneven3(&cube3).len() > 20);
    let cube2: Vec<Cube2> = (0..SAMPLES)
        .map(|_| scramble(&Cube2Qtm, &mut rng, 5).0)
        .collect();
    assert_eq!(uneven2(&cube2).len(), 7);
}

fn scramble<P: Puzzle>(
    puzzle: &P,
    rng: &mut impl rand_core::Rng,
    length: usize,
) -> (P::State, Vec<Move>) {
    let solved = puzzle.goal().unwrap();
    let moves: Vec<Move> = random_moves(puzzle, solved.clone(), rng, length).collect();
    (puzzle.apply_all(&solved, &moves), moves)
}

#[test]
fn numbers_below_a_bound_are_uniform() {
    let mut rng = rng(15);
    for bound in [1, 2, 7, 12, 1000] {
        let samples: Vec<usize> = (0..SAMPLES)
            .map(|_| below(&mut rng, bound) as usize)
            .collect();
        assert!(samples.iter().all(|&n| n < bound as usize));
        assert!(bound == 1 || uniform(&samples, bound as usize), "{bound}");
    }
    // Without rejection, a third of the numbers below 3 · 2^30 would come up twice as often.
    let thirds = (0..SAMPLES).map(|_| below(&mut rng, 3 << 30) as usize % 3);
    assert!(uniform(&thirds.collect::<Vec<_>>(), 3));
}

#[test]
fn scrambles_have_their_length_and_no_redundant_pair() {
    fn check<P: Puzzle<State: Copy>>(puzzle: &P) {
        let mut rng = rng(6);
        let mut used = vec![0; puzzle.move_count()];
        for length in [0, 1, 2, 20, 1000] {
            let moves = scramble(puzzle, &mut rng, length).1;
            assert_eq!(moves.len(), length);
            assert!(moves.windows(2).all(|w| !puzzle.redundant(w[0], w[1])));
            moves.iter().for_each(|m| used[m.index()] += 1);
        }
        assert!(used.iter().all(|&n| n > 0), "{}", puzzle.name());
    }
    check(&Cube3Qtm);
    check(&Cube3Htm);
    check(&Cube2Qtm);
    check(&Cube2Htm);
}

/// Three moves of a walk are a way that no two moves make: not `U D U'`, not `R R R`.
#[test]
fn walks_have_no_reducible_parts() {
    fn check<P: Puzzle<State: Copy>>(puzzle: &P) {
        let goal = puzzle.goal().unwrap();
        let mut near = HashSet::from([goal]);
        let mut rng = rng(7);
        let mut walks: Vec<Vec<Move>> = Vec::new();
        for _ in 0..200 {
            walks.push(random_walk(puzzle, goal, &mut rng, 30).collect());
        }
        assert!(walks.iter().all(|walk| walk.len() == 30));
        for length in [1, 2, 3] {
            let parts = walks.iter().flat_map(|walk| walk.windows(length));
            for part in parts {
                let end = puzzle.apply_all(&goal, part);
                assert!(!near.contains(&end), "{}: {part:?}", puzzle.name());
            }
            let beside = near.iter().flat_map(|state| {
                let apply = move |mv| puzzle.apply(state, mv);
                puzzle.moves().map(apply)
            });
            let beside: Vec<P::State> = beside.collect();
            near.extend(beside);
        }
        let used: HashSet<Move> = walks.into_iter().flatten().collect();
        assert_eq!(used.len(), puzzle.move_count());
    }
    check(&Cube3Qtm);
    check(&Cube3Htm);
    check(&Cube2Qtm);
    check(&Cube2Htm);
}

/// A move that commutes with all others and is the last of them leaves no pair that is not redundant.
#[test]
fn scrambles_do_not_end_early() {
    for text in [
        "a:=(1,2,3);b:=(3,4,5);tip:=(6,7,8);",
        "tip:=(6,7,8);a:=(1,2,3);b:=(3,4,5);",
        "swap:=(1,2);",
    ] {
        let tables = quarterturn::puzzles::gap::read(text).expect("a file");
        let definition = tables.definition("test").expect("a puzzle");
        let puzzle = Permutation::new(std::sync::Arc::new(definition));
        let (_, moves) = scramble(&puzzle, &mut rng(9), 30);
        assert_eq!(moves.len(), 30, "{text}");
        let tips = moves
            .iter()
            .filter(|&&mv| puzzle.move_name(mv).starts_with("tip"));
        assert!(tips.count() <= 2, "{text}");
    }
}
