//! The Bellman target's part of a `[target]` table.

use super::Fault;
use super::check::{need, weight};
use super::defaults::{half, is_default, is_one, one, whole};
use serde::{Deserialize, Serialize};

/// Beams are searched for all steps between two refreshments: these many states are some 20 GB.
const STATES_OF_BEAMS: i64 = 1 << 25;

/// How labels of states and of all their children are made by look-ahead.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Bellman {
    /// Steps of each walk.
    pub steps: i64,
    /// Walks generated together; a batch has states of all of them.
    pub pool: i64,
    /// Steps between two refreshments of the parameters that look ahead. With a `beam`, this times the batch
    /// times `steps` is at most 33,554,432.
    pub refresh: u64,
    /// The share of those parameters that a refreshment keeps: 0 for the latest alone, up to 1 for
    /// an exponential average over many refreshments.
    #[serde(default, skip_serializing_if = "is_default")]
    pub average: f64,
    /// Hold labels above the puzzle's lower bound.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bound: bool,
    /// No label is above this, which is what a state costs that leads nowhere. `stray` needs it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub most: Option<f64>,
    /// Random moves that states are made to go on by, at most: so those are met that lead nowhere, or
    /// lie beside the way.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stray: i64,
    /// States of a greedy walk along which labels look ahead, at most `steps`; 1: one move alone.
    #[serde(default = "one")]
    pub rollout: i64,
    /// The width of a beam that takes the place of the greedy walk, `rollout` moves long; 1: the walk.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub beam: i64,
    /// The share of the beams' states that are learnt from: neighbours are nearly alike, so fewer of
    /// more beams say more.
    #[serde(default = "whole", skip_serializing_if = "is_one")]
    pub share: f64,
    /// How much is learnt of what all states of a beam's layer are off by together, which no search
    /// asks for: 1 all of it.
    #[serde(default = "whole", skip_serializing_if = "is_one")]
    pub common: f64,
    /// The share of a label that the next state of the greedy walk gives; not for a `beam`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub lambda: f64,
    /// Weight of the Q loss beside the value loss.
    #[serde(default = "half")]
    pub q_weight: f64,
}

impl Bellman {
    /// The most that a label may be.
    pub fn most(&self) -> f64 {
        self.most.unwrap_or(f64::INFINITY)
    }

    /// Checks the values, for batches of so many walks.
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
            "needs `most`: what leads nowhere must cost something",
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
            "must be above 0 and at most 1, and is of a `beam`",
        )?;
        let apart = (0.0..=1.0).contains(&common) && (beam > 1 || common == 1.0);
        need(apart, "target.common", "must be 0 to 1, and is of a `beam`")?;
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
