//! The integer engine against LibTorch on the same states, cores and minute:
//! `cargo bench -p quarterturn-trainer --bench forward`.
//!
//! Both evaluate the shipped network's shape (`recipes/cube3-base.toml`), value and Q, with all
//! cores, in turns. LibTorch gets its input ready-made; the engine makes its features from states.

use quarterturn::core::cube::{Cube3, Cube3Qtm};
use quarterturn::core::random::Random;
use quarterturn::eval::{Evaluator, Int8, Outputs};
use quarterturn::models::Model;
use quarterturn_core::Puzzle;
use quarterturn_trainer::device::Device;
use quarterturn_trainer::libtorch::{compute::Compute, net};
use quarterturn_trainer::{puzzle, recipe::Recipe};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::path::Path;
use std::time::Instant;
use tch::Tensor;

const STATES: usize = 1 << 17;
/// LibTorch does best with batches of about this size.
const BATCH: i64 = 1 << 12;
const ROUNDS: usize = 5;

fn main() {
    let recipe = Path::new(env!("CARGO_MANIFEST_DIR")).join("recipes/cube3-base.toml");
    let (recipe, _) = Recipe::load(&recipe).expect("the recipe is sound");
    let dynamics = puzzle::dynamics(&recipe.puzzle).expect("a cube");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let states: Vec<Cube3> = (0..STATES).map(|_| Cube3::random(&mut rng)).collect();

    let mut features = vec![0; STATES * Cube3Qtm.inputs().active];
    for (state, row) in states
        .iter()
        .zip(features.chunks_mut(Cube3Qtm.inputs().active))
    {
        Cube3Qtm.features(state, row);
    }
    let features: Vec<i64> = features.into_iter().map(i64::from).collect();
    let features = Tensor::from_slice(&features).view([-1, Cube3Qtm.inputs().active as i64]);

    let model = Model::embedded_for("cube3").expect("it is embedded");
    let engine = Int8::load(&Cube3Qtm, &model.bytes).expect("it is for this puzzle");
    let mut value = vec![0; STATES];
    let mut q = vec![0; STATES * Cube3Qtm.move_count()];
    let mut integer = || {
        let out = Outputs {
            value: &mut value,
            q: &mut q,
            ..Outputs::default()
        };
        engine.evaluate(&Cube3Qtm, &states, out);
    };
    let float = |compute| {
        let net = net::build(&recipe, dynamics.shape(), Device::Cpu, compute);
        let features = &features;
        move || {
            tch::no_grad(|| {
                for batch in features.split(BATCH, 0) {
                    let out = net.forward(&batch, false);
                    assert!(out.value.is_some() && out.q.is_some());
                }
            });
        }
    };
    let (mut f32, mut bf16) = (float(Compute::F32), float(Compute::Bf16));
    let mut best = [f64::INFINITY; 3];
    for _ in 0..ROUNDS {
        let runs: [&mut dyn FnMut(); 3] = [&mut integer, &mut f32, &mut bf16];
        for (best, run) in best.iter_mut().zip(runs) {
            let start = Instant::now();
            run();
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    let threads = (rayon_threads(), tch::get_num_threads());
    println!("threads: {} (engine), {} (LibTorch)", threads.0, threads.1);
    println!("{:16} {:>12} {:>10}", "backend", "states/s", "ratio");
    let name = format!("int8 {}", engine.kernel().name());
    for (name, seconds) in [name.as_str(), "LibTorch f32", "LibTorch bf16"]
        .into_iter()
        .zip(best)
    {
        println!(
            "{name:16} {:>12.0} {:>10.1}",
            STATES as f64 / seconds,
            seconds / best[0]
        );
    }
}

fn rayon_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
