//! Float networks whose numbers are arbitrary.

use quarterturn_core::Puzzle;
use quarterturn_core::cube::Cube2Qtm;
use quarterturn_core::net::float::{Activation, Attention, FloatNet, Layer, Linear, Recurrent};
use quarterturn_core::net::{Heads, Meta};
use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Numbers between −1 and 1.
pub fn numbers(rng: &mut Xoshiro256PlusPlus, count: usize) -> Vec<f32> {
    (0..count)
        .map(|_| (rng.next_u32() >> 8) as f32 / (1 << 23) as f32 - 1.0)
        .collect()
}

/// A layer of such numbers.
pub fn linear(rng: &mut Xoshiro256PlusPlus, inputs: usize, outputs: usize) -> Linear {
    Linear {
        weights: numbers(rng, inputs * outputs),
        bias: numbers(rng, outputs),
    }
}

/// A network for the 2×2×2 cube with a layer of every kind; the numbers are arbitrary.
pub fn every_layer(rng: &mut Xoshiro256PlusPlus) -> FloatNet<'static> {
    let heads = Heads {
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
