//! Training with the native engine against LibTorch, in turns, on as many threads as named, else on one:
//! `cargo bench -p quarterturn-trainer --bench native -- 2`.
//!
//! Both make the same steps on the same examples (recipes of the shipped networks' kind); what is
//! timed is a whole step without the generation of examples, which is timed on its own.

use quarterturn_trainer::backend::{self, Backend, Update};
use quarterturn_trainer::device::Device;
use quarterturn_trainer::memory;
use quarterturn_trainer::peers::Peers;
use quarterturn_trainer::recipe::Recipe;
use quarterturn_trainer::{puzzle, threads};
use std::time::Instant;

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
    let dynamics = puzzle::dynamics(&recipe.puzzle).expect("a puzzle");
    let peers = Peers::meet();
    let mut sides = [Backend::Libtorch, Backend::Native].map(|backend| {
        let course = backend::build(backend, &recipe, &dynamics, Device::Cpu, &peers);
        (course.expect("a network for both"), Vec::new())
    });
    let (mut examples, mut generation) = (0, 0.0);
    let mut updates = 0;
    for _ in 0..=ROUNDS {
        for (side, (course, seconds)) in sides.iter_mut().enumerate() {
            // The native engine keeps LibTorch to one thread.
            tch::set_num_threads(if side == 0 {
                threads::count() as i32
            } else {
                1
            });
            let (started, generated) = (Instant::now(), course.generation_seconds());
            let mut count = 0;
            for step in updates..updates + STEPS {
                let update = Update {
                    rate: 1e-3,
                    number: step + 1,
                };
                count += course.step(step, update, &peers);
            }
            let generated = course.generation_seconds() - generated;
            if generated > 0.0 {
                generation += generated;
                examples += 20_000 * 26;
            }
            seconds.push((started.elapsed().as_secs_f64() - generated) / count as f64);
        }
        updates += STEPS;
    }
    let [libtorch, native] = sides.map(|(_, mut seconds)| {
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
