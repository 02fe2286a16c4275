//! Evaluations per second of integer networks: `cargo bench -p quarterturn --bench forward`.
//!
//! Prints, for each shape and kernel, states per second on one thread, dense multiply-adds per
//! second and, as the memory of a beam search is cold, the rate on states of random walks.

use quarterturn::core::net::batch::{Batch, Kernel, Workspace};
use quarterturn::core::net::write::{DenseLayer, FirstLayer, Model};
use quarterturn::core::net::{Heads, Net};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::Instant;

const STATES: usize = 8192;

fn main() {
    println!(
        "{:24} {:10} {:>14} {:>12}",
        "network", "kernel", "states/s/core", "GMAC/s/core"
    );
    for (widths, blocks) in [
        (&[1024, 256][..], 1),
        (&[512, 256], 1),
        (&[512], 0),
        (&[2048, 64], 0),
        (&[1024], 0),
        (&[1024, 256], 0),
        (&[1024, 1024, 1024], 0),
        (&[256], 8),
    ] {
        let file = model(widths, blocks).encode().expect("a possible network");
        let net = Net::from_bytes(&file).expect("just written");
        let dense: usize = net
            .hidden()
            .iter()
            .chain(net.blocks())
            .chain([net.output()])
            .map(|d| d.inputs * d.outputs)
            .sum();
        for kernel in Kernel::available().filter(|k| {
            std::env::args()
                .nth(1)
                .is_none_or(|n| n.starts_with('-') || n == k.name())
        }) {
            let batch = Batch::with_kernel(&net, kernel);
            let rate = rate(&batch);
            println!(
                "{:24} {:10} {:>14.0} {:>12.1}",
                format!("480-{widths:?}+{blocks}"),
                kernel.name(),
                rate,
                rate * dense as f64 / 1e9
            );
        }
    }
}

fn rate(batch: &Batch) -> f64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let features: Vec<u16> = (0..STATES * 20)
        .map(|i| (i % 20 * 24) as u16 + (rng.next_u32() % 24) as u16)
        .collect();
    let mut out = vec![0; STATES * batch.heads().outputs()];
    let mut workspace = Workspace::default();
    let mut best = 0f64;
    for _ in 0..7 {
        let start = Instant::now();
        batch.evaluate(&features, &mut workspace, &mut out);
        best = best.max(STATES as f64 / start.elapsed().as_secs_f64());
    }
    best
}

fn model(widths: &[usize], blocks: usize) -> Model {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let heads = Heads {
        value: true,
        q: true,
        policy: false,
        moves: 12,
    };
    let mut weights = |n: usize| {
        (0..n)
            .map(|_| (rng.next_u32() >> 24) as i8 / 4)
            .collect::<Vec<i8>>()
    };
    let mut dense = |inputs: usize, outputs: usize| DenseLayer {
        weights: weights(inputs * outputs),
        bias: vec![0; outputs],
        multiplier: vec![1 << 20; outputs],
        shift: 31,
    };
    let top = widths[widths.len() - 1];
    Model {
        name: "bench".into(),
        puzzle: "cube3".into(),
        metric: "qtm".into(),
        recipe: 0,
        examples: 0,
        run: 0,
        features: 480,
        active: 20,
        heads,
        hidden: widths.windows(2).map(|w| dense(w[0], w[1])).collect(),
        blocks: (0..blocks)
            .map(|_| [dense(top, top), dense(top, top)])
            .collect(),
        output: dense(top, heads.outputs()),
        first: FirstLayer {
            rows: weights(480 * widths[0]),
            bias: vec![0; widths[0]],
            multiplier: vec![1 << 14; widths[0]],
        },
    }
}
