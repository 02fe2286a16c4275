//! The file of `--out`: one JSON object a line. One process at a time appends to it.
//!
//! A run that was stopped at any moment resumes after the last whole line. A file with other content is
//! refused and left as it is.

use super::exit::Exit;
use quarterturn_lab::lines::{self, Line};
use serde::Deserialize;
use std::cell::Cell;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Longest answer read: an input whose every byte is escaped, and what is said of it.
const LONGEST: u64 = 6 * lines::LIMIT as u64 + (1 << 16);

/// Answers of this last time may be lost if the machine loses power, but not if the process ends.
const SYNC: Duration = Duration::from_secs(1);

/// An output file, locked until it is dropped.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    file: File,
    /// The input line that the last answer belongs to, with its text; none of an empty file.
    last: Option<(usize, String)>,
    /// Bytes of whole answers.
    whole: Cell<u64>,
    synced: Cell<Instant>,
    /// The most serious result so far.
    pub worst: Option<Exit>,
}

/// Why a file cannot take the answers.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The system refuses to open or read it.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The system refuses to write it; whole answers are kept.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A folder, a pipe or a device.
    #[error("{} is not a regular file; name another with --out", .0.display())]
    Kind(PathBuf),
    /// Another process writes it.
    #[error(
        "{} is being written by another run; give each run a file of its own, or wait",
        .0.display()
    )]
    Locked(PathBuf),
    /// A line that no earlier run wrote for this input.
    #[error("{} line {line}: {reason}; name another file with --out", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// Its line, from 1.
        line: usize,
        /// Why it cannot be resumed.
        reason: &'static str,
    },
}

/// As much of an answer as is needed to resume after it.
#[derive(Deserialize)]
struct Answered {
    line: usize,
    input: String,
    #[serde(default)]
    solved: bool,
    error: Option<serde::de::IgnoredAny>,
    /// The settings it was made with; older files do not say.
    run: Option<String>,
}

/// The whole answers of a file.
struct Whole {
    bytes: u64,
    last: Option<(usize, String)>,
    worst: Option<Exit>,
}

impl Output {
    /// Opens the file, or makes it, and cuts off a last answer that was written in part. `run` names
    /// the settings and the shard: answers made with others are refused. Memory is that of one line.
    ///
    /// # Errors
    /// [`OutputError`]; the file is then as it was.
    pub fn resume(path: &Path, run: &str) -> Result<Self, OutputError> {
        let read = |source| OutputError::Read {
            path: path.into(),
            source,
        };
        // Opening a pipe would wait for its other end.
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            return Err(OutputError::Kind(path.into()));
        }
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path);
        let file = file.map_err(read)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(OutputError::Locked(path.into())),
            Err(TryLockError::Error(source)) => return Err(read(source)),
        }
        let whole = answers(&file, path, run)?;
        if file.metadata().map_err(read)?.len() > whole.bytes {
            file.set_len(whole.bytes).map_err(read)?;
        }
        Ok(Self {
            path: path.into(),
            file,
            last: whole.last,
            whole: Cell::new(whole.bytes),
            synced: Cell::new(Instant::now()),
            worst: whole.worst,
        })
    }

    /// Whether a line of the input is answered already.
    ///
    /// # Errors
    /// [`OutputError::Foreign`] when the last answer belongs to another text at that line.
    pub fn has_answer(&self, line: &Line) -> Result<bool, OutputError> {
        match &self.last {
            Some((number, input)) if *number == line.number && *input != line.text => {
                Err(self.of_another_input(*number))
            }
            last => Ok(last.as_ref().is_some_and(|(n, _)| line.number <= *n)),
        }
    }

    fn of_another_input(&self, line: usize) -> OutputError {
        let (path, reason) = (self.path.clone(), "it answers another input");
        OutputError::Foreign { path, line, reason }
    }

    /// Adds an answer at once, so that a run that is stopped loses none that it has finished.
    ///
    /// # Errors
    /// [`OutputError::Write`]; what was written of the line is taken back.
    pub fn append(&self, line: &[u8]) -> Result<(), OutputError> {
        let written = (&self.file).write_all(line).and_then(|()| {
            self.whole.set(self.whole.get() + line.len() as u64);
            if self.synced.get().elapsed() < SYNC {
                return Ok(());
            }
            self.synced.set(Instant::now());
            self.file.sync_data()
        });
        written.map_err(|source| {
            // If this fails as well, the next run cuts it off.
            let _ = self.file.set_len(self.whole.get());
            self.cannot_write(source)
        })
    }

    /// Waits until all answers are on the disk, after an input of which `lines` is the last line.
    ///
    /// # Errors
    /// [`OutputError::Foreign`] when the input ended before the last line that was answered.
    pub fn finish(&self, lines: usize) -> Result<(), OutputError> {
        match self.last {
            Some((answered, _)) if answered > lines => Err(self.of_another_input(answered)),
            _ => self.file.sync_all().map_err(|e| self.cannot_write(e)),
        }
    }

    fn cannot_write(&self, source: io::Error) -> OutputError {
        let path = self.path.clone();
        OutputError::Write { path, source }
    }
}

/// Reads the answers of earlier runs.
fn answers(file: &File, path: &Path, run: &str) -> Result<Whole, OutputError> {
    let foreign = |line, reason| OutputError::Foreign {
        path: path.into(),
        line,
        reason,
    };
    let mut whole = Whole {
        bytes: 0,
        last: None,
        worst: None,
    };
    let mut reader = BufReader::new(file);
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        let read = (&mut reader).take(LONGEST).read_until(b'\n', &mut bytes);
        read.map_err(|source| OutputError::Read {
            path: path.into(),
            source,
        })?;
        if bytes.is_empty() {
            break;
        }
        if bytes.last() != Some(&b'\n') {
            // The rest of a run that was stopped, if there is anything before it that says so.
            if line == 1 || bytes.len() as u64 == LONGEST {
                return Err(foreign(line, "not an answer of an earlier run"));
            }
            break;
        }
        let answer: Answered = serde_json::from_slice(&bytes)
            .map_err(|_| foreign(line, "not an answer of an earlier run"))?;
        if answer.run.is_some_and(|made| made != run) {
            return Err(foreign(line, "made with other settings or another shard"));
        }
        whole.bytes += bytes.len() as u64;
        whole.worst = whole.worst.max(Some(match (answer.error, answer.solved) {
            (Some(_), _) => Exit::Invalid,
            (None, true) => Exit::Done,
            (None, false) => Exit::Unsolved,
        }));
        whole.last = Some((answer.line, answer.input));
    }
    Ok(whole)
}
