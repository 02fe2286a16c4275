//! What makes a target.

use super::{Fault, need, weight};
use crate::recipe::{Stage, Target};

impl Target {
    pub(super) fn check(&self, batch: i64) -> Result<(), Fault> {
        let pool = self.pool();
        need(
            (1..=1 << 24).contains(&pool),
            "target.pool",
            "must be 1 to 16777216",
        )?;
        match self {
            Target::Walk { q_weight, .. } => weight(*q_weight, "target.q_weight")?,
            Target::Davi {
                check,
                threshold,
                depth,
                ..
            } => {
                check_depth(*depth)?;
                need(*check > 0, "target.check", "must be at least 1")?;
                need(*threshold > 0.0, "target.threshold", "must be above 0")?;
            }
            Target::Adi {
                depth,
                refresh,
                value_weight,
                policy_weight,
                ..
            } => {
                check_depth(*depth)?;
                need(*refresh > 0, "target.refresh", "must be at least 1")?;
                weight(*value_weight, "target.value_weight")?;
                weight(*policy_weight, "target.policy_weight")?;
            }
            Target::Policy { .. } => {}
            Target::Q { refresh, .. } => {
                need(*refresh > 0, "target.refresh", "must be at least 1")?;
            }
            Target::Bellman(bellman) => bellman.check(batch)?,
            Target::Exact { q_weight, .. } => weight(*q_weight, "target.q_weight")?,
            Target::Mixed { stages, ratio, .. } => {
                need(*ratio > 0, "target.ratio", "must be at least 1")?;
                check_stages(stages)?;
            }
        }
        need(
            (1..=10_000).contains(&self.steps()),
            "target.steps",
            "must be 1 to 10000",
        )
    }
}

/// Looking further ahead takes as many evaluations as the puzzle has moves, for each state and move.
fn check_depth(depth: u64) -> Result<(), Fault> {
    need((1..=2).contains(&depth), "target.depth", "must be 1 or 2")
}

/// Stages follow each other, and only the last has no end.
fn check_stages(stages: &[Stage]) -> Result<(), Fault> {
    let key = "target.stages";
    let Some((last, earlier)) = stages.split_last() else {
        return need(false, key, "needs at least one stage");
    };
    need(last.until.is_none(), key, "the last stage has no `until`")?;
    let mut begin = 0;
    for stage in earlier {
        let end = stage.until.unwrap_or(0);
        need(
            end > begin,
            key,
            "every stage but the last needs an `until` after the one before",
        )?;
        begin = end;
    }
    let possible = stages.iter().all(|s| (1..=10_000).contains(&s.steps));
    need(possible, key, "the steps of a stage must be 1 to 10000")
}
