//! What a person sees of a run: a live bar on a terminal, a line now and then elsewhere.

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use quarterturn_core::Plain;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Time between two lines when standard error is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(30);

/// Tells people something, a line or more, on standard error. Where that cannot be written, nobody
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
    lined: Option<Instant>,
    evaluation: String,
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
            lined: None,
            evaluation: String::new(),
        }
    }

    /// Shows where the run stands.
    pub fn show(&mut self, examples: u64, losses: &[(&str, f64)], speed: f64) {
        let losses: Vec<String> = losses.iter().map(|(n, v)| format!("{n} {v:.4}")).collect();
        let mut message = format!(
            "{} · {} examples/s",
            losses.join(" "),
            HumanCount(speed as u64)
        );
        if !self.evaluation.is_empty() {
            message = format!("{message} · {}", self.evaluation);
        }
        self.bar.set_position(examples);
        let due = self.lined.is_none_or(|t| t.elapsed() >= LINE_EVERY);
        if !self.terminal && due {
            self.lined = Some(Instant::now());
            let total = self.bar.length().unwrap_or(0).max(1);
            let left = total.saturating_sub(examples) as f64 / speed.max(1e-9);
            tell(&format!(
                "{:>3} % {} examples · {message} · {} left",
                examples.min(total) * 100 / total,
                HumanCount(examples),
                HumanDuration(Duration::from_secs_f64(left.min(1e9))),
            ));
        }
        self.bar.set_message(message);
    }

    /// Shows the result of an evaluation from now on.
    pub fn evaluated(&mut self, summary: String) {
        self.evaluation = summary;
    }

    /// Says something above the bar.
    pub fn say(&self, text: &str) {
        self.bar.suspend(|| tell(text));
    }

    /// Leaves the bar as it is.
    pub fn end(&self) {
        self.bar.abandon();
    }
}
