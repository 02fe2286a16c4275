//! What went wrong, in one form for all doors.

use crate::costs::CostsError;
use crate::error::{BuildError, SettingsError, SolveError};
use crate::models::ModelError;
use crate::puzzles::PuzzleError;
use crate::refusal::Refusal;
use crate::solver::RequestError;

/// What went wrong: every error of the library turns into it. A program in another language shows it as its own kind of
/// error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct Fault {
    /// A stable name for programs.
    pub code: &'static str,
    /// What is wrong, for people.
    pub message: String,
    /// Where, as a byte offset in the text that was given.
    pub at: Option<usize>,
    /// The next step.
    pub hint: Option<String>,
    /// The setting at fault, if it is one; the message begins with it.
    pub setting: Option<&'static str>,
}

impl Fault {
    /// A fault without a place.
    pub fn new(code: &'static str, message: impl ToString) -> Self {
        Self {
            code,
            message: message.to_string(),
            at: None,
            hint: None,
            setting: None,
        }
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        Self {
            at: refusal.at,
            hint: refusal.hint,
            ..Self::new(refusal.code, refusal.message)
        }
    }
}

impl From<SettingsError> for Fault {
    fn from(error: SettingsError) -> Self {
        Self {
            setting: error.setting(),
            ..Self::new(error.code(), &error)
        }
    }
}

impl From<PuzzleError> for Fault {
    fn from(error: PuzzleError) -> Self {
        Self::new(error.code(), &error)
    }
}

impl From<ModelError> for Fault {
    fn from(error: ModelError) -> Self {
        Self::new(error.code(), &error)
    }
}

impl From<CostsError> for Fault {
    fn from(error: CostsError) -> Self {
        Self::new(error.code(), format!("costs: {error}"))
    }
}

impl From<BuildError> for Fault {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Option { option, refusal } => Self {
                message: format!("{option}: {}", refusal.message),
                setting: Some(option),
                ..refusal.into()
            },
            error => Self {
                setting: error.setting(),
                ..Self::new(error.code(), &error)
            },
        }
    }
}

impl From<SolveError> for Fault {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Refused(refusal) => refusal.into(),
            error => Self::new(error.code(), &error),
        }
    }
}

impl From<RequestError> for Fault {
    fn from(error: RequestError) -> Self {
        match error {
            RequestError::Build(error) => error.into(),
            RequestError::Solve(error) => error.into(),
        }
    }
}
