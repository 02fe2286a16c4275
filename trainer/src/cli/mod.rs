//! The command line, one file per command.

mod defect;
mod device;
mod doctor;
mod eval;
mod export;
mod import;
mod learn;
mod parities;
mod plot;
mod train;

use clap::{Parser, Subcommand};
use quarterturn_trainer::device::Device;
use quarterturn_trainer::memory;
use quarterturn_trainer::progress::tell;
use quarterturn_trainer::saved::{Saved, SavedError};
use std::error::Error;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Train quarterturn's networks and export weight files.
#[derive(Parser)]
#[command(
    version,
    after_help = "Start here:\n  \
    quarterturn-trainer learn PUZZLE.gap\n  \
    quarterturn-trainer train trainer/recipes/cube2.toml --out runs/cube2\n\
    Recipes for every paper are in trainer/recipes/.\n\n\
    Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Learn(learn::Args),
    Train(train::Args),
    Eval(eval::Args),
    Export(export::Args),
    Import(import::Args),
    Parities(parities::Args),
    Plot(plot::Args),
    /// Show what the machine offers for training and what is missing.
    Doctor,
}

/// Why a command failed: an error of any kind, for people to read.
type Failure = Box<dyn Error>;

/// Runs the command line. Exit codes: 0 done, 1 failed, 2 usage, 130 interrupted.
pub fn main() -> ExitCode {
    defect::exit_on_panic();
    memory::keep_freed();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let done = match cli.command {
        Command::Learn(args) => return learn::run(&args),
        Command::Train(args) => return train::run(&args),
        Command::Eval(args) => eval::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Import(args) => import::run(&args),
        Command::Parities(args) => parities::run(&args),
        Command::Plot(args) => plot::run(&args),
        Command::Doctor => doctor::run(),
    };
    done.map_or_else(failed, |()| ExitCode::SUCCESS)
}

/// Prints the help that was asked for, or what is wrong with the arguments.
fn usage(error: &clap::Error) -> ExitCode {
    match error.print().and_then(|()| io::stdout().flush()) {
        Err(unprinted) if !error.use_stderr() => failed(unprinted),
        _ => ExitCode::from(error.exit_code() as u8),
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

/// A flag that Ctrl-C sets; a second Ctrl-C ends the program.
fn stop() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        tell("stopping after this step, with a checkpoint; press Ctrl-C again to stop at once");
    })?;
    Ok(stop)
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+:,@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.into(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// Prints an error and turns it into an exit code.
fn failed(error: impl Into<Failure>) -> ExitCode {
    let error = error.into();
    // Only standard output hands its errors on as they are.
    match error.downcast_ref::<io::Error>().map(io::Error::kind) {
        // The reader of our output has left (`quarterturn-trainer … | head`): nothing to report.
        Some(ErrorKind::BrokenPipe) => return ExitCode::SUCCESS,
        Some(_) => tell(&format!("error: cannot write the output: {error}")),
        None => tell(&format!("error: {error}")),
    }
    ExitCode::FAILURE
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use clap::CommandFactory;
    use quarterturn_support::reference;

    #[test]
    fn the_reference_has_every_option() {
        let made = reference::options(Cli::command());
        reference::matches("options.md", "quarterturn-trainer", &made);
    }
}
