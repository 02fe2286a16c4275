//! A search that is asked for, and what it tells.

use crate::ask::Ask;
use crate::evaluator::{Evaluator, failure};
use crate::running::{Progress, Running};
use pyo3::prelude::*;
use quarterturn::State;
use quarterturn::solver::{Answer, Improvement, RequestError};
use std::sync::Arc;

/// A state to be solved, and how.
#[derive(Clone, Debug)]
pub struct Job {
    pub solver: Arc<quarterturn::Solver>,
    pub state: State,
    pub ask: Ask,
    pub evaluator: Option<Evaluator>,
}

/// What a search tells of.
#[derive(Debug)]
pub enum Event {
    /// A better solution.
    Better(Improvement),
    /// How far it has come.
    Progress(Progress),
    /// The answer.
    Done(Result<Answer, RequestError>),
}

impl Job {
    /// Why it ended without an answer.
    pub fn failure(&self) -> PyErr {
        failure(self.evaluator.as_ref())
    }

    /// Starts the search, which tells of better solutions and of progress where that is wanted.
    pub fn start(&self, better: bool, progress: bool) -> PyResult<Running<Event>> {
        let Self {
            solver, state, ask, ..
        } = self.clone();
        Running::start(move |tell, cancel| {
            let mut request = ask.request(&solver, state.clone(), cancel);
            // Where nobody listens any more there is nothing to tell.
            if better {
                let tell = tell.clone();
                request = request.on_better(move |found| {
                    let _ = tell.send(Event::Better(found));
                });
            }
            if progress {
                let tell = tell.clone();
                request = request.on_progress(move |progress| {
                    let _ = tell.send(Event::Progress(progress.into()));
                });
            }
            let _ = tell.send(Event::Done(request.run()));
        })
    }
}
