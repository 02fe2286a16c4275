//! Training with the native engine against LibTorch, in turns, on as many threads as named, else on one:
//! `cargo bench -p quarterturn-trainer --bench native -- 2`.
//!
//! Both make the same steps on the same examples (recipes of the shipped networks' kind); what is
//! timed is a whole step without the generation of examples, which is timed on its own.

use quarterturn_trainer::backend::{self, Backend};
use quarterturn_trainer::compute;
use quarterturn_trainer::memory;
use quarterturn_trainer::peers::Peers;
use quarterturn_trainer::recipe::Recipe;
use quarterturn_trainer::{labels, puzzle, threads};
use std::time::Instant;
use tch::Device;

/// Rounds, each of some steps with either backend.
const ROUNDS: usize = 9;
const STEPS: u64 = 8;

fn main() {
    memory::keep_freed();
    // Cargo adds an option of its own.
    let threads = std::env::args().find_map(|arg| arg.parse().ok());
    let threads = threads.unwrap_or(1);
    threads::allow(threads);
    println!(
        "median of {ROUNDS} rounds of {STEPS} steps, threads: {threads}, 160 walks of 26 a step"
    );
    println!(
        "{:30} {:>12} {:>12} {:>12} {:>7}",
        "network", "generation/s", "LibTorch/s", "native/s", "ratio"
    );
    for wish in ["auto", "f32"] {
        for (puzzle, layers, blocks) in [
            ("cube3", "1024, 64", 1),
            ("cube3", "1024, 256", 1),
            ("cube3", "2048, 256", 2),
            ("puzzle35", "1024, 64", 1),
            ("puzzle48", "768, 64", 1),
        ] {
            compare(puzzle, layers, blocks, wish);
        }
    }
}

fn compare(puzzle: &str, layers: &str, blocks: usize, wish: &str) {
    let text = format!(
        "puzzle = \"{puzzle}\"\nseed = 1\n\
         [net]\nkind = \"mlp\"\nlayers = [{layers}]\nblocks = {blocks}\nheads = [\"value\", \"q\"]\n\
         [target]\nkind = \"walk\"\nsteps = 26\npool = 20000\n\
         [optimizer]\nbatch = 160\nrate = 1e-3\n[run]\nexamples = 1000000\ncompute = \"{wish}\"\n"
    );
    let recipe: Recipe = toml::from_str(&text).expect("a recipe");
    let dynamics = puzzle::dynamics(&recipe.puzzle, Device::Cpu).expect("a puzzle");
    let compute = compute::choose(recipe.run.compute, Device::Cpu);
    let peers = Peers::meet();
    let mut sides = [Backend::Libtorch, Backend::Native].map(|backend| {
        let learner = backend::build(backend, &recipe, dynamics.as_ref(), compute, &peers);
        let target = labels::build(&recipe, &dynamics, compute, (0, 1));
        (learner.expect("a network for both"), target, Vec::new())
    });
    let (mut examples, mut generation) = (0, 0.0);
    let mut updates = 0;
    for _ in 0..=ROUNDS {
        for (side, (learner, target, seconds)) in sides.iter_mut().enumerate() {
            // The native engine keeps LibTorch to one thread.
            tch::set_num_threads(if side == 0 {
                threads::count() as i32
            } else {
                1
            });
            let (started, generated) = (Instant::now(), target.generation_seconds());
            let mut count = 0;
            for step in updates..updates + STEPS {
                let layout = learner.layout();
                let net = learner.net();
                if let Some(batch) = layout.and_then(|layout| target.slices(net, step, layout)) {
                    learner.learn_slices(&batch, 1e-3, step + 1);
                    count += batch.examples;
                    continue;
                }
                let loss = target.loss(learner.net(), step);
                learner.learn(&loss, Vec::new(), &peers, 1e-3, step + 1);
                count += loss.examples;
            }
            let generated = target.generation_seconds() - generated;
            if generated > 0.0 {
                generation += generated;
                examples += 20_000 * 26;
            }
            seconds.push((started.elapsed().as_secs_f64() - generated) / count as f64);
        }
        updates += STEPS;
    }
    let [libtorch, native] = sides.map(|(_, _, mut seconds)| {
        // The first round has no rights to memory yet.
        seconds.remove(0);
        seconds.sort_by(f64::total_cmp);
        1.0 / seconds[ROUNDS / 2]
    });
    println!(
        "{:30} {:>12.0} {libtorch:>12.0} {native:>12.0} {:>7.2}",
        format!("{puzzle}, {layers}, {blocks}, {wish}"),
        f64::from(examples) / generation,
        native / libtorch
    );
}
