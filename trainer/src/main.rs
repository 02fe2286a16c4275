//! The `quarterturn-trainer` command line.

// Their failures would be panics.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
