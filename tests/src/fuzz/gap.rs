//! Puzzles from files.

use quarterturn::Puzzle as Value;
use quarterturn::puzzles::formats::{self, ParseError, Target};
use quarterturn::puzzles::{Shared, Text, gap};
use quarterturn_core::Puzzle;
use quarterturn_core::puzzle::permutation::Permutation;

/// States of so few stickers are read back too: the group of many takes a moment.
const FEW: usize = 16;

/// Reads a puzzle in any format, then as a GAP file.
pub fn gap(bytes: &[u8]) {
    match formats::read(bytes) {
        Ok(tables) => {
            let puzzle = Value::of(&tables).expect("what is read is a puzzle");
            assert_eq!(puzzle.id(), tables.identity());
            assert_eq!(puzzle.moves().count(), tables.moves.len());
            if tables.stickers() <= FEW {
                written(bytes);
            }
        }
        Err(error) => {
            assert!(error.to_string().len() < 600 && !error.code().is_empty());
            if let (ParseError::Located(fault), Ok(text)) = (error, std::str::from_utf8(bytes)) {
                assert!(fault.at <= text.len() && text.is_char_boundary(fault.at));
            }
        }
    }
    for_gap(bytes);
}

/// What is read is written in every format, and read again as the same puzzle.
fn written(bytes: &[u8]) {
    let described = formats::describe(bytes, None).expect("it was read");
    let moves = &described.tables.moves;
    for target in [Target::Gap, Target::Kaggle, Target::KPuzzle, Target::Tws] {
        let text = formats::write(&described, target, "fuzz");
        match formats::read(text.as_bytes()) {
            Ok(again) => {
                assert_eq!(again.moves.len(), moves.len(), "{text}");
                let in_order = matches!(target, Target::Gap | Target::Kaggle);
                if in_order || described.layout.is_some() && target == Target::KPuzzle {
                    assert_eq!(again.identity(), described.tables.identity(), "{text}");
                }
            }
            // A name may grow too long, or be that of a move that undoes another.
            Err(error) => {
                let codes = ["long-name", "twice"];
                assert!(
                    codes.iter().any(|code| error.code().ends_with(code)),
                    "{error}: {text}"
                );
            }
        }
    }
}

/// Reads a GAP file. What is read defines a puzzle, moves lead there and back, and what is refused has its place.
fn for_gap(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let tables = match gap::read(text) {
        Ok(tables) => tables,
        Err(error) => {
            assert!(text.is_char_boundary(error.at), "{error:?}");
            let lines = text[..error.at].matches('\n').count();
            assert_eq!(error.line, lines + 1, "{error:?}");
            assert!(error.column > 0 && error.to_string().len() < 400);
            assert!(!error.kind.code().is_empty());
            return;
        }
    };
    let definition = tables.definition("fuzz");
    let shared = Shared::new(definition.expect("what is read is a puzzle"));
    let puzzle = Permutation::new(shared);
    let solved = puzzle.start();
    assert!(puzzle.is_solved(&solved));
    for mv in puzzle.moves() {
        let state = puzzle.apply(&solved, mv);
        let back = puzzle
            .undo(mv)
            .expect("all moves have one that undoes them");
        assert_eq!(puzzle.apply(&state, back), solved);
        assert_eq!(puzzle.read_moves(puzzle.move_name(mv)), Ok(vec![mv]));
        if tables.stickers() <= FEW {
            let text = puzzle.write(&state);
            let (_, read) = puzzle.read(&text).expect("a move leads there");
            assert_eq!(read, state, "{text}");
        }
    }
}
