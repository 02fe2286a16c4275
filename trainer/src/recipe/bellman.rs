//! The Bellman target's part of a `[target]` table.

use super::Fault;
use super::check::{need, weight};
use super::defaults::{half, is_default, is_one, one, whole};
use serde::{Deserialize, Serialize};

/// Most states of beams. Beams are searched for all steps between two refreshes at once, and these are some 20 GB.
const STATES_OF_BEAMS: i64 = 1 << 25;

/// Labels of states and of all their children by look-ahead.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Bellman {
    /// Steps of each walk.
    pub steps: i64,
    /// Number of walks generated together; a batch has states of all of them.
    pub pool: i64,
    /// Number of steps after which the guide, the network that looks ahead, is refreshed. With a `beam`, this
    /// number times the batch times `steps` is at most 33,554,432.
    pub refresh: u64,
    /// The share of its parameters that the guide keeps in a refresh: 0 takes the latest parameters, values up
    /// to 1 average over many refreshes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub average: f64,
    /// Keep labels above the puzzle's lower bound.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bound: bool,
    /// The largest label, which is also the cost of a state from which no goal can be reached. `stray` needs it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub most: Option<f64>,
    /// Most random moves that are made from the states of a walk, to meet states beside the path and states
    /// from which no goal can be reached.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stray: i64,
    /// Moves of the greedy walk along which labels look ahead, at most `steps`; 1 looks one move ahead.
    #[serde(default = "one")]
    pub rollout: i64,
    /// The width of a beam in place of the greedy walk, `rollout` moves long; 1 is the greedy walk.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub beam: i64,
    /// The share of the beams' states that are learnt from. Neighbours are nearly the same, so fewer states of
    /// more beams teach more.
    #[serde(default = "whole", skip_serializing_if = "is_one")]
    pub share: f64,
    /// How much of the error that all states of a beam's layer share is learnt, from 0 to 1. Searches compare
    /// states of one layer, so it does not matter to them.
    #[serde(default = "whole", skip_serializing_if = "is_one")]
    pub common: f64,
    /// The share of a label that comes from the next state of the greedy walk; not for a `beam`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub lambda: f64,
    /// Weight of the Q loss relative to the value loss.
    #[serde(default = "half")]
    pub q_weight: f64,
}

impl Bellman {
    /// The largest label.
    pub fn most(&self) -> f64 {
        self.most.unwrap_or(f64::INFINITY)
    }

    /// Checks the values, for batches of `batch` walks.
    pub(super) fn check(&self, batch: i64) -> Result<(), Fault> {
        let Self {
            refresh,
            average,
            stray,
            most,
            rollout,
            beam,
            share,
            common,
            lambda,
            q_weight,
            ..
        } = *self;
        let moves = (0..=1000).contains(&stray);
        need(moves, "target.stray", "must be 0 to 1000")?;
        let cost = most.is_none_or(|most| most >= 1.0 && most.is_finite());
        need(cost, "target.most", "must be at least 1")?;
        let safe = stray == 0 || most.is_some();
        need(
            safe,
            "target.stray",
            "needs `most`: states that lead to no goal need a cost",
        )?;
        need(refresh > 0, "target.refresh", "must be at least 1")?;
        let kept = (0.0..1.0).contains(&average);
        need(kept, "target.average", "must be at least 0 and below 1")?;
        let fits = (1..=self.steps).contains(&rollout);
        need(fits, "target.rollout", "must be 1 to `steps`")?;
        let looks = (0.0..=1.0).contains(&lambda);
        need(looks, "target.lambda", "must be 0 to 1")?;
        let wide = (1..=4096).contains(&beam) && (beam == 1 || rollout > 1);
        need(
            wide,
            "target.beam",
            "must be 1 to 4096, and needs a `rollout` above 1",
        )?;
        let states = self.steps.saturating_mul(batch);
        let states = states.saturating_mul(refresh.try_into().unwrap_or(i64::MAX));
        need(
            beam == 1 || states <= STATES_OF_BEAMS,
            "target.refresh",
            format!(
                "is for {states} states of beams at once (refresh × batch × steps); at most \
                 {STATES_OF_BEAMS}"
            ),
        )?;
        let part = share > 0.0 && share <= 1.0 && (beam > 1 || share == 1.0);
        need(
            part,
            "target.share",
            "must be above 0 and at most 1, and needs a `beam`",
        )?;
        let apart = (0.0..=1.0).contains(&common) && (beam > 1 || common == 1.0);
        need(apart, "target.common", "must be 0 to 1, and needs a `beam`")?;
        let alone = beam == 1 || lambda == 0.0;
        need(
            alone,
            "target.lambda",
            "is for greedy walks, not for a beam",
        )?;
        weight(q_weight, "target.q_weight")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beams_for_too_many_steps_at_once_are_refused() {
        let of = |refresh: u64, beam: i64| {
            let text = format!(
                "steps = 200\npool = 100\nrefresh = {refresh}\nrollout = 40\nbeam = {beam}"
            );
            let target: Bellman = toml::from_str(&text).unwrap();
            target.check(16)
        };
        of(30, 16).unwrap();
        of(1 << 40, 1).unwrap();
        assert_eq!(of(1 << 14, 16).unwrap_err().key, "target.refresh");
        assert_eq!(of(u64::MAX, 16).unwrap_err().key, "target.refresh");
    }
}
