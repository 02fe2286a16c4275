//! What the steps found: a JSON line each as soon as it is known, and one table at the end.

use super::Missing;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What a step found.
#[derive(Default)]
pub struct Found {
    /// Why it failed.
    pub failure: Option<String>,
    /// What it measured, in a line for people.
    pub says: String,
    /// What it measured.
    pub figures: Value,
}

impl Found {
    /// It failed.
    pub fn failed(why: impl Into<String>) -> Self {
        Self {
            failure: Some(why.into()),
            ..Self::default()
        }
    }
}

/// A step that was run, or was not.
struct Row {
    name: String,
    device: String,
    seconds: f64,
    card: Option<u64>,
    state: &'static str,
    says: String,
}

/// The results so far.
pub struct Report {
    folder: PathBuf,
    lines: File,
    rows: Vec<Row>,
}

/// Names the file that the system refused.
pub fn refused(path: &Path) -> impl Fn(std::io::Error) -> Missing {
    let path = path.display().to_string();
    move |e| Missing(format!("cannot write {path}: {e}"))
}

impl Report {
    /// Makes the folder and the file of JSON lines.
    pub fn new(folder: &Path) -> Result<Self, Missing> {
        std::fs::create_dir_all(folder).map_err(refused(folder))?;
        let path = folder.join("results.jsonl");
        Ok(Self {
            folder: folder.into(),
            lines: File::create(&path).map_err(refused(&path))?,
            rows: Vec::new(),
        })
    }

    /// Notes what a step found, at once.
    pub fn add(
        &mut self,
        name: &str,
        device: &str,
        seconds: f64,
        card: Option<u64>,
        found: Found,
    ) -> Result<(), Missing> {
        let state = if found.failure.is_some() {
            "FAILED"
        } else {
            "ok"
        };
        let line = json!({
            "step": name,
            "device": device,
            "passed": found.failure.is_none(),
            "failure": found.failure,
            "seconds": seconds,
            "card_bytes": card,
            "figures": found.figures,
        });
        let says = match found.failure {
            Some(why) if found.says.is_empty() => why,
            Some(why) => format!("{why}; {}", found.says),
            None => found.says,
        };
        self.note(&line)?;
        self.push(Row {
            name: name.into(),
            device: device.into(),
            seconds,
            card,
            state,
            says,
        });
        Ok(())
    }

    /// Notes that a step was not run because the time was too short.
    pub fn skip(&mut self, name: &str, device: &str) -> Result<(), Missing> {
        self.note(&json!({ "step": name, "device": device, "skipped": true }))?;
        self.push(Row {
            name: name.into(),
            device: device.into(),
            seconds: 0.0,
            card: None,
            state: "skipped",
            says: "the budget is spent on other steps".into(),
        });
        Ok(())
    }

    fn note(&mut self, line: &Value) -> Result<(), Missing> {
        let path = self.folder.join("results.jsonl");
        writeln!(self.lines, "{line}").map_err(refused(&path))
    }

    fn push(&mut self, row: Row) {
        eprintln!(
            "{:7} {:28} {:12} {:6.1} s  {}",
            row.state, row.name, row.device, row.seconds, row.says
        );
        self.rows.push(row);
    }

    /// Prints the table and keeps it.
    pub fn finish(&self) -> Result<(), Missing> {
        let mut table = String::from(
            "| step | device | | seconds | MiB of the card | |\n|---|---|---|---|---|---|\n",
        );
        for row in &self.rows {
            let card = row
                .card
                .map(|bytes| (bytes >> 20).to_string())
                .unwrap_or_default();
            let (name, device, state, seconds, says) =
                (&row.name, &row.device, row.state, row.seconds, &row.says);
            // Writing to a string does not fail.
            let _ = writeln!(
                table,
                "| {name} | {device} | {state} | {seconds:.1} | {card} | {says} |"
            );
        }
        let count = |state| self.rows.iter().filter(|row| row.state == state).count();
        let (passed, failed, skipped) = (count("ok"), count("FAILED"), count("skipped"));
        let _ = writeln!(
            table,
            "\n{passed} steps passed, {failed} failed, {skipped} skipped to stay within the budget"
        );
        let path = self.folder.join("table.txt");
        std::fs::write(&path, &table).map_err(refused(&path))?;
        // A reader that has left needs no table; it is in the file.
        let _ = std::io::stdout().write_all(table.as_bytes());
        Ok(())
    }
}
