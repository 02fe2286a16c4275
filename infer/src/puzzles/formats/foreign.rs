//! Puzzle files of other programs, recognised by their beginning, so that the error names their format.

use super::{beginning, has};

/// Words that begin the lines of a definition for ksolve or twsearch.
const KSOLVE: &[&str] = &[
    "Name",
    "PuzzleName",
    "Set",
    "Pieces",
    "Solved",
    "Start",
    "Move",
    "Moves",
    "MoveOrder",
    "Illegal",
    "Block",
    "ForbiddenPairs",
    "ForbiddenGroups",
    "Unique",
    "Ignore",
];

/// The format of a file that is known but not read.
pub(super) fn format(bytes: &[u8]) -> Option<&'static str> {
    let begins = beginning(bytes);
    match begins.first()? {
        b'{' if has(begins, "\"defaultPattern\"") || has(begins, "\"orbits\"") => {
            return Some("a KPuzzle definition in JSON");
        }
        b'{' => return Some("JSON"),
        b'[' if matches!(begins[1..].trim_ascii_start().first(), Some(b'{' | b'"')) => {
            return Some("JSON");
        }
        b'<' => return Some("XML"),
        _ => {}
    }
    let line = begins.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let first = line
        .into_iter()
        .find(|line| !line.is_empty() && line[0] != b'#')?;
    let end = first.iter().position(u8::is_ascii_whitespace);
    let (word, rest) = first.split_at(end.unwrap_or(first.len()));
    let known = KSOLVE.iter().any(|known| known.as_bytes() == word);
    // `Move := ...` is GAP.
    if known && !rest.trim_ascii_start().starts_with(b":=") {
        return Some("a definition for ksolve or twsearch");
    }
    (word == b"puzzle_type,allowed_moves" || word.starts_with(b"id,puzzle_type"))
        .then_some("a table of Kaggle's Santa 2023")
}
