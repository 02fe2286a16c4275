//! Walk labels against the truth on the 2×2×2 cube.
#![cfg(feature = "libtorch")]

mod common;

use quarterturn_core::cube::{Cube2, Cube2Qtm, Cube3Htm, Cube3Qtm};
use quarterturn_core::{Move, Puzzle};
use quarterturn_trainer::compute::Compute;
use quarterturn_trainer::dynamics::{Dynamics, OnHost, Tables, Walks};
use quarterturn_trainer::labels::{self, distance};
use quarterturn_trainer::native::losses::Layout;
use quarterturn_trainer::net;
use quarterturn_trainer::puzzle;
use quarterturn_trainer::recipe::Recipe;
use quarterturn_trainer::tensor;
use std::collections::{HashMap, HashSet};
use tch::{Device, Kind, Tensor};

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

/// The moves of each walk.
fn moves_of(walks: &Walks) -> Vec<Vec<Move>> {
    let moves = walks.onward.as_ref().unwrap().to_kind(Kind::Int64);
    let moves: Vec<Vec<i64>> = Vec::try_from(moves).unwrap();
    let walk = |walk: Vec<i64>| walk.into_iter().map(|mv| Move(mv as u8)).collect();
    moves.into_iter().map(walk).collect()
}

/// A puzzle on the device and on the host.
fn both<P: Puzzle>(puzzle: &P) -> [Box<dyn Dynamics>; 2] {
    let tables = Tables::new(puzzle, Device::Cpu).unwrap();
    let host = OnHost::new(puzzle, Device::Cpu).unwrap();
    [Box::new(tables), Box::new(host)]
}

#[test]
fn labels_never_undercut_the_distance_and_mostly_equal_it_near_the_goal() {
    const KNOWN: u8 = 9;
    let truth = truth(&Cube2Qtm, KNOWN);
    assert_eq!(truth.len(), 519_628);
    for dynamics in both(&Cube2Qtm) {
        let walks = {
            let _turn = common::generator();
            tensor::seed(3, 1, 0);
            dynamics.walks(WALKS, STEPS)
        };
        let labels = distance::labels(&walks);
        let labels: Vec<Vec<f64>> = Vec::try_from(&labels).unwrap();
        let (mut near, mut exact) = (0, 0);
        for (labels, moves) in labels.iter().zip(moves_of(&walks)) {
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
}

/// The losses of a batch are the same with tensors and a graph and without.
#[test]
fn slices_say_what_tensors_say() {
    let walk = "kind = \"walk\"\nsteps = 6\npool = 40\nweighting = \"inverse\"";
    let bellman =
        "kind = \"bellman\"\nsteps = 6\npool = 40\nrefresh = 2\nbound = true\nq_weight = 0.5";
    let beams = format!("{bellman}\nrollout = 5\nbeam = 3");
    for (puzzle, target, above) in [
        ("cube2", walk, false),
        ("puzzle8", bellman, false),
        ("puzzle8", bellman, true),
        ("puzzle8", &beams, true),
    ] {
        let _turn = common::generator();
        let recipe: Recipe = toml::from_str(&format!(
            "puzzle = \"{puzzle}\"\nseed = 2\n[net]\nkind = \"mlp\"\nlayers = [16, 8]\nblocks = 1\n\
             heads = [\"value\", \"q\"]\nabove_bound = {above}\n[target]\n{target}\n\
             [optimizer]\nbatch = 10\nrate = 2e-3\n[run]\nexamples = 100\n"
        ))
        .unwrap();
        let dynamics = puzzle::dynamics(&recipe.puzzle, Device::Cpu).unwrap();
        let net = net::build(&recipe, dynamics.as_ref(), Compute::F32);
        let [mut tensors, mut slices] =
            [(), ()].map(|()| labels::build(&recipe, &dynamics, Compute::F32, (0, 1)));
        let moves = dynamics.shape().moves as usize;
        let layout = Layout {
            width: 1 + moves,
            q: Some(1),
        };
        for step in 0..3 {
            let loss = tensors.loss(net.as_ref(), step);
            let batch = slices.slices(net.as_ref(), step, layout).unwrap();
            assert_eq!(batch.examples, loss.examples);
            let features: Vec<i64> = batch.features.iter().map(|&f| f.into()).collect();
            let features = Tensor::from_slice(&features).reshape([-1, dynamics.shape().active]);
            let out = net.forward(&features, true);
            let rows = [out.value.unwrap().unsqueeze(1), out.q.unwrap()];
            let rows = Vec::<f32>::try_from(Tensor::cat(&rows, 1).reshape([-1])).unwrap();
            let mut gradient = vec![0.0; rows.len()];
            let ours = batch.known.losses(layout, &rows, &mut gradient);
            assert_eq!(ours.len(), loss.parts.len());
            for (ours, (name, theirs)) in ours.iter().zip(&loss.parts) {
                let theirs = theirs.double_value(&[]);
                assert_eq!(ours.0, *name);
                let off = (ours.1 - theirs).abs();
                assert!(
                    off < 1e-4 * theirs.max(1.0),
                    "{puzzle} {name}: {ours:?} {theirs}"
                );
            }
        }
    }
}

/// Below these depths the 3×3×3 cube has no relations but those of the turns of one axis.
#[test]
fn short_walks_are_shortest_ways() {
    fn check<P: Puzzle>(puzzle: &P, depth: u8) {
        let truth = truth(puzzle, depth);
        for dynamics in both(puzzle) {
            let walks = {
                let _turn = common::generator();
                tensor::seed(5, 1, 0);
                dynamics.walks(WALKS, depth.into())
            };
            let mut ends = HashSet::new();
            for moves in moves_of(&walks) {
                let end = puzzle.apply_all(&puzzle.goal().unwrap(), &moves);
                assert_eq!(truth.get(&end), Some(&depth), "{moves:?}");
                ends.insert(end);
            }
            assert!(ends.len() > 2000, "{} ends", ends.len());
        }
    }
    check(&Cube3Qtm, 5);
    check(&Cube3Htm, 3);
}
