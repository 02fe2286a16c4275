//! Solvers.

use crate::ask::Ask;
use crate::evaluator::{Evaluator, failure};
use crate::fault::Fault;
use crate::improving::Improving;
use crate::job::{Event, Job};
use crate::puzzle::Puzzle;
use crate::running::Running;
use crate::solution;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use quarterturn_classic::{Classical, PATTERNS};
use std::sync::Arc;

/// A puzzle with its network, made ready once for any number of states. Several threads may use one solver.
///
/// The keyword arguments are defaults of those of `solve`.
#[pyclass(frozen, module = "quarterturn")]
#[derive(Debug)]
pub struct Solver {
    solver: Arc<quarterturn::Solver>,
    puzzle: Puzzle,
    /// What a request asks for where it says nothing else.
    usual: Ask,
    /// A function in place of a network.
    evaluator: Option<Evaluator>,
}

impl Solver {
    fn job(&self, state: &Bound<'_, PyAny>, given: Option<&Bound<'_, PyDict>>) -> PyResult<Job> {
        let ask = self.usual.clone().with(&self.puzzle, given)?;
        let state = self.puzzle.state_towards(state, ask.towards().as_deref())?;
        Ok(Job {
            solver: self.solver.clone(),
            ask,
            state,
            evaluator: self.evaluator.clone(),
        })
    }
}

#[pymethods]
impl Solver {
    /// A solver of a puzzle, which is a `Puzzle`, a name or the path of a file. `model` is an embedded network or a weight
    /// file in place of the puzzle's own; `evaluator` is a function in place of a network, from an array of uint16, a row of
    /// numbers for each state, to what each costs, in moves; `memory_budget` is the most bytes that all its searches hold together.
    #[new]
    #[pyo3(signature = (puzzle = None, *, metric = None, model = None, evaluator = None, memory_budget = None, **settings))]
    fn new(
        py: Python<'_>,
        puzzle: Option<&Bound<'_, PyAny>>,
        metric: Option<&str>,
        model: Option<&str>,
        evaluator: Option<Py<PyAny>>,
        memory_budget: Option<usize>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let puzzle = match puzzle {
            Some(puzzle) => Puzzle::of(puzzle, metric)?,
            None => Puzzle::of(PyString::new(py, "cube3").as_any(), metric)?,
        };
        let usual = Ask::default().with(&puzzle, settings)?;
        let builder = quarterturn::Solver::builder().puzzle(&puzzle.inner);
        let mut builder = builder.settings(usual.settings.clone());
        match model {
            None => {}
            Some(PATTERNS) => builder = builder.bound(Arc::new(Classical::patterns(None))),
            Some(name) => builder = builder.model(name),
        }
        let evaluator = evaluator.map(|function| Evaluator::new(&puzzle.inner, function));
        let evaluator = evaluator.transpose()?;
        if let Some(evaluator) = &evaluator {
            builder = builder.evaluator(evaluator.clone());
        }
        if let Some(bytes) = memory_budget {
            builder = builder.memory_budget(bytes);
        }
        let solver = py.detach(|| builder.build()).map_err(Fault::from)?;
        Ok(Self {
            solver: Arc::new(solver),
            puzzle,
            usual,
            evaluator,
        })
    }

    /// The puzzle.
    #[getter]
    fn puzzle(&self) -> Puzzle {
        self.puzzle.clone()
    }

    /// The name of the network; None if none guides the search.
    #[getter]
    fn model(&self) -> Option<&str> {
        self.solver.model().map(|model| &*model.name)
    }

    /// The name of its search.
    #[getter]
    fn search(&self) -> &'static str {
        self.solver.settings().kind().name()
    }

    /// Solves a state: a `State`, a text or numbers. `on_better` is called with each solution that is better than those
    /// before, and `on_progress` with a `Progress` ten times a second, on the thread that called.
    ///
    /// Raises `QuarterturnError` where the state or a setting is refused, and `NoSolution` where the limits end the search.
    #[pyo3(signature = (state, *, on_better = None, on_progress = None, **settings))]
    fn solve(
        &self,
        py: Python<'_>,
        state: &Bound<'_, PyAny>,
        on_better: Option<&Bound<'_, PyAny>>,
        on_progress: Option<&Bound<'_, PyAny>>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        let job = self.job(state, settings)?;
        let running = job.start(on_better.is_some(), on_progress.is_some())?;
        while let Some(event) = running.next(py)? {
            match (event, on_better, on_progress) {
                (Event::Better(found), Some(tell), _) => {
                    tell.call1((solution::of_better(py, &found)?,))?;
                }
                (Event::Progress(progress), _, Some(tell)) => {
                    tell.call1((progress,))?;
                }
                (Event::Done(answer), ..) => {
                    let answer = answer.map_err(Fault::from)?;
                    return solution::of_answer(py, &answer);
                }
                _ => {}
            }
        }
        Err(job.failure())
    }

    /// Solves many states, one on each core at a time, and gives their solutions in their order. `states` is an iterable
    /// of what `solve` takes, or an array with a row for each state. `on_progress` is called with the number of states
    /// that are done, and with the number of all of them.
    ///
    /// Raises the error of the first state that has one, or gives errors in the places of solutions with
    /// `return_exceptions`.
    #[pyo3(signature = (states, *, return_exceptions = false, on_progress = None, **settings))]
    fn solve_many(
        &self,
        py: Python<'_>,
        states: &Bound<'_, PyAny>,
        return_exceptions: bool,
        on_progress: Option<&Bound<'_, PyAny>>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyList>> {
        let ask = self.usual.clone().with(&self.puzzle, settings)?;
        let mut results: Vec<Option<Py<PyAny>>> = Vec::new();
        let towards = ask.towards();
        let mut places = Vec::new();
        let mut read = Vec::new();
        for state in states.try_iter()? {
            match self.puzzle.state_towards(&state?, towards.as_deref()) {
                Ok(state) => {
                    places.push(results.len());
                    read.push(state);
                    results.push(None);
                }
                Err(error) if return_exceptions => results.push(Some(error.into_value(py).into())),
                Err(error) => return Err(error),
            }
        }
        let (solver, count) = (self.solver.clone(), results.len());
        let mut done = count - read.len();
        let running = Running::start(move |tell, cancel| {
            let request = |state| ask.request(&solver, state, cancel);
            let requests: Vec<_> = read.into_iter().map(request).collect();
            solver.run_many(&requests, |nth, answer| {
                let _ = tell.send((nth, answer));
            });
        })?;
        while let Some((nth, answer)) = running.next(py)? {
            let answer = answer.map_err(|error| Fault::from(error).into());
            let solution = answer.and_then(|answer| solution::of_answer(py, &answer));
            results[places[nth]] = Some(match solution {
                Ok(solution) => solution,
                Err(error) if return_exceptions => error.into_value(py).into(),
                Err(error) => return Err(error),
            });
            done += 1;
            if let Some(tell) = on_progress {
                tell.call1((done, count))?;
            }
        }
        let results: Option<Vec<_>> = results.into_iter().collect();
        Ok(PyList::new(py, results.ok_or_else(|| failure(self.evaluator.as_ref()))?)?.unbind())
    }

    /// An iterator of shorter and shorter solutions, until the time limit is over or it is closed.
    #[pyo3(signature = (state, *, time_limit = Some(10.0), **settings))]
    fn improve(
        &self,
        py: Python<'_>,
        state: &Bound<'_, PyAny>,
        time_limit: Option<f64>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Improving> {
        let given = match settings {
            Some(given) => given.copy()?,
            None => PyDict::new(py),
        };
        given.set_item("time_limit", time_limit)?;
        Improving::start(self.job(state, Some(&given))?)
    }

    fn __repr__(&self) -> String {
        let (puzzle, search) = (self.puzzle.inner.name(), self.search());
        match self.model() {
            Some(model) => format!("<Solver of {puzzle}: {search} with {model}>"),
            None => format!("<Solver of {puzzle}: {search}>"),
        }
    }
}
