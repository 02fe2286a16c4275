//! Checks the values of a recipe in one place, before anything starts.

use super::{Head, Levels, Net, Recipe, Run, Stage, Target};
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

/// Widths that make a network.
fn check_widths(widths: &[i64], key: &str) -> Result<(), Fault> {
    need(!widths.is_empty(), key, "needs at least one layer")?;
    let bad = widths.iter().find(|w| !(1..=65536).contains(*w));
    need(
        bad.is_none(),
        key,
        format!(
            "a layer cannot be {} wide: 1 to 65536 is possible",
            bad.unwrap_or(&0)
        ),
    )
}

/// A whole number of parts.
fn check_count(count: i64, key: &str) -> Result<(), Fault> {
    need((1..=65536).contains(&count), key, "must be 1 to 65536")
}

impl Net {
    fn check(&self) -> Result<(), Fault> {
        match self {
            Net::Mlp { layers, blocks, .. } => check_integer_ready(layers, *blocks)?,
            Net::Residual { layers, blocks, .. } => {
                check_widths(layers, "net.layers")?;
                need(*blocks <= 64, "net.blocks", "must be at most 64")?;
            }
            Net::Joint { body, head, .. } => {
                check_widths(body, "net.body")?;
                check_count(*head, "net.head")?;
            }
            Net::StackedAttention {
                blocks,
                repeats,
                attention_heads,
                inner,
                outer,
                ..
            } => {
                need((1..=64).contains(blocks), "net.blocks", "must be 1 to 64")?;
                need((1..=64).contains(repeats), "net.repeats", "must be 1 to 64")?;
                check_count(*attention_heads, "net.attention_heads")?;
                check_count(*inner, "net.inner")?;
                check_count(*outer, "net.outer")?;
            }
            Net::RecurrentAttention {
                rounds,
                state,
                outer,
                ..
            } => {
                need(
                    (2..=1000).contains(rounds),
                    "net.rounds",
                    "must be 2 to 1000",
                )?;
                check_count(*state, "net.state")?;
                check_count(*outer, "net.outer")?;
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

/// The limits of the weight format: `quarterturn_core::net`.
fn check_integer_ready(layers: &[i64], blocks: usize) -> Result<(), Fault> {
    use quarterturn_core::net::{MAX_DENSE, MAX_WIDTH};
    check_widths(layers, "net.layers")?;
    let (hidden, in_blocks) = (layers.len() - 1, blocks.saturating_mul(2));
    let deep = in_blocks.saturating_add(hidden);
    let too_deep = |room| {
        format!(
            "{deep} dense layers after the first; the weight format has room for {MAX_DENSE}, {room}"
        )
    };
    need(
        deep <= MAX_DENSE || hidden <= in_blocks,
        "net.layers",
        too_deep("of which a block takes two".into()),
    )?;
    let most = MAX_DENSE.saturating_sub(hidden) / 2;
    need(
        deep <= MAX_DENSE,
        "net.blocks",
        too_deep(format!("with these layers {most} blocks of two")),
    )?;
    need(
        layers.iter().all(|&w| w <= MAX_WIDTH as i64),
        "net.layers",
        format!("an integer network is at most {MAX_WIDTH} wide"),
    )
}

/// Refuses a weight of a loss below 0.
pub(super) fn weight(weight: f64, key: &str) -> Result<(), Fault> {
    need(
        weight.is_finite() && weight >= 0.0,
        key,
        "must be at least 0",
    )
}

impl Target {
    fn check(&self, batch: i64) -> Result<(), Fault> {
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
