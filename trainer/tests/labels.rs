//! Walk labels against the truth on the 2×2×2 cube.

mod common;

use quarterturn_core::cube::{Cube2, Cube2Qtm, Cube3Htm, Cube3Qtm};
use quarterturn_core::{Move, Puzzle};
use quarterturn_trainer::labels::{pool, seed_torch};
use quarterturn_trainer::tables::Tables;
use std::collections::{HashMap, HashSet};
use tch::Device;

const STEPS: i64 = 17;
const WALKS: i64 = 4000;

/// Distances of all states within `depth` moves of the goal.
fn truth<P: Puzzle>(puzzle: &P, depth: u8) -> HashMap<P::State, u8> {
    let goal = puzzle.goal().unwrap();
    let mut known = HashMap::from([(goal, 0)]);
    let mut layer = vec![goal];
    for d in 1..=depth {
        let mut next = Vec::new();
        for state in &layer {
            for mv in puzzle.moves() {
                let child = puzzle.apply(state, mv);
                known.entry(child).or_insert_with(|| {
                    next.push(child);
                    d
                });
            }
        }
        layer = next;
    }
    known
}

#[test]
fn labels_never_undercut_the_distance_and_mostly_equal_it_near_the_goal() {
    const KNOWN: u8 = 9;
    let truth = truth(&Cube2Qtm, KNOWN);
    assert_eq!(truth.len(), 519_628);
    let tables = Tables::new(&Cube2Qtm, Device::Cpu).unwrap();
    let walks = {
        let _turn = common::generator();
        seed_torch(3, 1, 0);
        tables.walks(WALKS, STEPS)
    };
    let labels = pool::labels(&tables, &walks, STEPS);
    let labels: Vec<Vec<f64>> = Vec::try_from(&labels).unwrap();
    let moves: Vec<Vec<i64>> = Vec::try_from(&walks.moves).unwrap();

    let (mut near, mut exact) = (0, 0);
    for (labels, moves) in labels.iter().zip(&moves) {
        let mut state = Cube2::SOLVED;
        assert_eq!(labels[0], 0.0);
        for (k, (&label, &mv)) in labels[1..].iter().zip(moves).enumerate() {
            state = Cube2Qtm.apply(&state, Move(mv as u8));
            let distance = truth.get(&state).copied();
            let at_least = distance.unwrap_or(KNOWN + 1);
            assert!(
                label >= f64::from(at_least),
                "{label} for distance {distance:?}"
            );
            assert!(
                label <= (k + 1) as f64,
                "labels are never above the step number"
            );
            if distance.is_some_and(|d| d <= 6) {
                near += 1;
                exact += u32::from(label == f64::from(distance.unwrap()));
            }
        }
    }
    assert!(near > 10_000);
    let share = f64::from(exact) / f64::from(near);
    assert!(share > 0.97, "{share}");
}

#[test]
fn tables_make_the_same_states_as_the_puzzle() {
    let tables = Tables::new(&Cube2Qtm, Device::Cpu).unwrap();
    let walks = {
        let _turn = common::generator();
        seed_torch(4, 1, 0);
        tables.walks(200, STEPS)
    };
    let moves: Vec<Vec<i64>> = Vec::try_from(&walks.moves).unwrap();
    let states: Vec<i64> = Vec::try_from(walks.states.reshape([-1])).unwrap();
    let mut expected = Vec::new();
    for moves in &moves {
        let mut state = Cube2::SOLVED;
        let mut previous = None;
        let mut push = |state: &<Cube2Qtm as Puzzle>::State| {
            let mut features = [0; 7];
            Cube2Qtm.features(state, &mut features);
            expected.extend(features.map(i64::from));
        };
        push(&state);
        for &mv in moves {
            let mv = Move(mv as u8);
            assert_ne!(previous, Cube2Qtm.undo(mv), "walks never turn back");
            previous = Some(mv);
            state = Cube2Qtm.apply(&state, mv);
            push(&state);
        }
    }
    assert!(states == expected);
}

/// Below these depths the 3×3×3 cube has no relations but those of the turns of one axis.
#[test]
fn short_walks_are_shortest_ways() {
    fn check<P: Puzzle>(puzzle: &P, depth: u8) {
        let truth = truth(puzzle, depth);
        let tables = Tables::new(puzzle, Device::Cpu).unwrap();
        let walks = {
            let _turn = common::generator();
            seed_torch(5, 1, 0);
            tables.walks(WALKS, depth.into())
        };
        let moves: Vec<Vec<i64>> = Vec::try_from(&walks.moves).unwrap();
        let mut ends = HashSet::new();
        for moves in moves {
            let moves: Vec<Move> = moves.iter().map(|&mv| Move(mv as u8)).collect();
            let end = puzzle.apply_all(&puzzle.goal().unwrap(), &moves);
            assert_eq!(truth.get(&end), Some(&depth), "{moves:?}");
            ends.insert(end);
        }
        assert!(ends.len() > 2000, "{} ends", ends.len());
    }
    check(&Cube3Qtm, 5);
    check(&Cube3Htm, 3);
}
