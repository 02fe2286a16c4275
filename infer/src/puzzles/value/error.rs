//! Why there is no puzzle.

use crate::nearest::nearest;
use crate::puzzles::formats::ParseError;
use std::io;
use std::path::PathBuf;

/// Why there is no puzzle of a name, in a file or in bytes.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// No puzzle has that name, and no file.
    #[error(
        "there is no puzzle {name:.80?}{}; there are {known}",
        near(name, known)
    )]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The file cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The file defines no puzzle.
    #[error("{}: {source}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        source: ParseError,
    },
    /// The bytes define no puzzle.
    #[error(transparent)]
    Parse(#[from] ParseError),
}

/// That there is no such file, where one may have been meant; else the name that is nearest, in words.
fn near(name: &str, known: &str) -> String {
    if name.contains(['.', '/', '\\']) {
        return " and no file of that name".into();
    }
    nearest(name, known.split(", ")).map_or_else(String::new, |near| format!(": {near} is nearest"))
}

impl PuzzleError {
    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unknown { .. } => "unknown-puzzle",
            Self::Read { .. } => "unreadable-file",
            Self::File { source, .. } | Self::Parse(source) => source.code(),
        }
    }
}
