//! The `quarterturn` command line.

// Their failures would be panics; `cli::stream` is for that.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
