//! Look-ahead of one move and of two against all paths, tried one by one on the host.

use crate::common::valued::Valued;

use quarterturn::puzzles::Text;
use quarterturn_core::Puzzle;
use quarterturn_core::cube::Cube2Qtm;
use quarterturn_core::puzzle::sliding::Puzzle8;
use quarterturn_trainer::device::Device;
use quarterturn_trainer::dynamics::{Dynamics, OnHost};
use quarterturn_trainer::libtorch::compute::Compute;
use quarterturn_trainer::libtorch::net::{self, Graph};
use quarterturn_trainer::libtorch::targets::lookahead::lookahead;
use quarterturn_trainer::libtorch::tensors;
use quarterturn_trainer::random::seeded;
use quarterturn_trainer::recipe::Recipe;
use tch::{Kind, Tensor};

/// Steps of the walks: near the goal, where it is met, and farther.
const STEPS: usize = 5;

/// A network whose values are whole numbers from −3 to 13 without any order: the same in whatever batch a state is.
fn lots() -> impl Graph {
    Valued::new(|features| {
        let places =
            Tensor::arange_start(1, features.size()[1] + 1, (Kind::Int64, tch::Device::Cpu));
        let lots = features * (&places * &places + 3);
        let lots = lots.sum_dim_intlist(1, false, Kind::Int64).remainder(17) - 3;
        lots.to_kind(Kind::Float)
    })
}

/// The same on the host.
fn lot(features: &[u16]) -> f32 {
    let lots = (1..)
        .zip(features)
        .map(|(i, &f)| i64::from(f) * (i * i + 3));
    (lots.sum::<i64>() % 17 - 3) as f32
}

/// A path: the cost that it promises, and what comes first in the choice of the best one. A path to the goal comes
/// before all others.
struct Path {
    first: usize,
    cost: f32,
    order: (bool, f32),
}

/// All paths from a state of at most `left` more moves, of which the first is `first` and `made` are made.
fn paths<P: Puzzle>(
    puzzle: &P,
    state: &P::State,
    (made, left): (u32, u64),
    first: Option<usize>,
    value: &dyn Fn(&[u16]) -> f32,
) -> Vec<Path> {
    let mut all = Vec::new();
    for mv in puzzle.moves().filter(|&mv| puzzle.allowed(state, mv)) {
        let (child, first) = (puzzle.apply(state, mv), first.unwrap_or(mv.index()));
        let length = (made + 1) as f32;
        if puzzle.is_solved(&child) {
            all.push(Path {
                first,
                cost: length,
                order: (false, length),
            });
            continue;
        }
        let mut features = vec![0; puzzle.inputs().active];
        puzzle.features(&child, &mut features);
        let promised = value(&features);
        all.push(Path {
            first,
            cost: length + promised.max(0.0),
            order: (true, length + promised),
        });
        if left > 1 {
            let on = (made + 1, left - 1);
            all.extend(paths(puzzle, &child, on, Some(first), value));
        }
    }
    all
}

/// Compares labels with those of all paths, which may differ by `tolerance`; the number of states whose best path is
/// of two moves.
fn compare<P: Text>(
    puzzle: &P,
    net: &dyn Graph,
    value: &dyn Fn(&[u16]) -> f32,
    depth: u64,
    tolerance: f32,
) -> usize {
    let walks = OnHost::new(puzzle)
        .unwrap()
        .walks(&mut seeded(6, 1, 0), 40, STEPS);
    let ahead = lookahead(net, walks.scrambled().as_ref(), depth);
    let costs: Vec<f32> = ahead.cost.try_into().unwrap();
    let best: Vec<i64> = ahead.best.try_into().unwrap();
    let mut labels = costs.iter().zip(&best);
    let mut longer = 0;
    for moves in walks.onward.as_ref().unwrap().chunks(STEPS) {
        let mut state = puzzle.goal().unwrap();
        for &mv in moves {
            state = puzzle.apply(&state, quarterturn_core::Move(mv));
            let all = paths(puzzle, &state, (0, depth), None, value);
            let (&cost, &best) = labels.next().unwrap();
            let least = |some: &dyn Fn(&Path) -> bool| {
                let some = all.iter().filter(|path| some(path));
                some.map(|path| path.order)
                    .min_by(|a, b| a.partial_cmp(b).unwrap())
                    .unwrap_or((true, f32::INFINITY))
            };
            let known = all
                .iter()
                .map(|path| path.cost)
                .fold(f32::INFINITY, f32::min);
            assert!(
                (cost - known).abs() <= tolerance,
                "{state:?}: {cost} {known}"
            );
            let (chosen, any) = (least(&|path| path.first as i64 == best), least(&|_| true));
            assert_eq!(chosen.0, any.0, "{state:?}");
            assert!(
                chosen.1 - any.1 <= tolerance,
                "{state:?}: {chosen:?} {any:?}"
            );
            let near = paths(puzzle, &state, (0, 1), None, value);
            let near = near
                .iter()
                .map(|path| path.cost)
                .fold(f32::INFINITY, f32::min);
            longer += usize::from(known + tolerance < near);
        }
    }
    assert_eq!(labels.len(), 0);
    longer
}

#[test]
fn labels_are_the_least_over_all_paths() {
    let lots = lots();
    assert_eq!(compare(&Cube2Qtm, &lots, &lot, 1, 0.0), 0);
    assert_eq!(compare(&Puzzle8, &lots, &lot, 1, 0.0), 0);
    // Some states are looked at better by two moves, some are not.
    for longer in [
        compare(&Cube2Qtm, &lots, &lot, 2, 0.0),
        compare(&Puzzle8, &lots, &lot, 2, 0.0),
    ] {
        assert!((10..180).contains(&longer), "{longer}");
    }
}

#[test]
fn a_real_network_is_looked_at_through_two_moves() {
    let _turn = crate::common::generator();
    let text = "puzzle = \"cube2\"\nseed = 4\n\
         [net]\nkind = \"mlp\"\nlayers = [32, 16]\nblocks = 1\nheads = [\"value\"]\n\
         [target]\nkind = \"davi\"\nsteps = 6\ncheck = 1\nthreshold = 1.0\ndepth = 2\n\
         [optimizer]\nbatch = 10\nrate = 1e-3\n[run]\nexamples = 1\n";
    let recipe: Recipe = toml::from_str(text).unwrap();
    recipe.check().unwrap();
    let shape = OnHost::new(&Cube2Qtm).unwrap().shape();
    let net = net::build(&recipe, shape, Device::Cpu, Compute::F32);
    // Fresh heads say nothing of the state.
    for (name, mut tensor) in tensors::variables(net.variables()) {
        if name == "value.weight" {
            let _ = tch::no_grad(|| tensor.normal_(1.0, 1.0));
        }
    }
    let value = |features: &[u16]| {
        let features = tensors::rows(features, 1, tch::Device::Cpu);
        let out = tch::no_grad(|| net.forward(&features, false));
        out.value.unwrap().double_value(&[0]) as f32
    };
    let longer = compare(&Cube2Qtm, net.as_ref(), &value, 2, 1e-4);
    assert!(longer > 20, "{longer}");
}
