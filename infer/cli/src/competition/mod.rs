//! `quarterturn competition`: the states of a competition's file, solved, replayed and kept.

mod board;
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
use quarterturn::puzzles::PuzzleError;
use quarterturn::solver::BuildError;
use quarterturn_lab::files::Refused;
use session::Session;
use std::io;
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

/// Why a competition cannot be entered.
#[derive(Debug, thiserror::Error)]
pub enum CompetitionError {
    /// A file cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A column is missing.
    #[error("{}: there is no column {wanted:?}; the columns are {found}", .path.display())]
    Columns {
        /// The file.
        path: PathBuf,
        /// The column.
        wanted: &'static str,
        /// Those that there are.
        found: String,
    },
    /// A row is at fault.
    #[error("{} line {line}: {message}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        message: String,
    },
    /// A row's state is none.
    #[error("{}, row {id}: {message}", .path.display())]
    State {
        /// The file.
        path: PathBuf,
        /// The row.
        id: String,
        /// What is wrong.
        message: String,
    },
    /// No row is left.
    #[error("{} has no row to solve", .0.display())]
    Empty(PathBuf),
    /// Nobody says which puzzle it is.
    #[error(
        "which puzzle? Give its file with --puzzle, or a weight file that has it inside with --model"
    )]
    NoPuzzle,
    /// Another process writes the answers.
    #[error(
        "{} is being written by another run; give each run a file of its own, and put them together with --keep-best",
        .0.display()
    )]
    Busy(PathBuf),
    /// The answers may not be written there.
    #[error(transparent)]
    Out(#[from] Refused),
    /// There is no such puzzle.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// A weight file does not load.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// No solver can be made.
    #[error(transparent)]
    Build(#[from] BuildError),
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
