//! Random permutation puzzles against a model that enumerates all their states.
//!
//! `cargo run --release -p quarterturn-tests --bin permutations -- --puzzles 20000`

use clap::Parser;
use quarterturn_tests::permutations::check;
use std::process::ExitCode;

/// Draws permutation puzzles and compares definitions, features, pruning, parity, frames, texts and
/// groups with a model of its own.
#[derive(Parser)]
struct Args {
    /// How many
    #[arg(long, default_value_t = 20_000)]
    puzzles: u64,
    /// The number of the first
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let (mut states, mut failures) = (0, 0);
    for seed in args.seed..args.seed + args.puzzles {
        match check(seed) {
            Ok(all) => states += all,
            Err(fault) => {
                eprintln!("FAILED {fault}");
                failures += 1;
            }
        }
    }
    println!(
        "{} puzzles, {states} states, {failures} failures",
        args.puzzles
    );
    match failures {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
