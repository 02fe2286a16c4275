//! Progress on standard error: bars on a terminal, which are cleared when the program ends; elsewhere a
//! line now and then.

use super::stream;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use quarterturn_lab::units::about;
use std::io::{self, IsTerminal};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

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

/// Time between two lines of progress where there is no terminal to draw a bar on.
const QUIET: Duration = Duration::from_secs(10);

/// Progress over many states: a bar on a terminal, elsewhere a line now and then.
pub struct Progress {
    bar: ProgressBar,
    done: usize,
    total: usize,
    started: Instant,
    said: Instant,
}

impl Progress {
    /// Progress over `total` states, at the beginning.
    pub fn new(total: usize) -> Self {
        Self {
            bar: states(Some(total)),
            done: 0,
            total,
            started: Instant::now(),
            said: Instant::now(),
        }
    }

    /// Another state is done; `message` says how it went so far.
    pub fn step(&mut self, message: &str) {
        self.done += 1;
        self.bar.set_message(message.to_owned());
        self.bar.inc(1);
        if self.said.elapsed() >= QUIET && !io::stderr().is_terminal() {
            self.said = Instant::now();
            let left = self.total.saturating_sub(self.done) as u32;
            let left = self.started.elapsed() / self.done as u32 * left;
            let left = Duration::from_secs(left.as_secs());
            let (done, total, left) = (self.done, self.total, about(left));
            stream::tell(&format!("{done} of {total}: {message}, about {left} left"));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// For the making of tables.
pub fn tables() -> ProgressBar {
    let bar = bar(None, "pattern databases {bar:20} {percent} %  {elapsed}");
    // The first news may take a while.
    bar.tick();
    bar
}

/// Ends the program at once, with every bar cleared. No thread can draw one again meanwhile.
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
