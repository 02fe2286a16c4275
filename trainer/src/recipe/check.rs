//! What a recipe may say: checked in one place, before anything starts.

use super::{Head, Net, Recipe, Target};
use crate::puzzle;
use std::fmt;

/// A value that cannot work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The key, with its table: `net.layers`.
    pub key: String,
    /// What is wrong with it and what would be right.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.key, self.message)
    }
}

/// A fault at `key`, unless `good`.
fn need(good: bool, key: &str, message: impl Into<String>) -> Result<(), Fault> {
    if good {
        return Ok(());
    }
    Err(Fault {
        key: key.into(),
        message: message.into(),
    })
}

impl Recipe {
    /// Checks everything that can be checked without building anything.
    ///
    /// # Errors
    /// The first [`Fault`].
    pub fn check(&self) -> Result<(), Fault> {
        let known = puzzle::NAMES;
        need(
            known.contains(&self.puzzle.as_str()),
            "puzzle",
            format!(
                "{:?} cannot be trained; choose one of {}",
                self.puzzle,
                known.join(", ")
            ),
        )?;
        self.net.check()?;
        self.target.check()?;
        self.check_heads()?;
        let optimizer = &self.optimizer;
        need(
            (1..=1 << 24).contains(&optimizer.batch),
            "optimizer.batch",
            "must be 1 to 16777216",
        )?;
        need(
            optimizer.rate > 0.0 && optimizer.rate <= 1.0,
            "optimizer.rate",
            "must be above 0 and at most 1",
        )?;
        need(
            (0.0..=1.0).contains(&optimizer.decay),
            "optimizer.decay",
            "is a share of the run: 0 to 1",
        )?;
        need(self.run.examples > 0, "run.examples", "must be at least 1")
    }

    /// The target needs heads that the network must have.
    fn check_heads(&self) -> Result<(), Fault> {
        let (target, wanted) = match self.target {
            Target::Walk { .. } => ("walk", Head::Value),
        };
        need(
            self.net.heads().contains(&wanted),
            "net",
            format!("the {target} target needs a {wanted:?} head").to_lowercase(),
        )
    }
}

/// Widths that make a network.
fn check_widths(widths: &[i64], key: &str) -> Result<(), Fault> {
    need(!widths.is_empty(), key, "needs at least one layer")?;
    let bad = widths.iter().find(|w| !(1..=65536).contains(*w));
    need(
        bad.is_none(),
        key,
        format!("a layer cannot be {} wide; 1 to 65536", bad.unwrap_or(&0)),
    )
}

impl Net {
    fn check(&self) -> Result<(), Fault> {
        match self {
            Net::Mlp { layers, blocks, .. } => {
                check_widths(layers, "net.layers")?;
                // The limits of the weight format: quarterturn_core::net.
                let deep = layers.len() - 1 + 2 * blocks;
                need(
                    deep <= quarterturn_core::net::MAX_DENSE,
                    if layers.len() > 1 + 2 * blocks {
                        "net.layers"
                    } else {
                        "net.blocks"
                    },
                    format!(
                        "{deep} dense layers after the first; the weight format has room for {}",
                        quarterturn_core::net::MAX_DENSE
                    ),
                )?;
                let widest = quarterturn_core::net::MAX_WIDTH as i64;
                need(
                    layers.iter().all(|&w| w <= widest),
                    "net.layers",
                    format!("an integer network is at most {widest} wide"),
                )?;
            }
        }
        let heads = self.heads();
        need(
            !heads.is_empty(),
            "net.heads",
            "needs at least one of value, q, policy",
        )?;
        let twice = heads
            .iter()
            .enumerate()
            .any(|(i, h)| heads[..i].contains(h));
        need(!twice, "net.heads", "names a head twice")
    }
}

impl Target {
    fn check(&self) -> Result<(), Fault> {
        let steps = |steps: i64| {
            need(
                (1..=10_000).contains(&steps),
                "target.steps",
                "must be 1 to 10000",
            )
        };
        match *self {
            Target::Walk {
                steps: s,
                pool,
                q_weight,
            } => {
                steps(s)?;
                need(
                    (1..=1 << 24).contains(&pool),
                    "target.pool",
                    "must be 1 to 16777216",
                )?;
                need(
                    q_weight.is_finite() && q_weight >= 0.0,
                    "target.q_weight",
                    "must be at least 0",
                )
            }
        }
    }
}
