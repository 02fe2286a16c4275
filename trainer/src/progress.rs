//! Progress of a run for people: a live bar on a terminal, elsewhere a line now and then.

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use quarterturn_core::Plain;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Time between two lines when standard error is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(30);

/// Prints a message for people, of one line or more, on standard error. If that fails, nobody
/// is left to tell, and what the program does stays the same.
pub fn tell(text: &str) {
    let lines: String = text.lines().map(|l| format!("{}\n", Plain(l))).collect();
    let _ = io::stderr().write_all(lines.as_bytes());
}

/// The reporter of one run.
#[derive(Debug)]
pub struct Reporter {
    bar: ProgressBar,
    terminal: bool,
    /// The beginning, and the state at the last line.
    began: Mark,
    lined: Option<Mark>,
    evaluation: String,
}

/// Examples seen at a time.
#[derive(Clone, Copy, Debug)]
struct Mark {
    at: Instant,
    examples: u64,
}

impl Mark {
    fn now(examples: u64) -> Self {
        let at = Instant::now();
        Self { at, examples }
    }

    /// Examples a second from here to there.
    fn speed(self, to: Self) -> f64 {
        let seconds = (to.at - self.at).as_secs_f64().max(1e-9);
        to.examples.saturating_sub(self.examples) as f64 / seconds
    }
}

impl Reporter {
    /// Starts at `done` of `total` examples.
    pub fn new(done: u64, total: u64) -> Self {
        let style = "{bar:24} {percent:>3}% {human_pos} of {human_len} · {msg} · {eta} left";
        let bar = ProgressBar::new(total)
            .with_position(done)
            .with_style(ProgressStyle::with_template(style).expect("a fixed template"));
        let terminal = io::stderr().is_terminal();
        if !terminal {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        // The time left is measured from here, not from the run's first day.
        bar.reset_eta();
        Self {
            bar,
            terminal,
            began: Mark::now(done),
            lined: None,
            evaluation: String::new(),
        }
    }

    /// Shows the progress. Making labels sometimes takes longer than many steps, so a line has the speed since the last
    /// line, and the time left is estimated by the overall speed.
    pub fn show(&mut self, examples: u64, losses: &[(&str, f64)]) {
        let now = Mark::now(examples);
        let due = |last: Mark| now.at - last.at >= LINE_EVERY;
        if self.lined.is_some_and(|last| !due(last)) && !self.terminal {
            return;
        }
        let losses: Vec<String> = losses.iter().map(|(n, v)| format!("{n} {v:.4}")).collect();
        let since = self.lined.filter(|_| !self.terminal).unwrap_or(self.began);
        let mut message = format!(
            "{} · {} examples/s",
            losses.join(" "),
            HumanCount(since.speed(now) as u64)
        );
        if !self.evaluation.is_empty() {
            message = format!("{message} · {}", self.evaluation);
        }
        self.bar.set_position(examples);
        if !self.terminal {
            let total = self.bar.length().unwrap_or(0).max(1);
            let left = total.saturating_sub(examples) as f64 / self.began.speed(now).max(1e-9);
            tell(&format!(
                "{:>3} % {} examples · {message} · {} left",
                examples.min(total) * 100 / total,
                HumanCount(examples),
                HumanDuration(Duration::from_secs_f64(left.min(1e9))),
            ));
        }
        self.lined = Some(now);
        self.bar.set_message(message);
    }

    /// Expects this number of examples in all.
    pub fn expect(&mut self, total: u64) {
        self.bar.set_length(total);
    }

    /// Shows the result of an evaluation from now on.
    pub fn evaluated(&mut self, summary: String) {
        self.evaluation = summary;
    }

    /// Prints a message above the bar.
    pub fn say(&self, text: &str) {
        self.bar.suspend(|| tell(text));
    }

    /// Leaves the bar as it is.
    pub fn end(&self) {
        self.bar.abandon();
    }
}
