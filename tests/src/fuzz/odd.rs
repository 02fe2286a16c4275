//! Evaluators that no training makes: extreme networks, and random costs.

use super::bytes::Bytes;
use quarterturn::eval::{Evaluator, Heads, Int8, Outputs};
use quarterturn_core::net::write::{self, DenseLayer, FirstLayer};
use quarterturn_core::{Puzzle, net};
use std::sync::Arc;

/// A network of a few neurons with extreme weights, or something no network would say.
pub fn evaluator<P: Puzzle>(puzzle: &P, input: &mut Bytes<'_>) -> Option<Arc<dyn Evaluator<P>>> {
    let heads = Heads {
        value: input.below(4) != 3,
        q: input.below(2) == 0,
        policy: input.below(3) == 1,
    };
    if !heads.value && !heads.q && !heads.policy {
        return None;
    }
    if input.below(4) == 1 {
        return Some(Arc::new(
            Int8::load(puzzle, &network(puzzle, input, heads)?).ok()?,
        ));
    }
    const EXTREME: [i32; 12] = [
        0,
        0,
        1,
        -1,
        1024,
        2048,
        5000,
        -1024,
        1 << 29,
        -(1 << 29),
        1_000_000_000,
        -1_000_000_000,
    ];
    Some(Arc::new(Odd {
        heads,
        values: [(); 8].map(|()| input.pick(&EXTREME)),
        salt: input.byte().into(),
    }))
}

/// The file of a network, where such a network may be.
fn network<P: Puzzle>(puzzle: &P, input: &mut Bytes<'_>, heads: Heads) -> Option<Vec<u8>> {
    let width = 1 + input.below(3);
    let heads = net::NetHeads {
        value: heads.value,
        q: heads.q,
        policy: heads.policy,
        above_bound: (heads.value || heads.q) && input.below(4) == 3,
        moves: puzzle.move_count(),
    };
    let outputs = heads.outputs();
    let inputs = puzzle.inputs();
    let weights = [(); 8].map(|()| input.pick(&[0, 1, -1, 127, -128, 64]));
    let weights = |n: usize| (0..n).map(|i| weights[(i * 5 % 8) ^ (i / 8 % 8)]).collect();
    let shift = 1 + input.below(62) as u8;
    let multiplier = input.int() & i32::MAX;
    let bias = [input.int() >> 2, input.int() >> 2];
    let model = write::OwnedNet {
        name: "odd".into(),
        puzzle: puzzle.family().into(),
        metric: puzzle.metric().name().into(),
        recipe: 0,
        examples: 0,
        run: 0,
        features: inputs.width,
        active: inputs.active,
        heads,
        first: FirstLayer {
            rows: weights(inputs.width * width),
            bias: vec![input.pick(&[0, 1000, -1000]); width],
            multiplier: vec![input.pick(&[1, 1 << 14, i16::MAX, 0]); width],
        },
        hidden: Vec::new(),
        blocks: Vec::new(),
        output: DenseLayer {
            weights: weights(width * outputs),
            bias: (0..outputs).map(|i| bias[i % 2]).collect(),
            multiplier: vec![multiplier; outputs],
            shift,
        },
    };
    model.encode().ok()
}

/// Says one of eight numbers of each state, whichever its key falls on.
struct Odd {
    heads: Heads,
    values: [i32; 8],
    salt: u64,
}

impl<P: Puzzle> Evaluator<P> for Odd {
    fn heads(&self) -> Heads {
        self.heads
    }

    fn preferred_batch(&self) -> usize {
        16
    }

    fn evaluate(&self, puzzle: &P, states: &[P::State], out: Outputs<'_>) {
        let value = |state: &P::State, i: usize| {
            let mixed = (puzzle.key(state) ^ self.salt).wrapping_add(i as u64);
            self.values[(mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 61) as usize]
        };
        for (to, state) in out.value.iter_mut().zip(states) {
            *to = value(state, 0);
        }
        for (row, state) in out.q.chunks_mut(puzzle.move_count()).zip(states) {
            row.iter_mut()
                .enumerate()
                .for_each(|(i, to)| *to = value(state, 1 + i));
        }
        for (row, state) in out.policy.chunks_mut(puzzle.move_count()).zip(states) {
            // A cost of choosing is never negative.
            let cost = |i| value(state, 100 + i).saturating_abs();
            row.iter_mut().enumerate().for_each(|(i, to)| *to = cost(i));
        }
    }

    fn name(&self) -> &str {
        "odd"
    }
}
