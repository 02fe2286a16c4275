//! Networks of random weights, and the comparison of every kernel with the specification.

use quarterturn_core::net::batch::{Batch, Kernel, Workspace};
use quarterturn_core::net::write::{DenseLayer, FirstLayer, OwnedNet};
use quarterturn_core::net::{Net, NetHeads, Scratch};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How the weights of a test network are drawn.
#[derive(Clone, Copy)]
pub enum Weights {
    Random,
    /// Only ±127: the largest sums there can be.
    Extreme,
}

fn dense(rng: &mut Xoshiro256PlusPlus, kind: Weights, inputs: usize, outputs: usize) -> DenseLayer {
    DenseLayer {
        weights: (0..inputs * outputs).map(|_| weight(rng, kind)).collect(),
        bias: (0..outputs).map(|_| rng.next_u32() as i32 >> 16).collect(),
        // Sums of random signs grow like the root of the width; keep outputs near the clip.
        multiplier: (0..outputs).map(|_| (rng.next_u32() >> 8) as i32).collect(),
        shift: 32,
    }
}

fn weight(rng: &mut Xoshiro256PlusPlus, kind: Weights) -> i8 {
    let r = rng.next_u32();
    match kind {
        Weights::Random => (r >> 24) as i8,
        Weights::Extreme if r >> 31 == 0 => 127,
        Weights::Extreme => -127,
    }
}

pub fn model(
    seed: u64,
    kind: Weights,
    widths: &[usize],
    blocks: usize,
    heads: NetHeads,
) -> OwnedNet {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let (features, active) = (480, 20);
    let top = widths[widths.len() - 1];
    OwnedNet {
        name: "test".into(),
        puzzle: "cube3".into(),
        metric: "qtm".into(),
        recipe: 7,
        examples: 1 << 40,
        run: 3,
        features,
        active,
        heads,
        first: FirstLayer {
            rows: (0..features * widths[0])
                .map(|_| weight(rng, kind))
                .collect(),
            bias: (0..widths[0])
                .map(|_| (rng.next_u32() >> 20) as i16 - 2048)
                .collect(),
            multiplier: (0..widths[0])
                .map(|_| (rng.next_u32() >> 18) as i16)
                .collect(),
        },
        hidden: widths
            .windows(2)
            .map(|w| dense(rng, kind, w[0], w[1]))
            .collect(),
        blocks: (0..blocks)
            .map(|_| [dense(rng, kind, top, top), dense(rng, kind, top, top)])
            .collect(),
        output: dense(rng, kind, top, heads.outputs()),
    }
}

pub const ALL: NetHeads = NetHeads {
    value: true,
    q: true,
    policy: true,
    above_bound: false,
    moves: 12,
};

/// Each state keeps some of the one before, as children of one state do: all to none of its features.
fn random_features(rng: &mut Xoshiro256PlusPlus, states: usize) -> Vec<u16> {
    let mut state = [0; 20];
    (0..states)
        .flat_map(|_| {
            let kept = rng.next_u32() % 5;
            for (place, feature) in (0..).zip(&mut state) {
                if rng.next_u32() % 4 >= kept {
                    *feature = place * 24 + (rng.next_u32() % 24) as u16;
                }
            }
            state
        })
        .collect()
}

/// All kernels of this machine against the portable specification.
pub fn assert_kernels_agree(model: &OwnedNet, states: usize, seed: u64) {
    let file = model.encode().unwrap();
    let net = Net::from_bytes(&file).unwrap();
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let features = random_features(rng, states);
    let outputs = net.heads().outputs();
    let mut expected = vec![0; states * outputs];
    let mut scratch = Box::new(Scratch::<1024>::default());
    for (f, out) in features.chunks(20).zip(expected.chunks_mut(outputs)) {
        net.evaluate(f, &mut scratch, out).unwrap();
    }
    for kernel in Kernel::available() {
        let batch = Batch::with_kernel(&net, kernel);
        let mut got = vec![0; expected.len()];
        batch.evaluate(&features, &mut Workspace::default(), &mut got);
        assert!(got == expected, "{kernel:?} differs from the specification");
    }
}
