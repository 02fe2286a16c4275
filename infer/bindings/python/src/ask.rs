//! What is asked of a search: keyword arguments as the library's settings, limits, prices and targets.

use crate::fault::Fault;
use crate::puzzle::Puzzle;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use quarterturn::costs::{CostsError, MoveCosts};
use quarterturn::puzzles::{Text, Visitor};
use quarterturn::search::Published;
use quarterturn::solver::{Request, SearchKind, Settings};
use quarterturn::{Solver, State};
use quarterturn_classic::Classical;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// All that may differ from one state to the next.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    pub settings: Settings,
    pub costs: Option<MoveCosts>,
    pub target: Option<State>,
    max_length: Option<usize>,
}

impl Ask {
    /// With the keyword arguments of a call in place of its own; None takes a search's own choice.
    pub fn with(mut self, puzzle: &Puzzle, given: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        for (name, value) in given.into_iter().flatten() {
            let name = name.cast::<PyString>()?;
            self.set(puzzle, name.to_cow()?.as_ref(), &value)?;
        }
        self.settings.check().map_err(Fault::from)?;
        Ok(self)
    }

    fn set(&mut self, puzzle: &Puzzle, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let settings = &mut self.settings;
        let given = Given { name, value };
        match name {
            "search" => {
                settings.search = given
                    .get::<String>()?
                    .map(|name| search(&name))
                    .transpose()?
            }
            "width" => settings.width = given.get()?,
            "shortlist" => settings.shortlist = given.get()?,
            "split" => settings.split = given.get()?,
            "ball" => settings.ball = given.get()?,
            "views" => settings.views = given.get()?,
            "lambda" | "lambda_" => settings.lambda = given.get()?,
            "batch" => settings.batch = given.get()?,
            "exploration" => settings.exploration = given.get()?,
            "virtual_loss" => settings.virtual_loss = given.get()?,
            "temperature" => settings.temperature = given.get()?,
            "workers" => settings.workers = given.get()?,
            "as_published" => {
                let name = given.get::<String>()?;
                settings.as_published = name.map(|name| published(&name)).transpose()?;
            }
            "cache" => settings.cache = given.get()?,
            "time_limit" => settings.time_limit = given.time()?,
            "restarts" => settings.restarts = given.get()?,
            "fallback" => settings.fallback = given.get()?,
            "target_length" => settings.target_length = given.get()?,
            "node_limit" => settings.node_limit = given.get()?,
            "memory_limit" => settings.memory_limit = given.get()?,
            "max_length" => self.max_length = given.get()?,
            "costs" => self.costs = given.some().map(|value| costs(puzzle, value)).transpose()?,
            "target" => self.target = given.some().map(|value| puzzle.target(value)).transpose()?,
            _ => {
                let message = format!("got an unexpected keyword argument '{name}'");
                return Err(PyTypeError::new_err(message));
            }
        }
        Ok(())
    }

    /// A request that this makes of a state.
    pub fn request<'a>(
        &self,
        solver: &'a Solver,
        state: State,
        cancel: &Arc<AtomicBool>,
    ) -> Request<'a> {
        let request = solver.request_for(state).unset();
        let request = request.settings(self.settings.clone());
        let mut request = request.cancel(cancel);
        if let Some(costs) = &self.costs {
            request = request.costs(costs.clone());
        }
        if let Some(target) = &self.target {
            request = request.target(&target.to_string());
        }
        if let Some(moves) = self.max_length {
            request = request.max_length(moves);
        }
        request
    }

    /// The text of the target.
    pub fn towards(&self) -> Option<String> {
        self.target.as_ref().map(State::to_string)
    }

    /// Whether moves lead from a state to where they should.
    pub fn verifies(&self, state: &State, moves: &str) -> bool {
        state.apply(moves).is_ok_and(|end| match &self.target {
            None => end.is_solved(),
            Some(target) => end == *target,
        })
    }
}

/// A keyword argument.
struct Given<'a, 'py> {
    name: &'a str,
    value: &'a Bound<'py, PyAny>,
}

impl<'a, 'py> Given<'a, 'py> {
    fn some(&self) -> Option<&'a Bound<'py, PyAny>> {
        Some(self.value).filter(|value| !value.is_none())
    }

    fn get<T: FromPyObjectOwned<'py>>(&self) -> PyResult<Option<T>> {
        let value = self.some().map(|value| value.extract().map_err(Into::into));
        value.transpose().map_err(|error| self.wrong(error))
    }

    /// Seconds, or a `timedelta`.
    fn time(&self) -> PyResult<Option<Duration>> {
        let Some(value) = self.some() else {
            return Ok(None);
        };
        if let Ok(time) = value.extract::<Duration>() {
            return Ok(Some(time));
        }
        let seconds: f64 = value.extract().map_err(|error| self.wrong(error))?;
        match Duration::try_from_secs_f64(seconds) {
            Ok(time) => Ok(Some(time)),
            Err(_) => Err(self.out_of_range().into()),
        }
    }

    /// A number that is too large for its place is one out of range.
    fn wrong(&self, error: PyErr) -> PyErr {
        let py = self.value.py();
        if error.is_instance_of::<PyOverflowError>(py) {
            return self.out_of_range().into();
        }
        PyTypeError::new_err(format!("{}: {}", self.name, error.value(py)))
    }

    fn out_of_range(&self) -> Fault {
        Fault::new(
            "out-of-range",
            format!("{} is {}: out of range", self.name, self.value),
        )
    }
}

/// A search by its name, one of the classical ones with its own settings: `two-phase 22`.
fn search(name: &str) -> Result<SearchKind, Fault> {
    if let Ok(own) = name.parse() {
        return Ok(own);
    }
    let words: Vec<&str> = name.split_whitespace().collect();
    match Classical::read(&words, None) {
        Some(Ok(classical)) => Ok(SearchKind::Extension(Arc::new(classical))),
        Some(Err(error)) => Err(Fault::new("unknown-search", error)),
        None => Ok(name.parse()?),
    }
}

fn published(name: &str) -> Result<Published, Fault> {
    let all = [Published::Deepcube, Published::Cube2Report];
    let found = all.into_iter().find(|paper| paper.name() == name);
    let names = all.map(Published::name).join(" or ");
    found.ok_or_else(|| {
        Fault::new(
            "out-of-range",
            format!("as_published is {name:?}, not {names}"),
        )
    })
}

/// Prices of moves: a mapping from their names, or a text as in a file of costs.
fn costs(puzzle: &Puzzle, value: &Bound<'_, PyAny>) -> PyResult<MoveCosts> {
    if let Ok(text) = value.cast::<PyString>() {
        let costs = puzzle.inner.costs(text.to_cow()?.as_ref());
        return Ok(costs.map_err(Fault::from)?);
    }
    let prices: Vec<(String, f64)> = value
        .call_method0("items")?
        .try_iter()?
        .map(|item| item?.extract())
        .collect::<PyResult<_>>()?;
    let prices: Vec<(&str, f64)> = prices
        .iter()
        .map(|(name, price)| (&**name, *price))
        .collect();
    Ok(puzzle.inner.visit(Prices(&prices)).map_err(Fault::from)?)
}

struct Prices<'a>(&'a [(&'a str, f64)]);

impl Visitor for Prices<'_> {
    type Output = Result<MoveCosts, CostsError>;

    fn visit<P: Text>(self, puzzle: &P) -> Self::Output {
        MoveCosts::of_moves(puzzle, self.0)
    }
}
