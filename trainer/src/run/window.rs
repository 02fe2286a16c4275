//! Means over the steps between two reports.

use super::RunError;
use super::error::Kept;
use super::state::State;
use crate::checkpoint::Progress;
use crate::folder::Folder;
use crate::progress;
use serde_json::json;
use std::time::Instant;

/// The steps between two reports.
pub(super) struct Window {
    started: Instant,
    step: u64,
    examples: u64,
    generation: f64,
}

impl Window {
    pub(super) fn new(state: &State) -> Self {
        Self {
            started: Instant::now(),
            step: state.progress.step,
            examples: state.progress.examples,
            generation: state.course.generation_seconds(),
        }
    }

    /// Whether no step was made since.
    pub(super) fn is_empty(&self, state: &State) -> bool {
        self.step == state.progress.step
    }

    pub(super) fn report(
        &self,
        state: &mut State,
        rate: f64,
        folder: &mut Folder,
        shown: &mut progress::Reporter,
    ) -> Result<(), RunError> {
        let losses = state.course.losses();
        let Progress {
            step,
            examples,
            seconds,
            ..
        } = state.progress;
        if let Some((name, _)) = losses.iter().find(|(_, v)| !v.is_finite()) {
            return Err(RunError::Diverged {
                what: format!("{name} loss"),
                step,
                kept: Kept::of(folder),
            });
        }
        let elapsed = self.started.elapsed().as_secs_f64().max(1e-9);
        let speed = (examples - self.examples) as f64 / elapsed;
        let table: serde_json::Map<_, _> = losses
            .iter()
            .map(|&(n, v)| (n.to_owned(), v.into()))
            .collect();
        folder.record(&json!({
            "step": step,
            "examples": examples,
            "seconds": seconds,
            "loss": table,
            "rate": rate,
            "examples_per_second": speed,
            "steps_per_second": (step - self.step) as f64 / elapsed,
            "generation_share": (state.course.generation_seconds() - self.generation) / elapsed,
        }))?;
        shown.show(examples, &losses);
        Ok(())
    }
}
