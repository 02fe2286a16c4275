//! Move sequences and facelets.

use super::for_every_puzzle;
use quarterturn_core::cube::{Cube2, Cube3};
use quarterturn_core::facelets::FaceletError;
use quarterturn_core::notation::{NotationError, read_turns, write_merged, write_moves};
use quarterturn_core::{Move, Puzzle};
use quarterturn_support::{text2, text3};

/// Reads move sequences as states, and as moves that are written and read again.
pub fn notation(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    match Cube3::from_moves(text) {
        Ok(held) => {
            assert!(held.state.is_reachable());
            assert_eq!(
                Cube3::from_facelet_text(&text3(&held.state)),
                Ok(held.state)
            );
            brackets(text);
            let rotation = held.rotation.to_string();
            let read = Cube3::from_moves(&rotation).expect("a rotation is read");
            assert_eq!((read.rotation, read.state), (held.rotation, Cube3::SOLVED));
        }
        Err(error) => located(text, &error),
    }
    match Cube2::from_moves(text) {
        Ok(held) => {
            assert!(held.state.is_reachable());
            assert_eq!(
                Cube2::from_facelet_text(&text2(&held.state)),
                Ok(held.state)
            );
        }
        Err(error) => located(text, &error),
    }
    for_every_puzzle!(turns(text));
}

/// What is read may stand in square brackets, which mean what they are short for. A comment that does not end
/// hides no separator on the next line.
fn brackets(text: &str) {
    let same = |short: String, long: String| {
        // Square brackets may be the one too many.
        if let Ok(short) = Cube3::from_moves(&short) {
            assert_eq!(Cube3::from_moves(&long), Ok(short), "{text:?}");
        }
    };
    let a = format!("({text}\n)");
    same(format!("[{a}, U x]"), format!("{a} (U x) {a}' (U x)'"));
    same(format!("[U x: {a}]2"), format!("((U x) {a} (U x)')2"));
}

fn turns<P: Puzzle>(puzzle: &P, text: &str) {
    let moves: Vec<Move> = match read_turns(puzzle, text).collect() {
        Ok(moves) => moves,
        Err(error) => return located(text, &error),
    };
    let again = |text: &str| -> Vec<Move> {
        let moves: Result<_, _> = read_turns(puzzle, text).collect();
        moves.expect("what was written is read")
    };
    let (mut plain, mut merged) = (String::new(), String::new());
    write_moves(puzzle, moves.iter().copied(), &mut plain).expect("a string takes all");
    write_merged(puzzle, moves.iter().copied(), &mut merged).expect("a string takes all");
    assert_eq!(again(&plain), moves);
    let merged = again(&merged);
    assert_eq!(merged.len(), moves.len());
    let goal = puzzle.goal().expect("one goal");
    let state = |moves: &[Move]| puzzle.apply_all(&goal, moves);
    assert_eq!(state(&merged), state(&moves));
}

fn located(text: &str, error: &NotationError) {
    assert!(text.is_char_boundary(error.at), "{error:?}");
    assert!(![error.to_string().as_str(), error.code(), error.hint()].contains(&""));
}

/// Reads facelets.
pub fn facelets(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    match Cube3::from_facelet_text(text) {
        Ok(cube) => {
            assert!(cube.is_reachable());
            assert_eq!(Cube3::from_facelet_text(&text3(&cube)), Ok(cube));
            let mut net = String::new();
            cube.write_net(false, &mut net).expect("a string takes all");
            assert_eq!(net.parse(), Ok(cube));
        }
        Err(error) => refused(text, &error, 54),
    }
    match Cube2::from_facelet_text(text) {
        Ok(cube) => {
            assert!(cube.is_reachable());
            assert_eq!(Cube2::from_facelet_text(&text2(&cube)), Ok(cube));
            let mut net = String::new();
            cube.write_net(false, &mut net).expect("a string takes all");
            assert_eq!(net.parse(), Ok(cube));
        }
        Err(error) => refused(text, &error, 24),
    }
}

fn refused(text: &str, error: &FaceletError, facelets: usize) {
    assert!(
        error.at.is_none_or(|at| text.is_char_boundary(at)),
        "{error:?}"
    );
    assert!(error.facelet().is_none_or(|f| f < facelets), "{error:?}");
    assert!((1..=6).contains(&error.kociemba()), "{error:?}");
    assert!(![error.to_string().as_str(), error.code(), error.hint()].contains(&""));
}
