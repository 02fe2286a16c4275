//! Why bytes define no puzzle.

use super::{FORMATS, LONGEST};
use quarterturn_core::Plain;
use quarterturn_core::puzzle::permutation::DefinitionError;

/// A definition that is at fault, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
#[non_exhaustive]
pub struct Located {
    /// A stable name for programs.
    pub code: &'static str,
    /// Byte offset in the text.
    pub at: usize,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl Located {
    /// Something wrong at a byte offset of a text.
    pub fn new(text: &str, at: usize, code: &'static str, message: impl Into<String>) -> Self {
        let (line, column) = place(text, at);
        Self {
            code,
            at,
            line,
            column,
            // Parts of a file may drive a terminal.
            message: Plain(&message.into()).to_string(),
        }
    }
}

/// Line and column of a byte offset, both from 1.
pub(super) fn place(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = 1 + before.matches('\n').count();
    (line, 1 + before[start..].chars().count())
}

/// Why bytes define no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// Longer than any definition.
    #[error("more than {LONGEST} bytes")]
    TooLong,
    /// Not UTF-8, so of none of the formats.
    #[error("not a text; a puzzle is read from {}", known())]
    NotText,
    /// A format that is known, but not read.
    #[error("line 1: this is {0}; a puzzle is read from {known}", known = known())]
    Foreign(&'static str),
    /// A weight file whose definition cannot be read.
    #[error(
        "line 1: this is a weight file whose puzzle cannot be read: {0}; a puzzle is read from {known}",
        known = known()
    )]
    Weights(String),
    /// Nobody knows what it is.
    #[error("line 1: this defines no puzzle; a puzzle is read from {}", known())]
    Unknown,
    /// The text is at fault.
    #[error(transparent)]
    Located(#[from] Located),
    /// The tables that were read define no puzzle.
    #[error(transparent)]
    Definition(#[from] DefinitionError),
}

impl ParseError {
    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooLong => "file-too-long",
            Self::NotText => "not-text",
            Self::Foreign(_) => "foreign-format",
            Self::Weights(_) => "weight-file",
            Self::Unknown => "unknown-format",
            Self::Located(located) => located.code,
            Self::Definition(error) => error.code(),
        }
    }
}

/// The formats that are read, in words.
fn known() -> String {
    let names: Vec<&str> = FORMATS.iter().map(|format| format.name()).collect();
    names.join(" or ")
}
