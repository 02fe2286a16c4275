//! Failures of whole commands, and their exit codes.

use super::output::OutputError;
use quarterturn::costs::CostsError;
use quarterturn::models::ModelError;
use quarterturn::outcome::WrongSolution;
use quarterturn::solver::{BuildError, SolveError};
use quarterturn::suite::SuiteError;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::process::ExitCode;

/// The classes of exit code, from harmless to serious: over many inputs, the most serious wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Everything asked for was done.
    Done,
    /// Some input has no solution within the limits.
    Unsolved,
    /// Some input is invalid.
    Invalid,
    /// The options contradict each other or this build.
    Usage,
    /// A defect or an output that cannot be written.
    Internal,
    /// The user stopped it.
    Interrupted,
}

impl Exit {
    /// The number that a shell sees.
    pub fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Internal => 1,
            Exit::Usage => 2,
            Exit::Invalid => 3,
            Exit::Unsolved => 4,
            Exit::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}

/// Why a command ended early.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// Options that each parse but do not go together.
    #[error("{0}")]
    Usage(String),
    /// A state or a solution given as an option that makes no sense.
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
    /// A file with no state in it.
    #[error("{0} holds no state: every line is blank or a remark")]
    NoInput(String),
    /// A weight file that does not load.
    #[error(transparent)]
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
    /// Costs that do not parse.
    #[error("{path}: {source}", path = .path.display())]
    Costs {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: CostsError,
    },
    /// There is no such solver.
    #[error("{error}{}", tables(.error))]
    Build {
        /// Why.
        #[from]
        error: BuildError,
    },
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

impl CliError {
    /// The class of exit code.
    pub fn exit(&self) -> Exit {
        match self {
            Self::Usage(_) => Exit::Usage,
            Self::Output(OutputError::Write { .. }) => Exit::Internal,
            Self::Invalid(_)
            | Self::Read { .. }
            | Self::NoInput(_)
            | Self::Model(_)
            | Self::Suite { .. }
            | Self::Costs { .. }
            | Self::Output(_) => Exit::Invalid,
            Self::Write(_) if self.is_broken_pipe() => Exit::Done,
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

/// What to do where tables cannot be kept.
fn tables(error: &BuildError) -> &'static str {
    match error {
        #[cfg(feature = "compare")]
        BuildError::Tables(_) => "; name another folder with --tables DIR",
        _ => "",
    }
}

impl From<SolveError> for CliError {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Wrong(wrong) => wrong.into(),
            error => Self::Invalid(error.to_string()),
        }
    }
}
