//! The losses on slices, and their gradients, are those of LibTorch's graph.

use quarterturn_trainer::libtorch::tensors;
use quarterturn_trainer::native::costs::Costs;
use quarterturn_trainer::native::losses::{Known, Layout};
use quarterturn_trainer::native::walk::Walks;
use quarterturn_trainer::random::{Random, below, seeded, unit};
use tch::{Kind, Reduction, Tensor};

const MOVES: usize = 5;
const LAYOUT: Layout = Layout {
    width: 1 + MOVES,
    q: Some(1),
};

fn numbers(rng: &mut Random, count: usize) -> Vec<f32> {
    (0..count).map(|_| 9.0 * unit(rng) as f32).collect()
}

/// What `known` says of random outputs beside what the graph says, which turns `[n, 1 + moves]` into the losses of the
/// value and of Q.
fn agree(known: &dyn Known, n: usize, q_weight: f64, graph: impl Fn(&Tensor) -> [Tensor; 2]) {
    let rows = numbers(&mut seeded(2, 0, 0), n * LAYOUT.width);
    let mut gradient = vec![1.0; rows.len()];
    let ours = known.losses(LAYOUT, &rows, &mut gradient);

    let outputs = Tensor::from_slice(&rows).reshape([n as i64, -1]);
    let outputs = outputs.set_requires_grad(true);
    let [value, q] = graph(&outputs);
    for (ours, theirs) in ours.iter().zip([&value, &q]) {
        let off = (ours.1 - theirs.double_value(&[])).abs();
        assert!(off < 1e-4 * ours.1, "{ours:?} {theirs:?}");
    }
    let theirs = Tensor::run_backward(&[value + q * q_weight], &[&outputs], false, false);
    for (ours, theirs) in gradient.iter().zip(tensors::numbers(&theirs[0])) {
        assert!((ours - theirs).abs() < 1e-4, "{ours} {theirs}");
    }
}

#[test]
fn walks_teach_what_the_graph_teaches() {
    let (walks, steps) = (4, 6);
    let rng = &mut seeded(1, 0, 0);
    let labels = numbers(rng, walks * (steps + 1));
    let mut moves = || -> Vec<u8> {
        let one = |_| below(rng, MOVES as u64) as u8;
        (0..walks * steps).map(one).collect()
    };
    let (back, onward) = (moves(), moves());
    let weight: Vec<f32> = (1..=steps).map(|depth| 1.0 / depth as f32).collect();
    let known = Walks {
        labels: labels.clone(),
        back: back.clone(),
        onward: onward.clone(),
        weight: weight.clone(),
        q_weight: 0.25,
    };
    let (w, s) = (walks as i64, steps as i64);
    let cpu = tch::Device::Cpu;
    agree(&known, walks * (steps + 1), 0.25, |outputs| {
        let value = outputs.select(1, 0).reshape([w, -1]);
        let labels = tensors::shaped(&labels, &[w, s + 1], cpu).narrow(1, 1, s);
        let loss = value.narrow(1, 1, s).mse_loss(&labels, Reduction::None);
        let loss = (loss * Tensor::from_slice(&weight)).mean(Kind::Float);
        let q = outputs.narrow(1, 1, MOVES as i64).reshape([w, s + 1, -1]);
        // The goal's cost is known; elsewhere the value head is the teacher.
        let teacher = value.detach().copy();
        let _ = teacher.narrow(1, 0, 1).zero_();
        let of = |from: i64, moves: &[u8]| {
            let moves = tensors::moves(moves, &[w, s, 1], cpu);
            q.narrow(1, from, s)
                .gather(2, &moves, false)
                .squeeze_dim(-1)
        };
        let next = of(0, &onward).mse_loss(&teacher.narrow(1, 1, s), Reduction::Mean);
        let undo = of(1, &back).mse_loss(&teacher.narrow(1, 0, s), Reduction::Mean);
        [loss, next + undo]
    });
}

#[test]
fn costs_teach_what_the_graph_teaches() {
    let n = 30;
    let rng = &mut seeded(1, 0, 1);
    let (labels, floor) = (numbers(rng, n), numbers(rng, n));
    let mut moves = numbers(rng, n * MOVES);
    moves[7] = f32::INFINITY;
    moves[64] = f32::INFINITY;
    let known = Costs {
        labels: labels.clone(),
        moves: moves.clone(),
        floor: floor.clone(),
        q_weight: 0.5,
    };
    agree(&known, n, 0.5, |outputs| {
        let floor = Tensor::from_slice(&floor);
        let value = outputs.select(1, 0) + &floor;
        let loss = value.mse_loss(&Tensor::from_slice(&labels), Reduction::Mean);
        let q = outputs.narrow(1, 1, MOVES as i64) + floor.unsqueeze(1);
        let costs = Tensor::from_slice(&moves).reshape([n as i64, -1]);
        let there = costs.isfinite();
        let known = costs.where_self(&there, &q.detach());
        let sum = q.mse_loss(&known, Reduction::Sum);
        [loss, sum / there.sum(Kind::Float)]
    });
}
