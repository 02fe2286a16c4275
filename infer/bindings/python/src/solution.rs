//! Answers as Python's `Solution`, a string with facts.

use crate::fault::Fault;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};
use quarterturn::solver::{Answer, Improvement, Solution};
use std::time::Duration;

/// Makes the `Solution` of a state that a search answered, or raises `NoSolution`.
pub fn of_answer(py: Python<'_>, answer: &Answer) -> PyResult<Py<PyAny>> {
    let stopped = answer.stopped.name();
    let solution = answer.solution.as_ref();
    let solution = solution.ok_or_else(|| Fault::unsolved(stopped))?;
    let facts = facts(py, solution, answer.elapsed)?;
    facts.set_item("optimal", answer.optimal)?;
    facts.set_item("stopped", stopped)?;
    facts.set_item("by", answer.by)?;
    facts.set_item("fallback", answer.fallback)?;
    facts.set_item("doubt", answer.doubt)?;
    facts.set_item("nodes", answer.counters.generated)?;
    made(py, solution, &facts)
}

/// Makes the `Solution` of a state that a search found while it goes on.
pub fn of_better(py: Python<'_>, found: &Improvement) -> PyResult<Py<PyAny>> {
    made(
        py,
        &found.solution,
        &facts(py, &found.solution, found.elapsed)?,
    )
}

fn facts<'py>(
    py: Python<'py>,
    solution: &Solution,
    elapsed: Duration,
) -> PyResult<Bound<'py, PyDict>> {
    let facts = PyDict::new(py);
    facts.set_item("moves", PyTuple::new(py, solution.moves())?)?;
    facts.set_item("length", solution.length())?;
    facts.set_item("qtm", solution.turns().map(|turns| turns.quarter))?;
    facts.set_item("htm", solution.turns().map(|turns| turns.half))?;
    facts.set_item("cost", solution.cost())?;
    facts.set_item("seconds", elapsed.as_secs_f64())?;
    // The library gives no other.
    facts.set_item("verified", true)?;
    Ok(facts)
}

fn made(py: Python<'_>, solution: &Solution, facts: &Bound<'_, PyDict>) -> PyResult<Py<PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.import(py, "quarterturn._solution", "Solution")?;
    Ok(class.call((solution.text(),), Some(facts))?.unbind())
}
