//! `parities`: puzzles of commuting moves, learnt without gradients.

use super::{Failure, export};
use quarterturn_core::Plain;
use quarterturn_trainer::parities::{self, CHECKED};
use std::io::{self, Write};
use std::path::PathBuf;

/// Learn a puzzle whose moves commute, such as lightsout7, without gradients.
///
/// Whether a state needs a move is a parity of some of its places. Gradients do not find parities;
/// elimination modulo 2 does, from about as many random walks as there are places. The
/// file gives the exact cost of every state, and is checked on 10,000 other walks.
#[derive(clap::Args)]
pub struct Args {
    /// The puzzle: lightsout3, lightsout6, lightsout7 or lightsout8. In the others, some sets of presses do
    /// nothing.
    puzzle: String,
    /// The file to write, NAME.qtw.
    #[arg(long)]
    to: PathBuf,
    /// Seed of the walks.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Overwrite the file of --to, whatever it is.
    #[arg(long)]
    force: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let name = args.to.file_stem().and_then(|n| n.to_str());
    let name = name.ok_or("the file needs a name")?;
    export::may_put(&args.to, &["qtw"], &[], args.force)?;
    let learnt = parities::learn(&args.puzzle, name, args.seed)?;
    export::put(&args.to, &learnt.file)?;
    let sizes = learnt.parities.iter().map(|p| p.count_ones());
    let (least, most) = (sizes.clone().min(), sizes.max());
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{}: {} moves as parities of {} to {} places, from {} walks; right on {CHECKED} others\n{}: {} bytes",
        args.puzzle,
        learnt.parities.len(),
        least.unwrap_or(0),
        most.unwrap_or(0),
        learnt.examples,
        Plain(&args.to.display().to_string()),
        learnt.file.len(),
    )?;
    Ok(())
}
