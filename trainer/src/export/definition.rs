//! The definition of a puzzle inside the weight file, so that solvers need no second file.

use super::ExportError;
use crate::puzzle::{definition, path};
use quarterturn_core::net::format::{self, PuzzleFile};
use quarterturn_core::net::write::with_definition;

/// The weight file with the definition of the puzzle of that name, if a file defines it.
pub(super) fn inside(puzzle: &str, weights: Vec<u8>) -> Result<Vec<u8>, ExportError> {
    let Some(path) = path(puzzle) else {
        return Ok(weights);
    };
    let file = definition(path).map_err(|source| ExportError::Puzzle {
        path: path.into(),
        source,
    })?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let stem: String = stem.chars().filter(char::is_ascii_graphic).collect();
    // The puzzle may have come in a weight file too.
    let own = PuzzleFile {
        name: &stem,
        file: &file,
    };
    let inner = format::definition(&file).ok().flatten().unwrap_or(own);
    Ok(with_definition(&weights, inner)?)
}
