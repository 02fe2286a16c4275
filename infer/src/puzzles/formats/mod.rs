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

mod error;
mod foreign;
pub mod gap;
mod json;
mod kaggle;
mod tables;

pub use error::{Located, ParseError};
pub use gap::Gap;
pub use kaggle::Kaggle;
pub use tables::{STICKERS, Tables};

use quarterturn_core::net::format::{self, Definition, MAGIC};

/// The longest definition, in bytes.
pub const LONGEST: usize = 1 << 20;

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
}

/// The formats that are read.
pub static FORMATS: [&dyn Format; 2] = [&Gap, &Kaggle];

/// Reads a puzzle in whatever format it is.
///
/// # Errors
/// [`ParseError`], with the place where the format is known.
pub fn read(bytes: &[u8]) -> Result<Tables, ParseError> {
    let bytes = match inside(bytes)? {
        Some(definition) => definition.file,
        None => bytes,
    };
    if bytes.len() > LONGEST {
        return Err(ParseError::TooLong);
    }
    let found = FORMATS.iter().find(|format| format.sniff(bytes));
    let foreign = || foreign::format(bytes).map(ParseError::Foreign);
    match (found, std::str::from_utf8(bytes)) {
        (Some(format), Ok(text)) => Ok(format.read(text)?),
        (None, Ok(_)) => Err(foreign().unwrap_or(ParseError::Unknown)),
        (_, Err(_)) => Err(foreign().unwrap_or(ParseError::NotText)),
    }
}

/// The definition in a weight file; `None` if the bytes are no weight file.
///
/// # Errors
/// [`ParseError::Weights`] where a weight file has none.
pub(super) fn inside(bytes: &[u8]) -> Result<Option<Definition<'_>>, ParseError> {
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
