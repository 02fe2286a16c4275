//! Many states in one run: an output file that can be gone on with, shards, progress.

use super::error::{CliError, Exit};
use super::lines::Line;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Deserialize;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

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

/// An output file of one JSON object a line.
pub struct Output {
    path: PathBuf,
    file: File,
    /// The input line that the last object answers, with its text; none of an empty file.
    last: Option<(usize, String)>,
    /// The most serious result so far.
    pub worst: Option<Exit>,
}

/// As much of an object as is needed to go on after it.
#[derive(Deserialize)]
struct Answered {
    line: usize,
    input: String,
    #[serde(default)]
    solved: bool,
    error: Option<serde::de::IgnoredAny>,
}

impl Output {
    /// Opens the file, or makes it, and cuts off a last line that was written in part. Memory is
    /// that of one line.
    pub fn resume(path: &Path) -> Result<Self, CliError> {
        let read = |source| CliError::Read {
            path: path.into(),
            source,
        };
        let options = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path);
        let mut file = options.map_err(read)?;
        let (mut last, mut worst, mut whole) = (None, None, 0);
        let mut reader = BufReader::new(&file);
        let mut bytes = Vec::new();
        for line in 1.. {
            bytes.clear();
            reader.read_until(b'\n', &mut bytes).map_err(read)?;
            if bytes.last() != Some(&b'\n') {
                break;
            }
            let answered: Answered =
                serde_json::from_slice(&bytes).map_err(|_| CliError::Resume {
                    path: path.into(),
                    line,
                    reason: "not an answer of an earlier run",
                })?;
            whole += bytes.len() as u64;
            worst = worst.max(Some(match (answered.error, answered.solved) {
                (Some(_), _) => Exit::Invalid,
                (None, true) => Exit::Done,
                (None, false) => Exit::Unsolved,
            }));
            last = Some((answered.line, answered.input));
        }
        file.set_len(whole).map_err(read)?;
        file.seek(SeekFrom::End(0)).map_err(read)?;
        Ok(Self {
            path: path.into(),
            file,
            last,
            worst,
        })
    }

    /// Whether a line of the input is answered already.
    pub fn has(&self, line: &Line) -> Result<bool, CliError> {
        match &self.last {
            Some((number, input)) if *number == line.number && *input != line.text => {
                Err(CliError::Resume {
                    path: self.path.clone(),
                    line: *number,
                    reason: "it answers another input",
                })
            }
            last => Ok(last.as_ref().is_some_and(|(n, _)| line.number <= *n)),
        }
    }

    /// Adds a line at once, so that an interrupted run loses none that it has finished.
    pub fn append(&self, line: &[u8]) -> Result<(), CliError> {
        (&self.file).write_all(line).map_err(CliError::from)
    }
}
