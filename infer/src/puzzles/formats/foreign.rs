//! Puzzle files of other programs, recognised by their beginning, so that the error names their format.

use super::beginning;

/// The format of a file that is known but not read.
pub(super) fn format(bytes: &[u8]) -> Option<&'static str> {
    let begins = beginning(bytes);
    match begins.first()? {
        b'{' => return Some("JSON"),
        b'[' if matches!(begins[1..].trim_ascii_start().first(), Some(b'{' | b'"')) => {
            return Some("JSON");
        }
        b'<' => return Some("XML"),
        _ => {}
    }
    // Its rows are states; `puzzle_info.csv` has the puzzles.
    begins
        .starts_with(b"id,puzzle_type")
        .then_some("a table of states of Kaggle's Santa 2023, not of its puzzles")
}
