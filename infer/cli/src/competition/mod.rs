//! `quarterturn competition`: the states of a competition's file, solved, replayed and kept.

mod board;
pub mod error;
mod session;
mod sheet;
mod table;
mod words;

use super::error::{CliError, Exit};
use super::interrupt::Interrupt;
use super::options;
use super::settings::SettingsArgs;
use super::solve::shard;
use quarterturn::models::{Model, ModelError};
use quarterturn::solver::BuildError;
use session::Session;
use std::path::PathBuf;

/// Examples, shown after the options.
const EXAMPLES: &str = "\
Examples:
  quarterturn-trainer learn puzzle_info.json --to jewel.qtw
  quarterturn competition --model jewel.qtw --states test.csv --out submission.csv
  quarterturn competition --model jewel.qtw --states test.csv --out better.csv --keep-best submission.csv --width 65536
  quarterturn competition --puzzle puzzle_info.csv --only cube_2/2/2 --states puzzles.csv --out moves.csv";

/// Solve the states of a competition's CSV file into a file of answers.
///
/// The first column names a state, and `initial_state` holds it. Where there are `puzzle_type` and `solution_state`,
/// each row has a puzzle of its own; `num_wildcards` places may differ in the end. An answer is the name and the moves
/// with dots between them. Every answer is replayed by the definition of the puzzle before it is written.
///
/// Answers are written one by one. A run that was stopped goes on if it is started again. With
/// `--keep-best` and `--out` of one file, a run improves the answers in place.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The file that defines the puzzle or, where rows name their puzzle, all puzzles [default: the puzzle that --model
    /// is for]
    #[arg(long, value_name = "NAME|FILE")]
    puzzle: Option<String>,
    /// An embedded network or a weight file; it serves the puzzle that it was trained for, by any definition. May be given
    /// several times. Other puzzles are solved without a network
    #[arg(long, value_name = "NAME|FILE")]
    model: Vec<String>,
    /// The states: a CSV file
    #[arg(long, value_name = "FILE")]
    states: PathBuf,
    /// The answers: a CSV file. All rows that it holds are kept
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Answers from before: of each state the shortest answer is kept, and only shorter ones are looked for. May be given
    /// several times, and may be the file of --out
    #[arg(long, value_name = "FILE")]
    keep_best: Vec<PathBuf>,
    /// Begin the file of --out again if it is something else than such answers
    #[arg(long)]
    force: bool,
    /// Only the rows of this `puzzle_type`
    #[arg(long, value_name = "TYPE")]
    only: Option<String>,
    /// Only every Nth row, from row I on
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(usize, usize)>,
    #[command(flatten)]
    settings: SettingsArgs,
    /// Number of threads: states that are solved at once [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, CliError> {
    options::threads(args.threads)?;
    let settings = args.settings.settings()?;
    settings.check().map_err(BuildError::from)?;
    let models: Result<Vec<Model>, ModelError> =
        args.model.iter().map(|name| Model::find(name)).collect();
    let interrupt = Interrupt::listen()?;
    let session = Session::new(args, models?, settings, interrupt.cancel.clone())?;
    let exit = interrupt.during(|| session.run())?;
    Ok(if interrupt.happened() {
        Exit::Interrupted
    } else {
        exit
    })
}
