//! A function of Python's in place of a network.

use crate::fault::{Fault, defect};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quarterturn::solver::Estimate;
use quarterturn::{Puzzle, State};
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, PoisonError};

/// States that it is given at once.
const BATCH: usize = 4096;

/// A function from an array of states to what they cost. It is called on the threads of a search, one at a time.
#[derive(Clone, Debug)]
pub struct Evaluator {
    function: Arc<Py<PyAny>>,
    /// What it raised.
    raised: Arc<Mutex<Option<PyErr>>>,
}

impl Evaluator {
    /// For a puzzle whose states are numbers.
    pub fn new(puzzle: &Puzzle, function: Py<PyAny>) -> PyResult<Self> {
        puzzle.start().numbers().map_err(Fault::from)?;
        Ok(Self {
            function: Arc::new(function),
            raised: Arc::default(),
        })
    }

    fn call(&self, states: &[State]) -> PyResult<Vec<f32>> {
        let rows = states.iter().map(State::numbers);
        let rows: Vec<Vec<u16>> = rows.collect::<Result<_, _>>().map_err(Fault::from)?;
        let all: Vec<u8> = rows
            .iter()
            .flatten()
            .flat_map(|number| number.to_le_bytes())
            .collect();
        Python::attach(|py| {
            let numpy = py.import("numpy")?;
            let shape = (states.len(), rows.first().map_or(0, Vec::len));
            let array = numpy.call_method1("frombuffer", (all, "<u2"))?;
            let array = array.call_method1("reshape", (shape,))?;
            let costs = self.function.bind(py).call1((array,))?;
            let costs = numpy.call_method1("asarray", (costs, "float32"))?;
            let costs: Vec<f32> = costs
                .call_method0("ravel")?
                .call_method0("tolist")?
                .extract()?;
            if costs.len() == states.len() {
                return Ok(costs);
            }
            let message = format!(
                "the evaluator gave {} costs for {} states",
                costs.len(),
                states.len()
            );
            Err(PyValueError::new_err(message))
        })
    }
}

/// Why a search ended without an answer: what its evaluator raised, or a defect.
pub fn failure(evaluator: Option<&Evaluator>) -> PyErr {
    let raised = evaluator.and_then(|evaluator| {
        let mut raised = evaluator.raised.lock();
        raised.as_deref_mut().ok().and_then(Option::take)
    });
    raised.unwrap_or_else(defect)
}

impl Estimate for Evaluator {
    fn cost_to_go(&self, states: &[State]) -> Vec<f32> {
        self.call(states).unwrap_or_else(|error| {
            *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            // The search ends here; whoever waits for its answer raises the error.
            resume_unwind(Box::new(()))
        })
    }

    fn batch(&self) -> usize {
        BATCH
    }
}
