//! Checks the values of a recipe in one place, before anything starts.

mod net;
mod target;

use super::{Head, Levels, Net, Recipe, Run, Target};
use crate::dynamics::whole;
use crate::libtorch;
use crate::net::stickers::COLOURS;
use crate::puzzle::{self, Knowledge};
use std::fmt;

/// Most active features of a state: weight files state their number in a byte.
const ACTIVE: usize = u8::MAX as usize;

/// An invalid value of a recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The key, with its table: `net.layers`.
    pub key: String,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.key, self.message)
    }
}

/// A fault at `key`, unless `good`.
pub(super) fn need(good: bool, key: &str, message: impl Into<String>) -> Result<(), Fault> {
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
        let known = puzzle::knowledge(&self.puzzle).map_err(|error| Fault {
            key: "puzzle".into(),
            message: error.to_string(),
        })?;
        self.net.check()?;
        self.target.check(self.optimizer.batch)?;
        self.check_heads()?;
        self.check_rounds()?;
        self.check_puzzle(&known)?;
        self.check_size()?;
        if !libtorch::BUILT {
            self.check_native()?;
        }
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
        if let Some(multiply) = optimizer.multiply {
            need(
                multiply.by > 0.0 && multiply.by <= 1.0 && multiply.every > 0,
                "optimizer.multiply",
                "needs `by` above 0 and at most 1, and `every` of at least 1",
            )?;
        }
        self.run.check()
    }

    /// The puzzle has what the network and the target need.
    fn check_puzzle(&self, known: &Knowledge) -> Result<(), Fault> {
        let (puzzle, target) = (&self.puzzle, self.target.name());
        let by_walks = !matches!(self.target, Target::Bellman(_) | Target::Exact { .. });
        need(
            known.undo || !by_walks || !self.net.heads().contains(&Head::Q),
            "net.heads",
            format!(
                "a q head of the {target} target needs moves that can be undone; {puzzle} has others"
            ),
        )?;
        need(
            known.active > 0,
            "puzzle",
            format!(
                "all stickers that moves of {puzzle} exchange look alike: every state is solved"
            ),
        )?;
        need(
            known.active <= ACTIVE,
            "puzzle",
            format!(
                "a state of {puzzle} has {} active features; weight files have room for {ACTIVE}",
                known.active
            ),
        )?;
        need(
            known.levels || self.levels.is_none(),
            "levels",
            format!("{puzzle} is one puzzle, without levels"),
        )?;
        need(
            !matches!(self.levels, Some(Levels::Made(0))),
            "levels",
            "must be a folder, or the number of levels to make, at least 1",
        )?;
        need(
            known.frames || !self.target.frames(),
            "target.frames",
            format!("the {target} target needs symmetries; {puzzle} has none"),
        )?;
        let above_bound = self.net.above_bound();
        need(
            known.bound || !above_bound,
            "net.above_bound",
            format!("{puzzle} knows no lower bound"),
        )?;
        need(
            !above_bound || matches!(self.target, Target::Bellman(_)),
            "net.above_bound",
            format!("the bellman target trains such networks, {target} does not"),
        )?;
        need(
            known.walks,
            "puzzle",
            format!(
                "no walks from the goals of {puzzle} are known: it has moves that cannot be undone, or many goals"
            ),
        )?;
        if !self.net.needs_stickers() {
            return Ok(());
        }
        let Some(stickers) = known.stickers else {
            let choice = match self.net {
                Net::Residual { .. } | Net::Joint { .. } => "; choose input = \"pieces\"",
                _ => "",
            };
            return need(false, "net", format!("{puzzle} has no stickers{choice}"));
        };
        if let Net::StackedAttention {
            attention_heads, ..
        } = self.net
        {
            let width = stickers + COLOURS;
            need(
                width % attention_heads == 0,
                "net.attention_heads",
                format!("must divide {width}, the numbers of a token of {puzzle}"),
            )?;
        }
        Ok(())
    }

    /// All states of the puzzle have room in memory, if the target needs them.
    fn check_size(&self) -> Result<(), Fault> {
        let Target::Exact { .. } = self.target else {
            return Ok(());
        };
        let states = puzzle::states(&self.puzzle);
        let has = match states {
            Some(states) => format!("has {states}"),
            None => "has more, or a number that is not known".into(),
        };
        let (puzzle, most) = (&self.puzzle, whole::MOST);
        need(
            states.is_some_and(|states| states <= most),
            "target.kind",
            format!(
                "the exact target keeps all states of a puzzle in memory, at most {most}; {puzzle} {has}"
            ),
        )
    }

    /// Only a recurrent network has rounds.
    fn check_rounds(&self) -> Result<(), Fault> {
        let every = match self.target {
            Target::Mixed {
                every_round_until, ..
            } => every_round_until,
            _ => 0,
        };
        need(
            every == 0 || matches!(self.net, Net::RecurrentAttention { .. }),
            "target.every_round_until",
            "needs a recurrent-attention network; others have no rounds",
        )
    }

    /// The target trains the heads that the network has, no more and no less.
    fn check_heads(&self) -> Result<(), Fault> {
        let (target, heads) = (self.target.name(), self.net.heads());
        for wanted in self.target.heads() {
            need(
                heads.contains(wanted),
                "net",
                format!("the {target} target needs a {wanted:?} head").to_lowercase(),
            )?;
        }
        for head in heads {
            let trained = [self.target.heads(), self.target.optional_heads()];
            need(
                trained.iter().any(|t| t.contains(head)),
                "net.heads",
                format!("the {target} target does not train a {head:?} head").to_lowercase(),
            )?;
        }
        Ok(())
    }
}

impl Run {
    fn check(&self) -> Result<(), Fault> {
        need(self.examples > 0, "run.examples", "must be at least 1")?;
        // An evaluation stops the training while it runs, and a beam keeps its states in memory.
        for (value, most, key) in [
            (self.evaluate_scrambles, 100_000, "run.evaluate_scrambles"),
            (self.evaluate_width, 1 << 20, "run.evaluate_width"),
        ] {
            let possible = value.is_none_or(|value| value <= most);
            need(possible, key, format!("must be at most {most}"))?;
        }
        Ok(())
    }
}

/// Refuses a weight of a loss below 0.
pub(super) fn weight(weight: f64, key: &str) -> Result<(), Fault> {
    need(
        weight.is_finite() && weight >= 0.0,
        key,
        "must be at least 0",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::Recipe;

    /// What is wrong with a net and a target, for a puzzle about which this is known.
    fn fault(net: &str, target: &str, known: Knowledge) -> Option<String> {
        let text = format!(
            "puzzle = \"cube2\"\nseed = 1\n[net]\n{net}\n[target]\n{target}\n\
             [optimizer]\nbatch = 1\nrate = 1e-3\n[run]\nexamples = 1\n"
        );
        let recipe: Recipe = toml::from_str(&text).unwrap();
        if libtorch::BUILT {
            recipe.check().unwrap();
        }
        recipe
            .check_puzzle(&known)
            .err()
            .map(|fault| fault.to_string())
    }

    #[test]
    fn what_a_puzzle_lacks_is_refused_by_name() {
        let all = Knowledge {
            walks: true,
            undo: true,
            levels: false,
            frames: true,
            bound: true,
            stickers: Some(54),
            active: 20,
        };
        let mlp = |heads: &str| format!("kind = \"mlp\"\nlayers = [8]\nheads = [{heads}]");
        let (value, q, both) = (mlp("\"value\""), mlp("\"q\""), mlp("\"value\", \"q\""));
        let walk = "kind = \"walk\"\nsteps = 3\npool = 1";
        let frames = format!("{walk}\nframes = true");
        let joint = "kind = \"joint\"\ninput = \"stickers\"\nbody = [8]\nhead = 8";
        let adi = "kind = \"adi\"\nsteps = 3";
        for (net, target, known, said) in [
            (
                &both,
                walk,
                Knowledge { undo: false, ..all },
                "net.heads: a q head of the walk target needs moves",
            ),
            (
                &q,
                "kind = \"q\"\nsteps = 3\npool = 1",
                Knowledge { undo: false, ..all },
                "net.heads",
            ),
            (
                &value,
                walk,
                Knowledge {
                    walks: false,
                    ..all
                },
                "puzzle: no walks from the goals of cube2",
            ),
            (
                &value,
                &frames,
                Knowledge {
                    frames: false,
                    ..all
                },
                "target.frames: the walk target",
            ),
            (
                &joint.to_owned(),
                adi,
                Knowledge {
                    stickers: None,
                    ..all
                },
                "choose input = \"pieces\"",
            ),
            (
                &value,
                walk,
                Knowledge { active: 0, ..all },
                "puzzle: all stickers that moves of cube2 exchange look alike",
            ),
            (
                &value,
                walk,
                Knowledge { active: 256, ..all },
                "puzzle: a state of cube2 has 256 active features; weight files have room for 255",
            ),
        ] {
            assert_eq!(fault(net, target, all), None);
            let fault = fault(net, target, known).unwrap_or_default();
            assert!(fault.contains(said), "{said}: {fault}");
        }
    }
}
