//! Recipes: the TOML files that fully determine a training run.
//!
//! [`Recipe::load`] refuses unknown keys and impossible values before anything starts, and says in
//! which line they are.

mod alone;
mod bellman;
mod check;
mod defaults;
mod locate;
mod net;
#[cfg(test)]
mod reference;
mod target;

pub use bellman::Bellman;
pub use check::Fault;
pub use net::{Head, Input, Net};
pub use target::{Draw, Stage, Target, Weighting};

use crate::input;
use crate::puzzle;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A training run, as written in a recipe file.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The puzzle's name, such as `cube3`, or the path of a file that defines one, such as `dino.gap`. The path
    /// starts at the working directory or at the recipe's folder. A run keeps a copy of the file in its folder.
    pub puzzle: String,
    /// Seed of everything random in the run.
    pub seed: u64,
    /// The levels of a puzzle that has many: a folder of text files, or how many to make from the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<Levels>,
    /// The network.
    pub net: Net,
    /// What the network learns.
    pub target: Target,
    /// How it learns.
    pub optimizer: Optimizer,
    /// How long it learns.
    pub run: Run,
}

/// The levels that walks draw from.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Levels {
    /// The levels in the text files of a folder, which `levels::read` reads.
    Folder(PathBuf),
    /// This number of levels, which `levels::many` makes from the run's seed.
    Made(u32),
}

/// The update rule.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// Adam (Kingma & Ba 2014).
    #[default]
    Adam,
    /// RMSProp (Hinton 2012), which DeepCube used.
    RmsProp,
}

/// The optimiser: its rate is constant or falls in steps, and decays linearly at the end.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Optimizer {
    /// The update rule.
    #[serde(default)]
    pub rule: Rule,
    /// Walks in one batch. Times the steps of a walk, this is the number of examples in a batch.
    pub batch: i64,
    /// Learning rate until the decay.
    pub rate: f64,
    /// The share at the end of the run in which the rate falls linearly to a hundredth.
    #[serde(default)]
    pub decay: f64,
    /// The rate also falls in steps: it is multiplied by `by` whenever `every` more examples are seen.
    #[serde(default)]
    pub multiply: Option<Multiply>,
}

/// A rate that falls in steps.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Multiply {
    /// The factor.
    pub by: f64,
    /// Examples between two steps.
    pub every: u64,
}

/// The length of the run, checkpoints and evaluations: the part of a recipe that may change when a run
/// is resumed.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Number of examples to train on, in total.
    pub examples: u64,
    /// Seconds between checkpoints; 0 means after every step.
    #[serde(default = "minute")]
    pub checkpoint_seconds: u64,
    /// Seconds between evaluations on held-out scrambles, but at least a hundred times the duration of one;
    /// 0 means after every step.
    #[serde(default = "ten_minutes")]
    pub evaluate_seconds: u64,
    /// States kept per depth by the beam search of an evaluation; 0 for no such search. Not set: 2,048
    /// for a network of kind "mlp", 256 for others.
    #[serde(default)]
    pub evaluate_width: Option<usize>,
    /// Number of scrambles for the beam search of an evaluation. Not set: 100 for a network of kind
    /// "mlp", 20 for others.
    #[serde(default)]
    pub evaluate_scrambles: Option<usize>,
    /// The arithmetic of matrix products.
    #[serde(default)]
    pub compute: Precision,
}

fn minute() -> u64 {
    60
}

fn ten_minutes() -> u64 {
    600
}

/// The arithmetic of matrix products. Parameters, moments, normalisation and losses are always
/// float32.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq, clap::ValueEnum)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    /// bf16 if the device has it in hardware, or for the native engine if there is AVX2; else f32.
    #[default]
    Auto,
    /// float32.
    F32,
    /// bfloat16.
    Bf16,
}

/// Why a recipe was refused.
#[derive(Debug, thiserror::Error)]
pub enum RecipeError {
    /// The file could not be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The recipe file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The text is not a recipe; the message shows the line.
    #[error("{path}: {source}")]
    Parse {
        /// The recipe file.
        path: PathBuf,
        /// Where and why.
        source: Box<toml::de::Error>,
    },
    /// A value is impossible.
    #[error("{path}{}: {fault}", line.map(|l| format!(", line {l}")).unwrap_or_default())]
    Value {
        /// The recipe file.
        path: PathBuf,
        /// The line, counted from 1, where the key is in the file.
        line: Option<usize>,
        /// What is wrong.
        fault: Fault,
    },
}

impl Recipe {
    /// Reads and checks a recipe file; returns its text as well.
    ///
    /// # Errors
    /// When the file cannot be read, is not a recipe, has unknown keys or impossible values.
    pub fn load(path: &Path) -> Result<(Self, String), RecipeError> {
        let text = input::text(path).map_err(|source| RecipeError::Read {
            path: path.into(),
            source,
        })?;
        let mut recipe: Self = toml::from_str(&text).map_err(|source| RecipeError::Parse {
            path: path.into(),
            source: Box::new(source),
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        if let Some(file) = puzzle::located(&recipe.puzzle, folder)
            && let Some(file) = file.to_str()
        {
            recipe.puzzle = file.into();
        }
        recipe.check().map_err(|fault| RecipeError::Value {
            path: path.into(),
            line: locate::line(&text, &fault.key),
            fault,
        })?;
        Ok((recipe, text))
    }

    /// Everything that must not change when a checkpoint is resumed.
    pub fn identity(&self) -> String {
        let Recipe {
            puzzle,
            seed,
            levels,
            net,
            target,
            optimizer,
            run: _,
        } = self;
        let puzzle = puzzle::identity(puzzle).unwrap_or_else(|| puzzle.clone());
        let mut parts = vec![
            serde_json::json!(puzzle),
            serde_json::json!(seed),
            serde_json::json!(net),
            serde_json::json!(target),
            serde_json::json!(optimizer.batch),
            serde_json::json!(optimizer.rate),
        ];
        if optimizer.rule != Rule::Adam {
            parts.push(serde_json::json!(optimizer.rule));
        }
        parts.extend(optimizer.multiply.iter().map(|m| serde_json::json!(m)));
        parts.extend(levels.iter().map(|levels| serde_json::json!(levels)));
        serde_json::Value::Array(parts).to_string()
    }

    /// Whether a checkpoint of a run with that identity belongs to this recipe.
    pub fn continues(&self, identity: &str) -> bool {
        let own = self.identity();
        if own == identity {
            return true;
        }
        // Runs on a puzzle from a file used to name the file too.
        let parts = |text: &str| serde_json::from_str::<Vec<serde_json::Value>>(text).ok();
        let (Some(own), Some(other)) = (parts(&own), parts(identity)) else {
            return false;
        };
        let named = other.first().and_then(|puzzle| puzzle.as_str());
        puzzle::path(&self.puzzle).is_some()
            && named.is_some_and(|name| puzzle::is_read_by(&self.puzzle, name))
            && own[1..] == other[1..]
    }

    /// The beam search of an evaluation, the same for the whole run: its width and the number of scrambles.
    /// With ten narrow searches chance would look like progress. So there are enough scrambles to see a
    /// difference of a hundredth of a move, and the beam is as wide as is worth the time. There are fewer if the
    /// network has no integer form.
    pub fn benchmark(&self) -> (usize, usize) {
        let (width, scrambles) = match self.net {
            Net::Mlp { .. } => (2048, 100),
            _ => (256, 20),
        };
        (
            self.run.evaluate_width.unwrap_or(width),
            self.run.evaluate_scrambles.unwrap_or(scrambles),
        )
    }

    /// Steps of the longest walks that the target trains on.
    pub fn steps(&self) -> i64 {
        self.target.steps()
    }
}
