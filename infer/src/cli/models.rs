//! `quarterturn models`: weight files, embedded and on disk.

use super::check::Against;
use super::display::count;
use super::error::{CliError, Exit};
use super::puzzles;
use quarterturn::models::{EMBEDDED, Model};
use quarterturn_core::Plain;
use std::io::{self, Write};
use std::path::PathBuf;

/// Arguments of `models`.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// List the embedded weight files
    List,
    /// Show what a weight file holds
    Show {
        /// An embedded model or a weight file
        #[arg(value_name = "NAME|PATH")]
        name: String,
    },
    /// Check that a weight file is whole and usable, and say what is wrong if not
    Verify {
        /// The weight file
        file: PathBuf,
    },
    /// Say how far two networks for one puzzle differ: a histogram over all outputs that both have
    Diff {
        /// An embedded model or a weight file
        #[arg(value_name = "NAME|PATH")]
        first: String,
        /// The one to compare it with
        #[arg(value_name = "NAME|PATH")]
        second: String,
        /// States, half of them random and half scrambled by up to 30 moves
        #[arg(long, value_name = "N", default_value_t = 2000,
              value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
        states: u32,
    },
}

/// Lists, shows or verifies.
pub fn run(args: &Args) -> Result<Exit, CliError> {
    match &args.action {
        Action::List => list()?,
        Action::Show { name } => show(&Model::find(name)?)?,
        Action::Verify { file } => {
            let model = Model::open(file)?;
            let file = file.display().to_string();
            writeln!(io::stdout(), "{}: whole and usable", Plain(&file))?;
            show(&model)?;
        }
        Action::Diff {
            first,
            second,
            states,
        } => diff(&Model::find(first)?, &Model::find(second)?, *states)?,
    }
    Ok(Exit::Done)
}

fn diff(first: &Model, second: &Model, states: u32) -> Result<(), CliError> {
    let puzzle = puzzles::of_model(first).ok_or_else(|| {
        CliError::Invalid(format!("{} is for no puzzle of this build", first.name))
    })?;
    let errors = puzzle.check(first, Against::Model(second), states as usize)?;
    let (outputs, states) = (count(errors.count()), count(states.into()));
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} and {}: {outputs} outputs for {states} states; difference in moves (policy: nats)",
        first.name, second.name
    )?;
    writeln!(out, "{errors}")?;
    Ok(())
}

fn list() -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{:<14} {:<8} {:<6} {:>10}  {:<8}  architecture",
        "name", "puzzle", "metric", "bytes", "crc-32"
    )?;
    for embedded in EMBEDDED {
        let model = Model::find(embedded.name)?;
        writeln!(
            out,
            "{:<14} {:<8} {:<6} {:>10}  {:08x}  {}",
            model.name,
            model.family,
            model.metric,
            count(model.bytes.len() as u64),
            model.checksum(),
            model.architecture
        )?;
    }
    Ok(())
}

fn show(model: &Model) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    let heads = model.heads;
    let heads = [
        ("value", heads.value),
        ("q", heads.q),
        ("policy", heads.policy),
    ];
    let heads: Vec<_> = heads.iter().filter(|h| h.1).map(|h| h.0).collect();
    writeln!(out, "name          {}", model.name)?;
    writeln!(out, "puzzle        {}", model.family)?;
    writeln!(out, "metric        {}", model.metric)?;
    writeln!(out, "architecture  {}", model.architecture)?;
    writeln!(out, "numbers       {}", model.numbers)?;
    writeln!(
        out,
        "heads         {} ({} moves)",
        heads.join(", "),
        model.heads.moves
    )?;
    writeln!(out, "bytes         {}", count(model.bytes.len() as u64))?;
    writeln!(out, "crc-32        {:08x}", model.checksum())?;
    writeln!(out, "examples      {}", count(model.examples))?;
    writeln!(out, "recipe        {:08x}", model.recipe)?;
    writeln!(out, "run           {:016x}", model.run)?;
    Ok(())
}
