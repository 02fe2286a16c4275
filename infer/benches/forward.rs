//! Evaluations per second of integer networks: `cargo bench -p quarterturn --bench forward`,
//! with `-- KERNEL` for one kernel.
//!
//! Prints, for each shape and kernel, states per second on one thread and dense multiply-adds per
//! second; then what one dense layer alone takes, as the difference between networks with and
//! without it, beside the peak of the kernel's instructions.

use quarterturn::core::net::batch::{Batch, Kernel, Workspace};
use quarterturn::core::net::write::{DenseLayer, FirstLayer, OwnedNet};
use quarterturn::core::net::{Net, NetHeads};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hint::black_box;
use std::time::Instant;

const STATES: usize = 8192;

fn main() {
    let named = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    let kernels = Kernel::available().filter(|k| named.as_ref().is_none_or(|n| n == k.name()));
    let kernels: Vec<Kernel> = kernels.collect();
    println!(
        "{:24} {:12} {:>13} {:>12}",
        "network", "kernel", "states/s/core", "GMAC/s/core"
    );
    for (widths, blocks) in [
        (&[1024, 256][..], 1),
        (&[512, 256], 1),
        (&[1024, 64], 1),
        (&[704, 64], 1),
        (&[512], 0),
        (&[2048, 64], 0),
    ] {
        for &kernel in &kernels {
            let (rate, dense) = measure(kernel, widths, blocks);
            let name = format!("480-{widths:?}+{blocks}");
            let macs = rate * dense as f64 / 1e9;
            println!("{name:24} {:12} {rate:>13.0} {macs:>12.1}", kernel.name());
        }
    }
    let clock = clock();
    println!("\none dense layer of 1024 x 256 at {:.2} GHz", clock / 1e9);
    for kernel in kernels {
        let ((without, few), (with, more)) = (
            measure(kernel, &[1024], 0),
            measure(kernel, &[1024, 256], 0),
        );
        let macs = (more - few) as f64 / (1.0 / with - 1.0 / without);
        let share = kernel.peak().map(|peak| macs / (clock * f64::from(peak)));
        println!(
            "{:12} {:>8.1} GMAC/s/core {}",
            kernel.name(),
            macs / 1e9,
            share.map_or(String::new(), |s| format!("{:.0} % of peak", 100.0 * s))
        );
    }
}

/// States per second on one thread, and the dense multiply-adds of a state.
fn measure(kernel: Kernel, widths: &[usize], blocks: usize) -> (f64, usize) {
    let file = model(widths, blocks).encode().expect("a possible network");
    let net = Net::from_bytes(&file).expect("just written");
    let layers = net
        .hidden()
        .iter()
        .chain(net.blocks())
        .chain([net.output()]);
    let dense = layers.map(|d| d.inputs * d.outputs).sum();
    (rate(&Batch::with_kernel(&net, kernel)), dense)
}

/// Cycles per second, from a chain of multiplications that take three cycles each on today's
/// x86-64 and ARM cores.
fn clock() -> f64 {
    const COUNT: u64 = 50_000_000;
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let start = Instant::now();
        let mut x = black_box(3u64);
        for _ in 0..COUNT {
            x = x.wrapping_mul(black_box(0x9e37_79b9_7f4a_7c15));
        }
        black_box(x);
        best = best.min(start.elapsed().as_secs_f64());
    }
    3.0 * COUNT as f64 / best
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

fn model(widths: &[usize], blocks: usize) -> OwnedNet {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let heads = NetHeads {
        value: true,
        q: true,
        policy: false,
        above_bound: false,
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
    OwnedNet {
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
