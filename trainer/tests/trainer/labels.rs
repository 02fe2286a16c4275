//! Walk labels against the truth on the 2×2×2 cube.

use quarterturn::puzzles::{Cube3Turns, Text};
use quarterturn_core::cube::{Cube2, Cube2Qtm};
use quarterturn_core::{Move, Puzzle};
use quarterturn_trainer::dynamics::{Dynamics, OnHost, Walks};
use quarterturn_trainer::labels::distance;
use quarterturn_trainer::random::seeded;
use std::collections::{HashMap, HashSet};

const STEPS: usize = 17;
const WALKS: usize = 4000;

/// Distances of all states within `depth` moves of the goal.
fn truth<P: Puzzle>(puzzle: &P, depth: u8) -> HashMap<P::State, u8> {
    let goal = puzzle.goal().unwrap();
    let mut known = HashMap::from([(goal.clone(), 0)]);
    let mut layer = vec![goal];
    for d in 1..=depth {
        let mut next = Vec::new();
        for state in &layer {
            for mv in puzzle.moves() {
                let child = puzzle.apply(state, mv);
                known.entry(child.clone()).or_insert_with(|| {
                    next.push(child);
                    d
                });
            }
        }
        layer = next;
    }
    known
}

/// The moves of each walk.
fn moves_of(walks: &Walks) -> Vec<Vec<Move>> {
    let walks = walks.onward.as_ref().unwrap().chunks(walks.steps);
    walks
        .map(|walk| walk.iter().map(|&mv| Move(mv)).collect())
        .collect()
}

#[test]
fn labels_never_undercut_the_distance_and_mostly_equal_it_near_the_goal() {
    const KNOWN: u8 = 9;
    let truth = truth(&Cube2Qtm, KNOWN);
    assert_eq!(truth.len(), 519_628);
    let dynamics = OnHost::new(&Cube2Qtm).unwrap();
    let walks = dynamics.walks(&mut seeded(3, 1, 0), WALKS, STEPS);
    let labels = distance::labels(&walks).into_iter().map(f64::from);
    let labels: Vec<f64> = labels.collect();
    let labels = labels.chunks(STEPS + 1);
    let (mut near, mut exact) = (0, 0);
    for (labels, moves) in labels.zip(moves_of(&walks)) {
        let mut state = Cube2::SOLVED;
        assert_eq!(labels[0], 0.0);
        for (k, (&label, mv)) in labels[1..].iter().zip(moves).enumerate() {
            state = Cube2Qtm.apply(&state, mv);
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

/// Below these depths the 3×3×3 cube has no relations but those of the turns of one axis.
#[test]
fn short_walks_are_shortest_ways() {
    fn check<P: Text>(puzzle: &P, depth: u8) {
        let truth = truth(puzzle, depth);
        let dynamics = OnHost::new(puzzle).unwrap();
        let walks = dynamics.walks(&mut seeded(5, 1, 0), WALKS, depth.into());
        let mut ends = HashSet::new();
        for moves in moves_of(&walks) {
            let end = puzzle.apply_all(&puzzle.goal().unwrap(), &moves);
            assert_eq!(truth.get(&end), Some(&depth), "{moves:?}");
            ends.insert(end);
        }
        assert!(ends.len() > 2000, "{} ends", ends.len());
    }
    check(&Cube3Turns::Quarter, 5);
    check(&Cube3Turns::Half, 3);
}
