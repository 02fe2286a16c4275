//! What is asked of a search: keyword arguments as the library's settings, limits, prices and targets.

use crate::fault::Fault;
use crate::puzzle::Puzzle;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString};
use quarterturn::costs::MoveCosts;
use quarterturn::solver::{Request, SearchKind, Setting, Settings, Value, Values};
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

    fn set(&mut self, puzzle: &Puzzle, name: &str, given: &Bound<'_, PyAny>) -> PyResult<()> {
        let some = Some(given).filter(|given| !given.is_none());
        match name {
            "max_length" => self.max_length = some.map(|given| given.extract()).transpose()?,
            "costs" => self.costs = some.map(|given| costs(puzzle, given)).transpose()?,
            "target" => self.target = some.map(|given| puzzle.target(given)).transpose()?,
            _ => {
                // A word of Python's may have a line at its end.
                let Ok(setting) = Setting::named(name.trim_end_matches('_')) else {
                    let message = format!("got an unexpected keyword argument '{name}'");
                    return Err(PyTypeError::new_err(message));
                };
                self.give(setting, some)?;
            }
        }
        Ok(())
    }

    /// Gives a setting a value, or leaves it to the search.
    fn give(&mut self, setting: Setting, given: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let Some(given) = given else {
            self.settings.unset(setting);
            return Ok(());
        };
        let value = value(setting, given)?;
        if setting == Setting::Search
            && let Value::Text(name) = &value
            && let Some(classical) = classical(name)
        {
            self.settings.search = Some(classical?);
            return Ok(());
        }
        let set = self.settings.set(setting.name(), value);
        Ok(set.map_err(Fault::from)?)
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
}

/// An object of Python's as a value of a setting.
fn value(setting: Setting, given: &Bound<'_, PyAny>) -> PyResult<Value> {
    let wrong = |wanted: &str| {
        let message = format!("{}: {given} is {wanted}", setting.name());
        PyTypeError::new_err(message)
    };
    let values = setting.values();
    if let (Values::Time, Ok(time)) = (values, given.extract::<Duration>()) {
        return Ok(time.as_secs_f64().into());
    }
    Ok(match values {
        Values::Words(_) if given.is_instance_of::<PyString>() => {
            given.extract::<String>()?.as_str().into()
        }
        Values::YesNo if given.is_instance_of::<PyBool>() => given.extract::<bool>()?.into(),
        Values::Whole { .. } | Values::Bytes if given.is_instance_of::<PyInt>() => {
            match given.extract::<u64>() {
                Ok(number) => number.into(),
                // Below zero, or larger than any machine counts.
                Err(_) => given.extract::<f64>().unwrap_or(f64::INFINITY).into(),
            }
        }
        Values::Time | Values::Number { .. } => match given.extract::<f64>() {
            Ok(number) => number.into(),
            Err(_) => return Err(wrong("not a number")),
        },
        values => return Err(wrong(&values.wanted())),
    })
}

/// A classical solver, which is no search of the library's own.
fn classical(name: &str) -> Option<Result<SearchKind, Fault>> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let found = Classical::read(&words, None)?;
    Some(match found {
        Ok(classical) => Ok(SearchKind::Extension(Arc::new(classical))),
        Err(error) => Err(Fault::new("unknown-search", error)),
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
    Ok(puzzle.inner.prices(&prices).map_err(Fault::from)?)
}
