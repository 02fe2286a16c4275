//! The library's faults as Python's errors.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// What a `QuarterturnError` says.
#[derive(Debug)]
pub struct Fault {
    /// Its class in `quarterturn._errors`.
    class: &'static str,
    fault: quarterturn::Fault,
}

impl Fault {
    /// An error with a stable name for programs, and words.
    pub fn new(code: &'static str, message: impl ToString) -> Self {
        quarterturn::Fault::new(code, message).into()
    }

    /// No solution was found; `why` is why the search stopped.
    pub fn unsolved(why: &'static str) -> Self {
        Self {
            class: "NoSolution",
            ..Self::new(why, format!("no solution was found: {why}"))
        }
    }
}

impl<E: Into<quarterturn::Fault>> From<E> for Fault {
    fn from(error: E) -> Self {
        Self {
            class: "QuarterturnError",
            fault: error.into(),
        }
    }
}

impl From<Fault> for PyErr {
    fn from(Fault { class, fault }: Fault) -> Self {
        Python::attach(|py| {
            static ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
            static UNSOLVED: PyOnceLock<Py<PyType>> = PyOnceLock::new();
            let place = match class {
                "NoSolution" => &UNSOLVED,
                _ => &ERROR,
            };
            let class = place.import(py, "quarterturn._errors", class);
            let given = (fault.message, fault.code, fault.at, fault.hint);
            let made = class.and_then(|class| class.call1(given));
            made.map_or_else(|error| error, PyErr::from_value)
        })
    }
}

/// A search that ended without an answer has panicked.
pub fn defect() -> PyErr {
    PyRuntimeError::new_err(
        "a defect of quarterturn ended the search; what it said is on standard error",
    )
}
