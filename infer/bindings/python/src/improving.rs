//! A search as an iterator of better and better answers.

use crate::evaluator::{Evaluator, failure};
use crate::fault::Fault;
use crate::job::{Event, Job};
use crate::running::Running;
use crate::solution;
use pyo3::prelude::*;
use quarterturn::solver::Solution;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Shorter and shorter solutions of a state, as a search finds them. `close()`, the end of a `with` block, or the end of
/// the last reference to it stops the search.
#[pyclass(frozen, module = "quarterturn")]
#[derive(Debug)]
pub struct Improving {
    running: Running<Event>,
    evaluator: Option<Evaluator>,
    /// Whether there is nothing more to give.
    ended: AtomicBool,
    /// What was given last.
    last: Mutex<Option<String>>,
}

impl Improving {
    pub fn start(job: Job) -> PyResult<Self> {
        Ok(Self {
            running: job.start(true, false)?,
            evaluator: job.evaluator,
            ended: AtomicBool::new(false),
            last: Mutex::default(),
        })
    }

    fn last(&self) -> MutexGuard<'_, Option<String>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Improving {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        while !self.ended.load(Ordering::Relaxed) {
            let event = self.running.next(py).inspect_err(|_| self.close())?;
            match event.ok_or_else(|| failure(self.evaluator.as_ref()))? {
                Event::Progress(_) => {}
                Event::Better(found) => {
                    *self.last() = Some(found.solution.text().to_owned());
                    return solution::of_better(py, &found).map(Some);
                }
                Event::Done(answer) => {
                    if self.ended.swap(true, Ordering::Relaxed) {
                        break;
                    }
                    let answer = answer.map_err(Fault::from)?;
                    let last = self.last().take();
                    if last.is_none()
                        || last.as_deref() != answer.solution.as_ref().map(Solution::text)
                    {
                        return solution::of_answer(py, &answer).map(Some);
                    }
                }
            }
        }
        Ok(None)
    }

    /// Stops the search.
    fn close(&self) {
        self.ended.store(true, Ordering::Relaxed);
        self.running.stop();
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, _error: &Bound<'_, PyAny>) {
        self.close();
    }
}
