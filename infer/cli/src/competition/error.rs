//! Why a competition cannot be entered.

use quarterturn::models::ModelError;
use quarterturn::puzzles::PuzzleError;
use quarterturn::solver::BuildError;
use quarterturn_lab::files::Refused;
use std::io;
use std::path::PathBuf;

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
