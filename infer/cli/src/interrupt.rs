//! Ctrl-C: the first one stops the search and keeps its best; a second one, or one while no
//! search runs, ends the program at once.

use super::error::CliError;
use super::progress;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// Knows whether the user wants to stop.
#[derive(Clone, Default)]
pub struct Interrupt {
    /// Given to a search as its cancel token.
    pub cancel: Arc<AtomicBool>,
    searching: Arc<AtomicBool>,
}

impl Interrupt {
    /// Starts listening.
    pub fn listen() -> Result<Self, CliError> {
        let this = Self::default();
        let heard = this.clone();
        ctrlc::set_handler(move || {
            if heard.cancel.swap(true, SeqCst) || !heard.searching.load(SeqCst) {
                progress::exit(130);
            }
        })
        .map_err(|e| CliError::System(format!("cannot listen for Ctrl-C: {e}")))?;
        Ok(this)
    }

    /// Runs a search during which Ctrl-C asks it to stop.
    pub fn during<T>(&self, search: impl FnOnce() -> T) -> T {
        self.searching.store(true, SeqCst);
        let result = search();
        self.searching.store(false, SeqCst);
        result
    }

    /// Whether the user has asked to stop.
    pub fn happened(&self) -> bool {
        self.cancel.load(SeqCst)
    }
}
