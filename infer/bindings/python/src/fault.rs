//! The library's errors as Python's.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use quarterturn::Refusal;
use quarterturn::costs::CostsError;
use quarterturn::puzzles::PuzzleError;
use quarterturn::solver::{BuildError, RequestError, SettingsError, SolveError};

/// What a `QuarterturnError` says.
#[derive(Debug)]
pub struct Fault {
    /// Its class in `quarterturn._errors`.
    class: &'static str,
    code: String,
    message: String,
    /// Where in the text, in bytes.
    at: Option<usize>,
    hint: Option<String>,
}

impl Fault {
    /// An error with a stable name for programs, and words.
    pub fn new(code: &str, message: impl ToString) -> Self {
        Self {
            class: "QuarterturnError",
            code: code.into(),
            message: message.to_string(),
            at: None,
            hint: None,
        }
    }

    /// No solution was found; `why` is why the search stopped.
    pub fn unsolved(why: &str) -> Self {
        Self {
            class: "NoSolution",
            ..Self::new(why, format!("no solution was found: {why}"))
        }
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> Self {
        Python::attach(|py| {
            static ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
            static UNSOLVED: PyOnceLock<Py<PyType>> = PyOnceLock::new();
            let class = match fault.class {
                "NoSolution" => &UNSOLVED,
                _ => &ERROR,
            };
            let class = class.import(py, "quarterturn._errors", fault.class);
            let Fault { code, message, .. } = fault;
            let made = class.and_then(|class| class.call1((message, code, fault.at, fault.hint)));
            made.map_or_else(|error| error, PyErr::from_value)
        })
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

impl From<BuildError> for Fault {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Option { option, refusal } => Self {
                at: refusal.at,
                hint: refusal.hint,
                ..Self::new(refusal.code, format!("{option}: {}", refusal.message))
            },
            _ => Self::new(error.code(), &error),
        }
    }
}

impl From<RequestError> for Fault {
    fn from(error: RequestError) -> Self {
        match error {
            RequestError::Build(error) => error.into(),
            RequestError::Solve(SolveError::Refused(refusal)) => refusal.into(),
            _ => Self::new(error.code(), &error),
        }
    }
}

impl From<SettingsError> for Fault {
    fn from(error: SettingsError) -> Self {
        Self::new(error.code(), &error)
    }
}

impl From<PuzzleError> for Fault {
    fn from(error: PuzzleError) -> Self {
        Self::new(error.code(), &error)
    }
}

impl From<CostsError> for Fault {
    fn from(error: CostsError) -> Self {
        Self::new(error.code(), format!("costs: {error}"))
    }
}
