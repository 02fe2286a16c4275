//! Many states in one run: shards and progress.

use indicatif::{ProgressBar, ProgressStyle};

/// Reads `I/N`, with I from 1 to N.
pub fn shard(text: &str) -> Result<(usize, usize), String> {
    let numbers = text
        .split_once('/')
        .and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match numbers {
        Some((i, n)) if (1..=n).contains(&i) => Ok((i, n)),
        _ => Err("not of the form I/N with I from 1 to N".into()),
    }
}

/// Counts the states on standard error, where that is a terminal.
pub fn bar(shown: bool) -> ProgressBar {
    if !shown {
        return ProgressBar::hidden();
    }
    match ProgressStyle::with_template("{pos} states  {per_sec}  {elapsed}") {
        Ok(style) => ProgressBar::no_length().with_style(style),
        Err(_) => ProgressBar::no_length(),
    }
}
