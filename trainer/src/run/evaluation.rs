//! Evaluations during training, and the best parameters that they have found so far.

use super::state::State;
use super::{Options, RunError};
use crate::checkpoint::{BEST, Checkpoint, Score};
use crate::eval;
use crate::folder::Folder;
use crate::progress;
use crate::recipe::Recipe;
use serde_json::json;

/// One evaluation's share of a run's time, as a divisor, where it has a time for all.
const EVALUATION: u32 = 25;

/// The evaluations of a run.
pub(super) struct Evaluations {
    best: Option<Score>,
}

impl Evaluations {
    /// Goes on from the best parameters that this run has left in its folder.
    pub(super) fn new(state: &State, folder: &Folder) -> Result<Self, RunError> {
        let best = Checkpoint::load_file(&folder.path().join(BEST))?;
        let ours = best.filter(|best| best.progress.run == state.progress.run);
        Ok(Self {
            best: ours.and_then(|best| best.progress.score),
        })
    }

    /// Evaluates, records the result and keeps the parameters if they are the best so far.
    pub(super) fn run(
        &mut self,
        state: &mut State,
        recipe: &Recipe,
        options: &Options,
        folder: &mut Folder,
        shown: &mut progress::Reporter,
    ) -> Result<(), RunError> {
        let net = state.course.net_mut();
        let dynamics = state.dynamics.as_ref();
        let most = options.within.map(|within| within / EVALUATION);
        let Some(result) = eval::held_out(recipe, dynamics, net, &options.stop, most) else {
            return Ok(());
        };
        let score = result.score();
        let best = score.beats(self.best.as_ref());
        shown.evaluated(result.summary());
        folder.record(&json!({
            "step": state.progress.step,
            "examples": state.progress.examples,
            "seconds": state.progress.seconds,
            "greedy": result.greedy,
            "beam": result.beam,
            "best": best,
        }))?;
        if best {
            let mut kept = state.checkpoint(state.course.net().variables(), folder)?;
            kept.progress.score = Some(score.clone());
            let saved = kept.save_best(folder.path());
            saved.map_err(|source| RunError::unsaved(source, folder))?;
            self.best = Some(score);
        }
        Ok(())
    }
}
