//! Failures of whole commands.

use super::competition::error::CompetitionError;
pub use super::exit::Exit;
use super::flags;
use super::output::OutputError;
use quarterturn::costs::CostsError;
use quarterturn::encoding;
use quarterturn::models::ModelError;
use quarterturn::outcome::WrongSolution;
use quarterturn::solver::{BuildError, RequestError, SolveError};
use quarterturn_classic::ClassicalError;
use quarterturn_lab::files::Refused;
use quarterturn_lab::suite::SuiteError;
use std::borrow::Cow;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Why a command ended early.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// Options that each parse but do not go together.
    #[error("{0}")]
    Usage(String),
    /// A state or a solution, given as an option, that is invalid.
    #[error("{0}")]
    Invalid(String),
    /// A file that cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A weight file that does not load.
    #[error("{}", flags::model(.0))]
    Model(#[from] ModelError),
    /// A suite that does not parse.
    #[error("{path}: {source}", path = .path.display())]
    Suite {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: SuiteError,
    },
    /// A file of answers that cannot be written or resumed.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// A file that may not be written.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// Costs that do not parse.
    #[error("{path}: {}", flags::costs(.source), path = .path.display())]
    Costs {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: CostsError,
    },
    /// The solver cannot be built.
    #[error("{}", flags::build(.error))]
    Build {
        /// Why.
        #[from]
        error: BuildError,
    },
    /// A competition cannot be entered.
    #[error(transparent)]
    Competition(#[from] CompetitionError),
    /// A search broke its contract.
    #[error(transparent)]
    Wrong(#[from] WrongSolution),
    /// Standard output is gone or full.
    #[error("cannot write the output: {0}")]
    Write(#[from] io::Error),
    /// The machine refuses what the program needs.
    #[error("{0}")]
    System(String),
}

/// The text of a file.
///
/// # Errors
/// [`CliError::Read`].
pub fn read_text(path: &Path) -> Result<String, CliError> {
    let read = || {
        let bytes = fs::read(path)?;
        let fault = |at| io::Error::new(ErrorKind::InvalidData, format!("byte {at} is no UTF-8"));
        encoding::text(&bytes).map(Cow::into_owned).map_err(fault)
    };
    read().map_err(CliError::reading(path))
}

impl CliError {
    /// Turns an error of reading the file at `path` into a `CliError`.
    pub fn reading(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        |source| Self::Read {
            path: path.into(),
            source,
        }
    }

    /// The class of exit code.
    pub fn exit(&self) -> Exit {
        match self {
            Self::Usage(_) => Exit::Usage,
            Self::Output(OutputError::Write { .. }) => Exit::Internal,
            Self::Invalid(_)
            | Self::Read { .. }
            | Self::Model(_)
            | Self::Suite { .. }
            | Self::Costs { .. }
            | Self::Refused(_)
            | Self::Output(_) => Exit::Invalid,
            Self::Write(_) if self.is_broken_pipe() => Exit::Done,
            Self::Competition(error) => match error {
                CompetitionError::Write { .. } => Exit::Internal,
                CompetitionError::Build(BuildError::Settings(_)) | CompetitionError::NoPuzzle => {
                    Exit::Usage
                }
                _ => Exit::Invalid,
            },
            Self::Build { error } => match error {
                BuildError::Settings(_) => Exit::Usage,
                BuildError::Model(_) | BuildError::Costs(_) | BuildError::Option { .. } => {
                    Exit::Invalid
                }
                _ => Exit::Internal,
            },
            Self::Wrong(_) | Self::Write(_) | Self::System(_) => Exit::Internal,
        }
    }

    /// Whether the reader of our output has closed it.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Write(e) if e.kind() == ErrorKind::BrokenPipe)
    }
}

impl From<RequestError> for CliError {
    fn from(error: RequestError) -> Self {
        match error {
            RequestError::Build(error) => Self::Build { error },
            RequestError::Solve(error) => error.into(),
            error => Self::Invalid(error.to_string()),
        }
    }
}

impl From<SolveError> for CliError {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Wrong(wrong) => wrong.into(),
            error => Self::Invalid(flags::solve(&error)),
        }
    }
}

/// A classical solver that was given what it does not take.
impl From<ClassicalError> for CliError {
    fn from(error: ClassicalError) -> Self {
        match error {
            ClassicalError::NoFolder(_) => Self::System(flags::classical(&error)),
            error => Self::Usage(error.to_string()),
        }
    }
}
