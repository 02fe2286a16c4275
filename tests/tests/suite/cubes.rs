//! The cubes as groups and graphs.

use quarterturn_core::cube::{Cube2, Cube2Htm, Cube2Qtm, Cube3, Cube3Htm, Cube3Qtm};
use quarterturn_core::random::{Random, random_moves};
use quarterturn_core::{Move, Puzzle};
use quarterturn_support::rng;

/// How many states are first reached at each depth.
fn levels<P: Puzzle<State: Copy>>(puzzle: &P, depth: usize) -> Vec<usize> {
    let (mut before, mut level) = (vec![], vec![puzzle.goal().unwrap()]);
    let mut counts = vec![1];
    for _ in 0..depth {
        let mut next: Vec<P::State> = level
            .iter()
            .flat_map(|s| puzzle.moves().map(|m| puzzle.apply(s, m)))
            .collect();
        next.sort_unstable();
        next.dedup();
        // A neighbour of a level is in it, in the one before or in the next one.
        next.retain(|s| before.binary_search(s).is_err() && level.binary_search(s).is_err());
        counts.push(next.len());
        before = std::mem::replace(&mut level, next);
    }
    counts
}

/// The same, along sequences without a redundant pair only.
fn lean_levels<P: Puzzle<State: Copy>>(puzzle: &P, depth: usize) -> Vec<usize> {
    let goal = puzzle.goal().unwrap();
    let mut seen = std::collections::HashSet::from([goal]);
    let mut level: Vec<(P::State, Option<Move>)> = vec![(goal, None)];
    let mut counts = vec![1];
    for _ in 0..depth {
        let mut next = vec![];
        for (state, last) in &level {
            for mv in puzzle
                .moves()
                .filter(|&m| last.is_none_or(|l| !puzzle.redundant(l, m)))
            {
                let after = puzzle.apply(state, mv);
                if !seen.contains(&after) {
                    next.push((after, Some(mv)));
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        seen.extend(next.iter().map(|n| n.0));
        let mut states: Vec<_> = next.iter().map(|n| n.0).collect();
        states.dedup();
        counts.push(states.len());
        level = next;
    }
    counts
}

const QTM3: [usize; 7] = [1, 12, 114, 1068, 10011, 93840, 878880];
const HTM3: [usize; 6] = [1, 18, 243, 3240, 43239, 574908];
const QTM2: [usize; 15] = [
    1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276,
];
const HTM2: [usize; 12] = [
    1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644,
];

#[test]
fn cube3_levels() {
    assert_eq!(levels(&Cube3Qtm, 6), QTM3);
    assert_eq!(levels(&Cube3Htm, 5), HTM3);
}

#[test]
#[ignore = "slow: tests/run has it"]
fn cube2_whole_graph() {
    // One level more than there are: the last is empty.
    assert_eq!(levels(&Cube2Qtm, 15), [&QTM2[..], &[0]].concat());
    assert_eq!(levels(&Cube2Htm, 12), [&HTM2[..], &[0]].concat());
    assert_eq!(QTM2.iter().sum::<usize>(), 3_674_160);
    assert_eq!(HTM2.iter().sum::<usize>(), 3_674_160);
}

#[test]
fn skipping_redundant_moves_loses_no_state() {
    assert_eq!(lean_levels(&Cube3Qtm, 5), QTM3[..6]);
    assert_eq!(lean_levels(&Cube3Htm, 4), HTM3[..5]);
    assert_eq!(lean_levels(&Cube2Qtm, 8), QTM2[..9]);
    assert_eq!(lean_levels(&Cube2Htm, 6), HTM2[..7]);
}

#[test]
fn group_laws() {
    let mut rng = rng(1);
    for _ in 0..100_000 {
        let [a, b, c] = std::array::from_fn(|_| Cube3::random(&mut rng));
        assert!(a.is_reachable());
        assert_eq!(a.then(&b).then(&c), a.then(&b.then(&c)));
        assert_eq!(a.then(&a.inverse()), Cube3::SOLVED);
        assert_eq!(a.inverse().then(&a), Cube3::SOLVED);
        assert_eq!(a.then(&Cube3::SOLVED), a);
        assert_eq!(Cube3::SOLVED.then(&a), a);
        assert_eq!(a.then(&b).inverse(), b.inverse().then(&a.inverse()));
        let d = Cube2::random(&mut rng).corners;
        assert_eq!(d.then(&d.inverse()), Cube2::SOLVED.corners);
    }
}

fn order(text: &str) -> usize {
    let element = Cube3::from_moves(text).unwrap().state;
    let powers = std::iter::successors(Some(element), |p| Some(p.then(&element)));
    powers.take_while(|&p| p != Cube3::SOLVED).count() + 1
}

#[test]
fn orders() {
    for (text, expected) in [
        ("", 1),
        ("R2", 2),
        ("R", 4),
        ("R U R' U'", 6),
        ("R2 U2", 6),
        ("R U", 105),
        ("R U'", 63),
        ("R U2 D' B D'", 1260),
    ] {
        assert_eq!(order(text), expected, "{text}");
    }
}

/// Applies random scrambles and looks at them in every frame.
fn frames_and_inverses<P: Puzzle<State: Copy>>(puzzle: &P, scrambles: usize) {
    let mut rng = rng(2);
    let solved = puzzle.goal().unwrap();
    for _ in 0..scrambles {
        let moves: Vec<Move> = random_moves(puzzle, solved, &mut rng, 25).collect();
        let state = puzzle.apply_all(&solved, &moves);
        let undo: Vec<Move> = moves
            .iter()
            .rev()
            .map(|&m| puzzle.undo(m).unwrap())
            .collect();
        assert!(puzzle.is_solved(&puzzle.apply_all(&state, &undo)));
        assert_eq!(
            puzzle.invert(&state),
            Some(puzzle.apply_all(&solved, &undo))
        );
        for frame in 0..puzzle.frames() {
            let seen = puzzle.conjugate(&state, frame);
            let mapped: Vec<Move> = undo
                .iter()
                .map(|&m| puzzle.conjugate_move(m, frame))
                .collect();
            assert!(
                puzzle.is_solved(&puzzle.apply_all(&seen, &mapped)),
                "frame {frame}"
            );
            let back = puzzle.inverse_frame(frame);
            assert_eq!(puzzle.conjugate(&seen, back), state);
            for (m, &before) in mapped.iter().zip(&undo) {
                assert_eq!(puzzle.conjugate_move(*m, back), before);
            }
        }
    }
    // The frames are different symmetries.
    let moves: Vec<Move> = random_moves(puzzle, solved, &mut rng, 25).collect();
    let state = puzzle.apply_all(&solved, &moves);
    let views = (0..puzzle.frames()).map(|f| puzzle.conjugate(&state, f));
    assert_eq!(
        views.collect::<std::collections::HashSet<_>>().len(),
        puzzle.frames()
    );
}

#[test]
fn every_frame_maps_solutions_to_solutions() {
    frames_and_inverses(&Cube3Qtm, 500);
    frames_and_inverses(&Cube3Htm, 500);
    frames_and_inverses(&Cube2Qtm, 500);
    frames_and_inverses(&Cube2Htm, 500);
    assert_eq!((Cube3Qtm.frames(), Cube2Qtm.frames()), (48, 6));
}

#[test]
fn features_are_distinct_and_in_range() {
    fn check<P: Puzzle<State: Copy>>(puzzle: &P, state: &P::State) {
        let inputs = puzzle.inputs();
        let mut out = vec![u16::MAX; inputs.active];
        puzzle.features(state, &mut out);
        assert!(out.is_sorted_by(|a, b| a < b));
        assert!(usize::from(out[inputs.active - 1]) < inputs.width);
    }
    let mut rng = rng(3);
    for _ in 0..10_000 {
        check(&Cube3Qtm, &Cube3::random(&mut rng));
        check(&Cube2Qtm, &Cube2::random(&mut rng));
    }
}
