//! Levels from a folder of text files, as Boxoban has them: a line `; NAME`, then the rows of a level.

use super::{Level, Levels};
use crate::input;
use quarterturn_core::puzzle::sokoban::{Sokoban, SokobanError};
use std::io;
use std::path::{Path, PathBuf};

/// A folder whose levels cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LevelsError {
    /// The folder or a file in it cannot be read.
    #[error("cannot read {0}: {1}")]
    Read(PathBuf, io::Error),
    /// A text is not a level.
    #[error("{path}, line {line}: {error}; {}", error.hint())]
    Level {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        error: SokobanError,
    },
    /// There are no levels.
    #[error(
        "there are no levels in {0}: it needs files NAME.txt with a line `; NAME` before each level"
    )]
    Empty(PathBuf),
}

/// All levels of the files `*.txt` in a folder, by name and then as they stand.
///
/// # Errors
/// [`LevelsError`].
pub fn read(folder: &Path) -> Result<Levels, LevelsError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| LevelsError::Read(path, error)
    };
    let entries = std::fs::read_dir(folder).map_err(failed(folder))?;
    let paths: io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.map_err(failed(folder))?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    paths.sort();
    let mut levels = Vec::new();
    for path in paths {
        let text = input::text(&path).map_err(failed(&path))?;
        let more =
            parse(&text).map_err(|(line, error)| LevelsError::Level { path, line, error })?;
        levels.extend(more);
    }
    Levels::new(levels).ok_or_else(|| LevelsError::Empty(folder.into()))
}

/// The levels of a file, or the line at fault.
fn parse(text: &str) -> Result<Vec<Level>, (usize, SokobanError)> {
    let mut levels = Vec::new();
    let mut line = 1;
    for part in text
        .split_inclusive('\n')
        .collect::<Vec<_>>()
        .chunk_by(|_, next| !next.starts_with(';'))
    {
        let header = usize::from(part[0].starts_with(';'));
        let level = part[header..].concat();
        if !level.trim().is_empty() {
            let fault = |error: SokobanError| {
                let before = level.get(..error.at.unwrap_or(0)).unwrap_or_default();
                (line + header + before.matches('\n').count(), error)
            };
            levels.push(Sokoban::from_text(&level).map_err(fault)?);
        }
        line += part.len();
    }
    Ok(levels)
}
