//! `quarterturn puzzle`: what a definition says, and definitions in other formats.

mod facts;
mod show;

use super::error::{CliError, Exit};
use super::options::puzzle_parser;
use quarterturn::Puzzle;
use quarterturn::puzzles::formats::{self, Target};
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// Arguments of `puzzle`.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Show what a puzzle is made of: pieces, moves, symmetries, states by depth
    Show(show::Args),
    /// Write a definition in another format
    Convert(ConvertArgs),
}

/// Arguments of `puzzle convert`.
#[derive(clap::Args)]
struct ConvertArgs {
    /// The puzzle, or a file that defines one
    #[arg(value_name = "NAME|FILE", value_parser = puzzle_parser())]
    puzzle: Puzzle,
    /// The format. Stickers keep their order in gap and kaggle. kpuzzle and tws have pieces: those of the file, or
    /// those that are found among the stickers
    #[arg(long, value_name = "FORMAT")]
    to: Format,
    /// Write to this file and not to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What `--to` takes.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    Kpuzzle,
    Tws,
    Gap,
    Kaggle,
}

/// Shows or converts.
pub fn run(args: &Args) -> Result<Exit, CliError> {
    match &args.action {
        Action::Show(args) => show::run(args),
        Action::Convert(args) => convert(args),
    }
}

fn convert(args: &ConvertArgs) -> Result<Exit, CliError> {
    let name = args.puzzle.name();
    let described = args.puzzle.described().ok_or_else(|| {
        CliError::Invalid(format!(
            "{name} is no puzzle of stickers or pieces, so these formats cannot say it"
        ))
    })?;
    let target = match args.to {
        Format::Kpuzzle => Target::KPuzzle,
        Format::Tws => Target::Tws,
        Format::Gap => Target::Gap,
        Format::Kaggle => Target::Kaggle,
    };
    let called = described
        .layout
        .as_ref()
        .and_then(|layout| layout.name.clone());
    let text = formats::write(&described, target, &called.unwrap_or_else(|| name.into()));
    match &args.out {
        None => io::stdout().write_all(text.as_bytes())?,
        Some(path) => fs::write(path, text).map_err(|source| {
            CliError::System(format!("cannot write {}: {source}", path.display()))
        })?,
    }
    Ok(Exit::Done)
}
