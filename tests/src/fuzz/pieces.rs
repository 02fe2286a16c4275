//! States of puzzles from files, in any form.

use quarterturn::Puzzle;
use std::sync::LazyLock;

/// A puzzle of pieces and one of stickers.
static PUZZLES: LazyLock<[Puzzle; 3]> = LazyLock::new(|| {
    let files = [
        &include_bytes!("../../../infer/examples/puzzles/floppy.tws")[..],
        include_bytes!("../../../infer/examples/puzzles/pocket-cube.kpuzzle.json"),
        include_bytes!("../../../infer/examples/necklace.json"),
    ];
    files.map(|file| Puzzle::parse(file).expect("a definition"))
});

/// Reads a state of each puzzle. What is read is written as numbers that are read as the same state; what is refused
/// has its place.
pub fn pieces(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    for puzzle in &*PUZZLES {
        let lines: Vec<&str> = text.lines().collect();
        let span = puzzle.span(&lines, true);
        assert!(lines.is_empty() || span.is_some_and(|span| (1..=lines.len()).contains(&span)));
        match puzzle.read(text) {
            Ok(state) => {
                let again = puzzle.read(&state.to_string());
                assert_eq!(again.as_ref(), Ok(&state), "{text}");
            }
            Err(refusal) => {
                let at = refusal.at.unwrap_or(0);
                assert!(text.is_char_boundary(at), "{refusal:?}");
                assert!(!refusal.code.is_empty() && !refusal.message.is_empty());
            }
        }
    }
}
