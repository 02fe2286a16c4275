//! Work on a thread of its own, while Python's threads go on and Ctrl-C is heard.

use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How long Ctrl-C may have to wait to be heard.
const POLL: Duration = Duration::from_millis(20);

/// Work that tells of events. It is asked to stop when this value goes.
#[derive(Debug)]
pub struct Running<T> {
    events: Mutex<Receiver<T>>,
    cancel: Arc<AtomicBool>,
}

impl<T: Send + 'static> Running<T> {
    /// Starts the work. It gets a channel for its events, and a flag that says that nobody wants more of them.
    pub fn start(
        work: impl FnOnce(&Sender<T>, &Arc<AtomicBool>) + Send + 'static,
    ) -> PyResult<Self> {
        let (tell, events) = mpsc::channel();
        let cancel = Arc::new(AtomicBool::new(false));
        let flag = cancel.clone();
        let work = move || work(&tell, &flag);
        thread::Builder::new().spawn(work)?;
        let events = Mutex::new(events);
        Ok(Self { events, cancel })
    }

    /// Waits for the next event, without the interpreter's lock. `None` at the end.
    pub fn next(&self, py: Python<'_>) -> PyResult<Option<T>> {
        loop {
            let next = py.detach(|| {
                let events = self.events.lock();
                events
                    .unwrap_or_else(PoisonError::into_inner)
                    .recv_timeout(POLL)
            });
            match next {
                Ok(event) => return Ok(Some(event)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {
                    py.check_signals().inspect_err(|_| self.stop())?
                }
            }
        }
    }
}

impl<T> Running<T> {
    /// Asks the work to stop soon.
    pub fn stop(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

impl<T> Drop for Running<T> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// How far a search has come.
#[pyclass(frozen, get_all, module = "quarterturn")]
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Seconds since its start.
    seconds: f64,
    /// The share of its time limit that is over, from 0 to 1; None where it has no limit.
    share: Option<f64>,
    /// States made so far.
    nodes: u64,
    /// The depth that a beam has reached.
    depth: Option<usize>,
    /// States that a beam keeps of each depth.
    width: Option<usize>,
    /// The length of the best solution so far.
    length: Option<usize>,
}

impl From<quarterturn::Progress> for Progress {
    fn from(progress: quarterturn::Progress) -> Self {
        Self {
            seconds: progress.elapsed.as_secs_f64(),
            share: progress.share,
            nodes: progress.counters.generated,
            depth: progress.depth,
            width: progress.width,
            length: progress.length,
        }
    }
}

#[pymethods]
impl Progress {
    fn __repr__(&self) -> String {
        let length = self.length.map_or("None".into(), |n| n.to_string());
        format!(
            "<Progress: {:.2} s, {} nodes, length {length}>",
            self.seconds, self.nodes
        )
    }
}
