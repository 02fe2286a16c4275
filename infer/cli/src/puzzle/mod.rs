//! `quarterturn puzzle`: what a definition says, and definitions in other formats.

mod facts;
mod show;

use super::error::{CliError, Exit};
use super::options::puzzle_parser;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};
use quarterturn::Puzzle;
use quarterturn::puzzles::formats::{self, FORMATS, Target};
use quarterturn_lab::files::{self, Kind, is_stream, may_write};
use std::ffi::OsStr;
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
    #[arg(value_name = "NAME|FILE", value_parser = SourceParser)]
    puzzle: Source,
    /// The format. Stickers keep their order in gap and kaggle. kpuzzle and tws have pieces: those of the file, or
    /// those that are found among the stickers
    #[arg(long, value_name = "FORMAT")]
    to: Format,
    /// Write to this file and not to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite the file of --out if it is something else than a definition
    #[arg(long, requires = "out")]
    force: bool,
}

/// What `--to` takes.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    Kpuzzle,
    Tws,
    Gap,
    Kaggle,
}

/// A puzzle, and how it was named: maybe by its file.
#[derive(Clone)]
struct Source {
    puzzle: Puzzle,
    named: PathBuf,
}

#[derive(Clone)]
struct SourceParser;

impl TypedValueParser for SourceParser {
    type Value = Source;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Source, clap::Error> {
        let puzzle = puzzle_parser().parse_ref(command, arg, value)?;
        let named = value.into();
        Ok(Source { puzzle, named })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = puzzle_parser().possible_values().map(Iterator::collect);
        names.map(|names: Vec<_>| Box::new(names.into_iter()) as Box<_>)
    }
}

/// Shows or converts.
pub fn run(args: &Args) -> Result<Exit, CliError> {
    match &args.action {
        Action::Show(args) => show::run(args),
        Action::Convert(args) => convert(args),
    }
}

fn convert(args: &ConvertArgs) -> Result<Exit, CliError> {
    let Source { puzzle, named } = &args.puzzle;
    let name = puzzle.name();
    let described = puzzle.described().ok_or_else(|| {
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
        Some(path) => {
            let kind = Kind {
                name: "a definition",
                begins: &|bytes| FORMATS.iter().any(|format| format.sniff(bytes)),
            };
            // The puzzle was read from a file that it may be: a definition that was lost cannot be made again.
            if !is_stream(path) {
                may_write(path, &kind, &[named], args.force)?;
            }
            files::write(path, text.as_bytes()).map_err(|source| {
                CliError::System(format!("cannot write {}: {source}", path.display()))
            })?;
        }
    }
    Ok(Exit::Done)
}
