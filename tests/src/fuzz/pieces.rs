//! States of puzzles that are no cubes, in any form.

use quarterturn::Puzzle;
use std::sync::LazyLock;

/// Puzzles of pieces and of stickers, and those with boards.
static PUZZLES: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    let files = [
        &include_bytes!("../../../infer/examples/puzzles/floppy.tws")[..],
        include_bytes!("../../../infer/examples/puzzles/pocket-cube.kpuzzle.json"),
        include_bytes!("../../../infer/examples/necklace.json"),
    ];
    let files = files.map(|file| Puzzle::parse(file).expect("a definition"));
    let boards = ["puzzle8", "puzzle3x4", "lightsout3", "sokoban"];
    let boards = boards.map(|name| Puzzle::named(name).expect("a puzzle"));
    files.into_iter().chain(boards).collect()
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
                if refusal.code == "parity" {
                    let state = puzzle.read_towards(text, text).expect("a board");
                    let again = puzzle.read_towards(&state.to_string(), text);
                    assert_eq!(again, Ok(state), "{text}");
                }
                let at = refusal.at.unwrap_or(0);
                assert!(text.is_char_boundary(at), "{refusal:?}");
                assert!(!refusal.code.is_empty() && !refusal.message.is_empty());
            }
        }
    }
}
