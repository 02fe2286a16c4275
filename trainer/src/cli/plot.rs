//! `plot`: pictures of a run.

use super::Failure;
use quarterturn_core::Plain;
use quarterturn_trainer::plot;
use std::io::{self, Write};
use std::path::PathBuf;

/// Draw the learning curves of a run: loss, and solve rate and cost-to-go by scramble depth.
///
/// Writes learning.png and learning.svg into the folder of the run. The run may still be training.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the run.
    folder: PathBuf,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    for path in plot::plot(&args.folder)? {
        let path = path.display().to_string();
        writeln!(io::stdout(), "{}", Plain(&path))?;
    }
    Ok(())
}
