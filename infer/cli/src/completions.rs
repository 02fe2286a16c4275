//! `quarterturn completions`: a script for the user's shell.

use super::error::{CliError, Exit};
use clap_complete::Shell;
use std::io::{self, Write};

/// Arguments of `completions`.
#[derive(clap::Args)]
pub struct Args {
    /// The shell to write for
    shell: Shell,
}

/// Prints the script.
pub fn run(args: &Args, command: &mut clap::Command) -> Result<Exit, CliError> {
    // Into memory first: the generator panics when its writer fails.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, "quarterturn", &mut script);
    io::stdout().write_all(&script)?;
    Ok(Exit::Done)
}
