//! The `[target]` table.

use super::Head;
use super::bellman::Bellman;
use super::defaults::{half, is_default, is_one, once, one, thousand, whole};
use serde::{Deserialize, Serialize};

/// The training target.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Target {
    /// Walk labels: the step number of non-backtracking random walks from the goal.
    Walk {
        /// Steps of each walk: labels run from 1 to this.
        steps: i64,
        /// Number of walks generated together; labels are min-propagated over duplicates in this pool.
        pool: i64,
        /// Weight of the Q loss relative to the value loss.
        #[serde(default = "half")]
        q_weight: f64,
        /// Weight of each depth in the value loss.
        #[serde(default, skip_serializing_if = "is_default")]
        weighting: Weighting,
        /// See each walk in a symmetry frame drawn at random.
        #[serde(default, skip_serializing_if = "is_default")]
        frames: bool,
        /// Deal the labels of each batch out to its states at random. Nothing can be learnt then: a control.
        #[serde(default, skip_serializing_if = "is_default")]
        control: bool,
    },
    /// Deep approximate value iteration (DeepCubeA, Algorithm 1).
    Davi {
        /// Most moves in a scramble, K.
        steps: i64,
        /// Walks generated together.
        #[serde(default = "one")]
        pool: i64,
        /// Draw the states of a batch from all walks of the pool.
        #[serde(default, skip_serializing_if = "is_default")]
        scattered: bool,
        /// Number of steps after which the loss is checked, C.
        check: u64,
        /// Loss below which the look-ahead takes the parameters learnt so far, ε.
        threshold: f64,
        /// Moves that labels look ahead.
        #[serde(default = "once", skip_serializing_if = "is_one")]
        depth: u64,
        /// Never learn a cost above the walk label.
        #[serde(default)]
        capped: bool,
    },
    /// Autodidactic iteration (DeepCube, Algorithm 1).
    Adi {
        /// Most moves in a scramble, k.
        steps: i64,
        /// Walks generated together.
        #[serde(default = "one")]
        pool: i64,
        /// Moves that labels look ahead.
        #[serde(default = "once", skip_serializing_if = "is_one")]
        depth: u64,
        /// Number of steps after which the look-ahead takes the latest parameters; 1 means always.
        #[serde(default = "once")]
        refresh: u64,
        /// Weight of the value loss.
        #[serde(default = "whole")]
        value_weight: f64,
        /// Weight of the policy loss.
        #[serde(default = "whole")]
        policy_weight: f64,
    },
    /// Predict the move that undoes the last move of the walk (EfficientCube).
    Policy {
        /// Steps of each walk.
        steps: i64,
        /// Walks generated together.
        #[serde(default = "one")]
        pool: i64,
    },
    /// Cost-to-go after each move: walk labels first, then Q-learning.
    Q {
        /// Steps of each walk.
        steps: i64,
        /// Number of walks generated together; labels are min-propagated over duplicates in this pool.
        pool: i64,
        /// The step from which Bellman updates replace the walk labels; they are never above the walk labels.
        #[serde(default)]
        bellman_from: Option<u64>,
        /// Number of steps after which the Bellman updates take the latest parameters.
        #[serde(default = "thousand")]
        refresh: u64,
    },
    /// Cost-to-go of states and of all their children by look-ahead with the integer network (fitted
    /// value iteration).
    Bellman(Bellman),
    /// The true distances of states and of all their children, by imitation (DeepCubeA, Supplementary Figure 2). For
    /// puzzles of at most 8,388,608 states, which are all kept in memory.
    Exact {
        /// Steps of each walk; a batch has this number of states for each of its walks, however they are drawn.
        steps: i64,
        /// Number of walks generated together; a batch has states of all of them.
        #[serde(default = "one")]
        pool: i64,
        /// How states are drawn.
        #[serde(default, skip_serializing_if = "is_default")]
        draw: Draw,
        /// Weight of the Q loss relative to the value loss.
        #[serde(default = "half")]
        q_weight: f64,
    },
    /// Walk labels and Bellman updates in a fixed ratio, from near states to far ones (Brinner).
    Mixed {
        /// The curriculum.
        stages: Vec<Stage>,
        /// Number of walks generated together; labels are min-propagated over duplicates in this pool.
        #[serde(default = "one")]
        pool: i64,
        /// Number of steps with walk labels for each step with Bellman updates.
        ratio: u64,
        /// Draw the states of a batch from all walks of the pool.
        #[serde(default, skip_serializing_if = "is_default")]
        scattered: bool,
        /// The step until which the values after earlier rounds of a recurrent network count too, with a weight of
        /// a thousandth each.
        #[serde(default, skip_serializing_if = "is_default")]
        every_round_until: u64,
    },
}

/// A stage of a curriculum.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// Steps of each walk.
    pub steps: i64,
    /// The training step at which the next stage begins; the last stage has none.
    pub until: Option<u64>,
}

/// How the states of a puzzle are drawn.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Draw {
    /// From walks.
    #[default]
    Walks,
    /// From all states, each as likely as any other.
    Evenly,
}

/// The weight of each depth of a walk.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Weighting {
    /// All depths equally.
    #[default]
    Uniform,
    /// In proportion to 1 / depth: near states count more (DeepCube).
    Inverse,
    /// In proportion to the depth: far states count more.
    Linear,
}

impl Target {
    /// The name in recipes.
    pub const fn name(&self) -> &'static str {
        match self {
            Target::Walk { .. } => "walk",
            Target::Davi { .. } => "davi",
            Target::Adi { .. } => "adi",
            Target::Policy { .. } => "policy",
            Target::Q { .. } => "q",
            Target::Bellman(_) => "bellman",
            Target::Exact { .. } => "exact",
            Target::Mixed { .. } => "mixed",
        }
    }

    /// The heads that the target trains and a network must therefore have.
    pub const fn heads(&self) -> &'static [Head] {
        match self {
            Target::Walk { .. }
            | Target::Davi { .. }
            | Target::Bellman(_)
            | Target::Exact { .. }
            | Target::Mixed { .. } => &[Head::Value],
            Target::Adi { .. } => &[Head::Value, Head::Policy],
            Target::Policy { .. } => &[Head::Policy],
            Target::Q { .. } => &[Head::Q],
        }
    }

    /// Heads that the target trains if the network has them.
    pub const fn optional_heads(&self) -> &'static [Head] {
        match self {
            Target::Walk { .. } | Target::Bellman(_) | Target::Exact { .. } => &[Head::Q],
            Target::Q { .. } => &[Head::Value],
            _ => &[],
        }
    }

    /// Whether it sees walks in random symmetry frames.
    pub const fn frames(&self) -> bool {
        matches!(self, Target::Walk { frames: true, .. })
    }

    /// Steps of the longest walks.
    pub fn steps(&self) -> i64 {
        match self {
            Target::Walk { steps, .. }
            | Target::Davi { steps, .. }
            | Target::Adi { steps, .. }
            | Target::Policy { steps, .. }
            | Target::Q { steps, .. }
            | Target::Exact { steps, .. }
            | Target::Bellman(Bellman { steps, .. }) => *steps,
            Target::Mixed { stages, .. } => stages.iter().map(|s| s.steps).max().unwrap_or(1),
        }
    }

    /// Walks generated together.
    pub const fn pool(&self) -> i64 {
        match self {
            Target::Walk { pool, .. }
            | Target::Davi { pool, .. }
            | Target::Adi { pool, .. }
            | Target::Policy { pool, .. }
            | Target::Q { pool, .. }
            | Target::Exact { pool, .. }
            | Target::Bellman(Bellman { pool, .. })
            | Target::Mixed { pool, .. } => *pool,
        }
    }

    /// The mean cost that a fresh network should predict: half the walk for walk labels, 0 for costs that grow
    /// from the goal outwards or have nothing to do with the length of walks.
    pub fn mean_cost(&self) -> f64 {
        match self {
            Target::Davi { .. }
            | Target::Adi { .. }
            | Target::Bellman(_)
            | Target::Exact { .. } => 0.0,
            _ => self.steps() as f64 / 2.0,
        }
    }
}
