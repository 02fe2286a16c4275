//! The `quarterturn` command line: one file a subcommand, and what they share.

// Their failures would be panics; `stream` is for that.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod analyse;
mod bench;
mod chart;
mod compare;
mod competition;
mod completions;
mod defect;
mod device;
mod display;
mod doctor;
mod error;
mod exit;
mod flags;
mod hyphen;
mod interrupt;
mod man;
mod models;
mod options;
mod output;
mod plot;
mod progress;
mod puzzle;
mod scramble;
mod serve;
mod settings;
mod signature;
mod solve;
mod stream;
mod suites;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};
use error::{CliError, Exit};
use quarterturn_core::printable;
use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

const EXIT_CODES: &str = "\
Exit codes: 0 all solved · 1 internal error · 2 wrong usage · 3 invalid input
  4 no solution within the limits · 130 interrupted";

/// Commands of `quarterturn-trainer`, which are looked for here.
const TRAINER: [&str; 6] = ["learn", "train", "eval", "export", "import", "parities"];

/// Solves the Rubik's cube and its relatives with learned heuristics.
#[derive(Parser)]
#[command(name = "quarterturn", version, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Solve a state, or every line of a file
    Solve(solve::Args),
    /// Make scrambles or random states
    Scramble(scramble::Args),
    /// Solve a test suite and print a table
    Bench(bench::Args),
    /// Compare learned searches with classical solvers, in one table
    Compare(compare::Args),
    /// Draw measurements of `bench --json`, and published ones, against time
    Plot(plot::Args),
    /// Solve the states of a competition into a file of answers
    Competition(competition::Args),
    /// Show what many solutions have in common
    Analyse(analyse::Args),
    /// Show what a puzzle is made of, or write its definition in another format
    Puzzle(puzzle::Args),
    /// List, show or verify weight files
    Models(models::Args),
    /// Print a completion script for a shell
    Completions(completions::Args),
    /// Print the manual page of a command, or write them all
    Man(man::Args),
    /// Solve cubes with a board on a serial line
    Device(device::Args),
    /// Serve a page and a JSON API on this machine
    Serve(serve::Args),
    /// Show what this machine and this build offer
    Doctor(doctor::Args),
}

/// Parses the arguments, runs the command and turns its result into an exit code.
fn main() -> ExitCode {
    defect::exit_on_panic();
    #[cfg(feature = "libtorch")]
    quarterturn_torch::register();
    let args = hyphen::inputs_last(env::args_os(), &Cli::command());
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => return usage(&error).into(),
    };
    let threads = options::check_environment();
    let result = threads.and_then(|()| match cli.command {
        Command::Solve(mut args) => args.search.settle().and_then(|()| solve::run(&args)),
        Command::Scramble(mut args) => args.settle().and_then(|()| scramble::run(&args)),
        Command::Bench(mut args) => args.search.settle().and_then(|()| bench::run(&args)),
        Command::Compare(mut args) => args.settle().and_then(|()| compare::run(&args)),
        Command::Plot(args) => plot::run(&args),
        Command::Competition(args) => competition::run(&args),
        Command::Analyse(mut args) => args.settle().and_then(|()| analyse::run(&args)),
        Command::Puzzle(args) => puzzle::run(&args),
        Command::Models(args) => models::run(&args),
        Command::Completions(args) => completions::run(&args, &mut Cli::command()),
        Command::Man(args) => man::run(&args, Cli::command()),
        Command::Device(args) => device::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Doctor(args) => doctor::run(&args),
    });
    result.unwrap_or_else(|error| failed(&error)).into()
}

fn failed(error: &CliError) -> Exit {
    // The reader of our output has left (`quarterturn … | head`): nothing to report.
    if !error.is_broken_pipe() {
        stream::tell(&format!("error: {error}"));
    }
    error.exit()
}

/// Prints the help that was asked for, or what is wrong with the arguments.
fn usage(error: &clap::Error) -> Exit {
    if let (ErrorKind::InvalidSubcommand, Some(ContextValue::String(name))) =
        (error.kind(), error.get(ContextKind::InvalidSubcommand))
        && TRAINER.contains(&&**name)
    {
        return failed(&CliError::Usage(format!(
            "{name} is a command of another program: quarterturn-trainer {name} --help"
        )));
    }
    // Arguments are quoted as they are: a shell may have put a file's name there.
    let drives = |arg: OsString| !arg.to_string_lossy().chars().all(printable);
    if error.use_stderr() {
        if env::args_os().any(drives) {
            stream::tell(&error.render().to_string());
        } else {
            // If this fails, nobody is left to tell; see `stream::tell`.
            let _ = error.print();
        }
        return Exit::Usage;
    }
    let printed = error.print().and_then(|()| io::stdout().flush());
    printed.map_or_else(|error| failed(&error.into()), |()| Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use clap::CommandFactory;
    use quarterturn_support::reference;

    #[test]
    fn the_reference_has_every_option() {
        let made = reference::options(Cli::command());
        reference::matches("options.md", "quarterturn", &made);
    }
}
