//! The command line, one file per command.

mod device;
mod doctor;
mod eval;
mod export;
mod plot;
mod train;

use clap::{Parser, Subcommand};
use quarterturn_trainer::memory;
use quarterturn_trainer::saved::{Saved, SavedError};
use std::path::Path;
use std::process::ExitCode;
use tch::Device;

/// Train quarterturn's networks with LibTorch and export weight files.
#[derive(Parser)]
#[command(
    version,
    after_help = "Start here:\n  \
    quarterturn-trainer train trainer/recipes/cube2.toml --out runs/cube2\n\
    Recipes for every paper are in trainer/recipes/."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Train(train::Args),
    Eval(eval::Args),
    Export(export::Args),
    Plot(plot::Args),
    /// Say what the machine offers for training and what is missing.
    Doctor,
}

/// Runs the command line. Exit codes: 0 done, 1 failed, 2 usage, 130 interrupted.
pub fn main() -> ExitCode {
    memory::keep_freed();
    match Cli::parse().command {
        Command::Train(args) => train::run(&args),
        Command::Eval(args) => eval::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Plot(args) => plot::run(&args),
        Command::Doctor => doctor::run(),
    }
}

/// The last parameters of a run, or the best.
fn open(
    folder: &Path,
    best: bool,
    recipe: Option<&Path>,
    device: Device,
) -> Result<Saved, SavedError> {
    let load = if best { Saved::load_best } else { Saved::load };
    load(folder, recipe, device)
}

/// Prints an error and turns it into an exit code.
fn failed(error: impl std::fmt::Display) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::FAILURE
}
