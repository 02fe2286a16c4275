//! What makes a network.

use super::{Fault, need};
use crate::recipe::Net;

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
    pub(super) fn check(&self) -> Result<(), Fault> {
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
