//! Formats of files that define puzzles.
//!
//! A format is one file here and one line in [`FORMATS`]. The bytes of a file decide which one reads it, not the
//! file's name. A weight file may have a definition in it, which is read too.
//!
//! ```
//! use quarterturn::puzzles::formats;
//!
//! let tables = formats::read(b"turn:=(1,2,3,4); swap:=(1,2);")?;
//! assert_eq!(tables.stickers(), 4);
//! let error = formats::read(b"Once upon a time").unwrap_err();
//! assert!(error.to_string().contains("a GAP file"));
//! # Ok::<(), formats::ParseError>(())
//! ```

#[cfg(test)]
mod checks;
mod derived;
mod error;
mod foreign;
pub mod gap;
mod json;
mod kaggle;
pub mod kpuzzle;
pub mod ksolve;
mod names;
pub mod orbits;
mod santa;
mod tables;
mod write;

pub use error::{Located, ParseError};
pub use gap::Gap;
pub use kaggle::Kaggle;
pub use kpuzzle::KPuzzle;
pub use ksolve::Ksolve;
pub use orbits::Layout;
pub use santa::Santa;
pub use tables::{STICKERS, Tables, is_identity};
pub use write::{Target, write};

use crate::encoding::{self, with_line_feeds};
use quarterturn_core::net::format::{self, MAGIC, PuzzleFile};
use std::borrow::Cow;

/// The longest definition, in bytes.
pub const LONGEST: usize = 1 << 23;

/// A format of files that define puzzles.
pub trait Format: Sync {
    /// What such a file is, with an example: it is said where nobody knows a file.
    fn name(&self) -> &'static str;

    /// Whether bytes that begin so are of this format.
    fn sniff(&self, bytes: &[u8]) -> bool;

    /// Reads a puzzle.
    ///
    /// # Errors
    /// [`Located`]: what is wrong, and where.
    fn read(&self, text: &str) -> Result<Tables, Located>;

    /// Reads a puzzle, and what else its file says of it.
    ///
    /// # Errors
    /// As [`Format::read`].
    fn describe(&self, text: &str) -> Result<Described, Located> {
        self.read(text).map(Described::from)
    }

    /// Reads the puzzle of that name in a file of several.
    ///
    /// # Errors
    /// As [`Format::read`]; in a format whose files have one puzzle each always.
    fn part(&self, text: &str, part: &str) -> Result<Described, Located> {
        let message = format!("this file holds one puzzle; {part:.40?} chooses none");
        Err(Located::new(text, 0, "one-puzzle", message))
    }
}

/// A puzzle as its file describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// Its stickers and moves.
    pub tables: Tables,
    /// Its pieces, where the file has pieces and not stickers.
    pub layout: Option<Layout>,
    /// What the file calls the colours, where it names them.
    pub symbols: Vec<(String, u16)>,
    /// Moves of the file that are none here: they turn the whole puzzle, or end with it held otherwise.
    pub left_out: Vec<String>,
}

impl From<Tables> for Described {
    fn from(tables: Tables) -> Self {
        Self {
            tables,
            layout: None,
            symbols: Vec::new(),
            left_out: Vec::new(),
        }
    }
}

/// The formats that are read.
pub static FORMATS: [&dyn Format; 5] = [&Gap, &KPuzzle, &Kaggle, &Ksolve, &Santa];

/// Reads a puzzle in whatever format it is.
///
/// # Errors
/// [`ParseError`], with the place where the format is known.
pub fn read(bytes: &[u8]) -> Result<Tables, ParseError> {
    Ok(describe(bytes, None)?.tables)
}

/// Reads a puzzle in whatever format it is; in a file of several, the one that is called `part`.
///
/// # Errors
/// As [`read`].
pub fn describe(bytes: &[u8], part: Option<&str>) -> Result<Described, ParseError> {
    let bytes = match inside(bytes)? {
        Some(definition) => definition.file,
        None => bytes,
    };
    if bytes.len() > LONGEST {
        return Err(ParseError::TooLong);
    }
    let (text, fault) = text(bytes);
    let foreign = || foreign::format(text.as_bytes()).map(ParseError::Foreign);
    let found = FORMATS.iter().find(|format| format.sniff(text.as_bytes()));
    match (found, fault) {
        (Some(_), Some(fault)) => Err(fault.into()),
        (Some(format), None) => Ok(match part {
            Some(part) => format.part(&text, part)?,
            None => format.describe(&text)?,
        }),
        (None, None) => Err(foreign().unwrap_or(ParseError::Unknown)),
        (None, Some(_)) => Err(foreign().unwrap_or(ParseError::NotText)),
    }
}

/// The text of a definition, and the first byte outside of a remark that is no UTF-8, if there is one. Such bytes are
/// question marks in the text, so that all others have their places.
fn text(bytes: &[u8]) -> (Cow<'_, str>, Option<Located>) {
    if let Ok(text) = encoding::text(bytes) {
        return (with_line_feeds(text), None);
    }
    let (mut text, mut faults) = (String::with_capacity(bytes.len()), Vec::new());
    for chunk in bytes.utf8_chunks() {
        text += chunk.valid();
        faults.push(text.len());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    // Behind the last chunk nothing is wrong, unless the text ends there.
    faults.retain(|&at| bytes.get(at).is_some_and(|byte| !byte.is_ascii()));
    let text = with_line_feeds(text.into());
    let outside = faults.into_iter().find(|&at| {
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        !text[line..at].contains('#')
    });
    let message = "a byte that is no UTF-8";
    let fault = outside.map(|at| Located::new(&text, at, "not-text", message));
    (text, fault)
}

/// The definition in a weight file; `None` if the bytes are no weight file.
///
/// # Errors
/// [`ParseError::Weights`] where a weight file has none.
pub(super) fn inside(bytes: &[u8]) -> Result<Option<PuzzleFile<'_>>, ParseError> {
    if !bytes.starts_with(&MAGIC) {
        return Ok(None);
    }
    let found =
        format::definition(bytes).map_err(|error| ParseError::Weights(error.to_string()))?;
    match found {
        Some(definition) if definition.file.starts_with(&MAGIC) => Err(ParseError::Weights(
            "its definition is a weight file".into(),
        )),
        Some(definition) => Ok(Some(definition)),
        None => Err(ParseError::Foreign(
            "a weight file that has no puzzle in it",
        )),
    }
}

/// What follows the mark of byte order, if any, and white space.
fn beginning(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    bytes.trim_ascii_start()
}

/// Whether the bytes have a word in them.
fn has(bytes: &[u8], word: &str) -> bool {
    let mut windows = bytes.windows(word.len());
    windows.any(|found| found == word.as_bytes())
}
