//! The output folder of a run: held by one trainer at a time.

use crate::checkpoint::{CheckpointError, replace};
use crate::puzzle::{definition, path};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The metrics file: one JSON object per line.
pub const METRICS: &str = "metrics.jsonl";
/// What one trainer at a time holds.
const LOCK: &str = "lock";
/// The recipe of the run, as given.
pub const RECIPE: &str = "recipe.toml";

/// A folder that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Another trainer uses it.
    #[error("another trainer is at work in {0}")]
    Busy(PathBuf),
    /// It has files by the names of a run's, and is not that of a run.
    #[error("{} is not the folder of a run, but has a file called {name}; name another folder", .path.display())]
    Foreign {
        /// The folder.
        path: PathBuf,
        /// The file.
        name: &'static str,
    },
    /// The system refuses.
    #[error("cannot write to {path}: {source}")]
    Io {
        /// The file concerned.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// A folder locked by this process; unlocked when dropped, or when the process dies.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    metrics: File,
    _lock: File,
}

impl Folder {
    /// Makes the folder of a run by that recipe if needed, and locks it.
    ///
    /// # Errors
    /// [`FolderError`]; nothing in the folder is touched then.
    pub fn take(path: &Path, recipe: &str) -> Result<Self, FolderError> {
        let io = |path: &Path| {
            let path = path.to_owned();
            move |source| FolderError::Io { path, source }
        };
        let metrics_path = path.join(METRICS);
        // The recipe may be read from where its copy goes.
        let is_copy = |name| {
            let text = std::fs::read_to_string(path.join(name));
            name == RECIPE && text.is_ok_and(|text| text == recipe)
        };
        let names = [LOCK, RECIPE].into_iter();
        let mut foreign = names.filter(|&name| path.join(name).exists() && !is_copy(name));
        if let Some(name) = foreign.next().filter(|_| !metrics_path.exists()) {
            let path = path.into();
            return Err(FolderError::Foreign { path, name });
        }
        std::fs::create_dir_all(path).map_err(io(path))?;
        let lock_path = path.join(LOCK);
        let lock = File::create(&lock_path).map_err(io(&lock_path))?;
        lock.try_lock().map_err(|e| match e {
            TryLockError::WouldBlock => FolderError::Busy(path.into()),
            TryLockError::Error(source) => io(&lock_path)(source),
        })?;
        let metrics = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&metrics_path)
            .map_err(io(&metrics_path))?;
        Ok(Self {
            path: path.into(),
            metrics,
            _lock: lock,
        })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a line to the metrics file.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn record(&mut self, line: &serde_json::Value) -> Result<(), FolderError> {
        // One write per line: a killed process leaves no half line unless the disk is full.
        let text = format!("{line}\n");
        self.metrics
            .write_all(text.as_bytes())
            .map_err(|source| FolderError::Io {
                path: self.path.join(METRICS),
                source,
            })
    }

    /// Keeps a copy of the file that defines the puzzle, if there is one. The path in the recipe starts where the
    /// run was begun. Gives the copy, which nobody edits while the run goes on.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn keep_puzzle(&self, name: &str) -> Result<Option<PathBuf>, CheckpointError> {
        let Some((file, kept)) = path(name).and_then(|p| Some((p, p.file_name()?.to_str()?)))
        else {
            return Ok(None);
        };
        let text = definition(file).map_err(|source| CheckpointError::Io {
            path: file.into(),
            source,
        })?;
        replace(&self.path, kept, None, &text)?;
        Ok(Some(self.path.join(kept)))
    }

    /// Keeps a copy of the recipe, for `export` and `eval`.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn keep_recipe(&self, text: &str) -> Result<(), CheckpointError> {
        replace(&self.path, RECIPE, None, text.as_bytes())
    }
}
