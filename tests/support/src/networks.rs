//! Networks whose numbers are arbitrary.

use quarterturn::puzzles::Seeded;
use quarterturn_core::Puzzle;
use quarterturn_core::cube::Cube2Qtm;
use quarterturn_core::net::float::{Activation, Attention, FloatNet, Layer, Linear, Recurrent};
use quarterturn_core::net::write::{DenseLayer, FirstLayer, OwnedNet};
use quarterturn_core::net::{Meta, NetHeads};
use rand_core::Rng;

/// Numbers between −1 and 1.
pub fn numbers(rng: &mut Seeded, count: usize) -> Vec<f32> {
    (0..count)
        .map(|_| (rng.next_u32() >> 8) as f32 / (1 << 23) as f32 - 1.0)
        .collect()
}

/// A layer of such numbers.
pub fn linear(rng: &mut Seeded, inputs: usize, outputs: usize) -> Linear {
    Linear {
        weights: numbers(rng, inputs * outputs),
        bias: numbers(rng, outputs),
    }
}

/// The file of an integer network for a puzzle: a first layer of `width` outputs, and the heads.
///
/// # Panics
/// When the format has no room for such a network.
pub fn integer<P: Puzzle>(rng: &mut Seeded, puzzle: &P, heads: NetHeads, width: usize) -> Vec<u8> {
    let inputs = puzzle.inputs();
    let mut bytes = |n: usize| (0..n).map(|_| rng.next_u32() as i8).collect();
    let net = OwnedNet {
        name: "test".into(),
        puzzle: puzzle.family().into(),
        metric: puzzle.metric().name().into(),
        recipe: 7,
        examples: 0,
        run: 0,
        features: inputs.width,
        active: inputs.active,
        heads,
        first: FirstLayer {
            rows: bytes(inputs.width * width),
            bias: vec![100; width],
            multiplier: vec![1 << 12; width],
        },
        hidden: Vec::new(),
        blocks: Vec::new(),
        output: DenseLayer {
            weights: bytes(width * heads.outputs()),
            bias: vec![0; heads.outputs()],
            multiplier: vec![1 << 10; heads.outputs()],
            shift: 11,
        },
    };
    net.encode().expect("sizes that fit the format")
}

/// A network for the 2×2×2 cube with a layer of every kind; the numbers are arbitrary.
pub fn every_layer(rng: &mut Seeded) -> FloatNet<'static> {
    let heads = NetHeads {
        value: true,
        q: true,
        policy: true,
        above_bound: false,
        moves: 6,
    };
    let (first, activation) = (linear(rng, Cube2Qtm.inputs().width, 6), Activation::Clip);
    let layers = vec![
        Layer::Dense(linear(rng, 6, 10), Activation::Elu),
        Layer::Residual(linear(rng, 10, 7), linear(rng, 7, 10), Activation::Relu),
        Layer::Repeat(2),
        Layer::Attention(Attention {
            heads: 2,
            queries: numbers(rng, 20),
            key: linear(rng, 4, 4),
            value: linear(rng, 4, 4),
            mixed: linear(rng, 4, 4),
            inner: linear(rng, 4, 3),
            output: linear(rng, 3, 4),
            scale: numbers(rng, 4),
            shift: numbers(rng, 4),
        }),
        Layer::Recurrent(Recurrent {
            rounds: 3,
            query: numbers(rng, 5),
            answer: linear(rng, 5, 24),
            back: linear(rng, 6, 24),
            next: linear(rng, 6, 5),
        }),
        Layer::Dense(linear(rng, 6, 13), Activation::Identity),
    ];
    FloatNet {
        meta: Meta {
            name: "test",
            puzzle: "cube2",
            metric: "qtm",
            recipe: 7,
            examples: 1 << 40,
            run: 3,
        },
        features: Cube2Qtm.inputs().width,
        active: Cube2Qtm.inputs().active,
        heads,
        first,
        activation,
        layers,
    }
}
