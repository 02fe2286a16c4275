//! Bars on standard error, where that is a terminal; none is left behind when the program ends.

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::sync::LazyLock;

/// All bars, so that an interrupt can clear them.
static BARS: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);

/// For a number of states, known or not.
pub fn states(total: Option<usize>) -> ProgressBar {
    match total {
        Some(total) => bar(
            Some(total as u64),
            "{bar:20} {pos}/{len}  {eta} left  {wide_msg}",
        ),
        None => bar(None, "{pos} states  {per_sec}  {elapsed}  {wide_msg}"),
    }
}

/// For the making of tables.
pub fn tables() -> ProgressBar {
    let bar = bar(None, "pattern databases {bar:20} {percent} %  {elapsed}");
    // The first news may take a while.
    bar.tick();
    bar
}

/// Ends the program at once, with every bar cleared: no thread can draw one again meanwhile.
pub fn exit(code: i32) -> ! {
    BARS.suspend(|| std::process::exit(code))
}

fn bar(total: Option<u64>, template: &str) -> ProgressBar {
    let bar = BARS.add(total.map_or_else(ProgressBar::no_length, ProgressBar::new));
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
