//! `plot`: pictures of a run.

use super::failed;
use quarterturn_trainer::plot;
use std::path::PathBuf;
use std::process::ExitCode;

/// Draw the learning curves of a run: loss, and solve rate and cost-to-go by scramble depth.
///
/// Writes learning.png and learning.svg into the folder of the run, which may still be training.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the run.
    folder: PathBuf,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    match plot::plot(&args.folder) {
        Ok(paths) => {
            for path in paths {
                println!("{}", path.display());
            }
            ExitCode::SUCCESS
        }
        Err(e) => failed(e),
    }
}
