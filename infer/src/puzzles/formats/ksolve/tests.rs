//! Tests of definitions for ksolve and twsearch.

use super::super::checks::{fault, growth, names};
use super::super::{self as formats};

const FLOPPY: &str = include_str!("../../../../examples/puzzles/floppy.tws");

#[test]
fn a_floppy_cube_has_192_states() {
    let tables = formats::read(FLOPPY.as_bytes()).unwrap();
    assert_eq!(names(&tables), ["U", "R", "D", "L"]);
    let growth = growth(&tables, 9);
    assert_eq!(growth, [1, 4, 10, 24, 53, 64, 31, 4, 1, 0]);
    assert_eq!(growth.iter().sum::<usize>(), 192);
}

/// In a move orientations belong to pieces: that of piece 2, which goes to slot 1.
#[test]
fn orientations_follow_the_pieces_of_a_move_and_the_slots_of_a_state() {
    let text = "Set A 3 3\nSolved\nA\n1 2 3\nEnd\nMove a\nA\n2 3 1\n0 1 2\nEnd\n\
        MoveTransformation b\nA\n1 2 0\n1 2 0\nEnd\n";
    let described = formats::describe(text.as_bytes(), None).unwrap();
    let tables = described.tables;
    assert_eq!(tables.moves[0].1, tables.moves[2].1);
    let layout = described.layout.unwrap();
    let moved: Vec<u16> = tables.moves[0].1.clone();
    let block = "Scramble made\nA\n2 3 1 # pieces\n1 2 0\nEnd";
    let state = super::scramble(block, &layout).unwrap();
    assert_eq!(layout.colours(&state), Ok(moved.clone()));
    let state = super::scramble("ScrambleState\nA\n1 2 0\n1 2 0\nEnd", &layout).unwrap();
    assert_eq!(layout.colours(&state), Ok(moved));
    assert_eq!(super::sequence("ScrambleAlg x\na b\nEnd\n"), Some("a b\n"));
}

/// Pieces that are not named are those that are left over.
#[test]
fn what_does_not_matter_is_alike() {
    let with = |solved: &str, more: &str| {
        let text = format!(
            "Name ring\nSet A 4 2\nSolved\nA\n{solved}\nEnd\n{more}Move t\nA\n2 3 4 1\n1 0 0 0\nEnd\n"
        );
        let tables = formats::read(text.as_bytes()).unwrap();
        (tables.identity(), growth(&tables, 7).iter().sum::<usize>())
    };
    let named = with("1 2 3 3\n0 0 ? ?", "");
    assert_eq!(named, with("1 2 ? ?\n0 0 ? ?", ""));
    let ignored = "Ignore\nA\n0 0 1 1\n0 0 1 1\nEnd\nMoveLimits\nt 4\nEnd\nSlack 3\n";
    assert_eq!(named, with("1 2 3 4\n0 0 0 0", ignored));
    // Not the identity: the ring is solved when it is turned by one.
    assert_eq!(with("2 3 4 1", "").1, 8);
}

#[test]
fn faults_have_their_place_and_bandages_their_reason() {
    let begun = "Set A 2 1\nSolved\nA\n2 1\nEnd\n";
    for (text, found) in [
        ("Set A 2", ("ksolve-word", 1, 1)),
        ("Set A 0 1", ("ksolve-number", 1, 1)),
        ("Set A 99999 9", ("ksolve-too-many-stickers", 1, 1)),
        ("Set A 2 1\nSolved\nA\n1\nEnd", ("ksolve-count", 4, 1)),
        ("Set A 2 1\nSolved\nB\n1 2\nEnd", ("ksolve-set", 3, 1)),
        ("Set A 2 1\nSolved\nA\n1 2", ("ksolve-end", 4, 4)),
        ("Name x\nMove a\nEnd", ("ksolve-missing", 2, 1)),
        ("Name x\nHello", ("ksolve-word", 2, 1)),
    ] {
        assert_eq!(fault(text), found, "{text}");
    }
    for (rest, found) in [
        ("Illegal A 1 2", ("ksolve-bandaged", 6, 1)),
        ("Block\nA\n1 2\nEnd", ("ksolve-bandaged", 6, 1)),
        ("Move a\nA\n1 3\nEnd", ("ksolve-number", 8, 3)),
        ("Move a\nA\n1 1\nEnd", ("ksolve-twice", 8, 1)),
        ("Move a\nA\n1 ?\nEnd", ("ksolve-number", 8, 3)),
        ("Move a\nA\n1 2\nEnd", ("ksolve-idle", 6, 1)),
        ("Move x\nA\n2 1\nEnd", ("ksolve-missing", 9, 4)),
    ] {
        assert_eq!(fault(&format!("{begun}{rest}")), found, "{rest}");
    }
}

/// The same states as by hand: twsearch makes moves of them.
#[test]
fn sequences_are_moves() {
    let with = |more: &str| {
        format!(
            "Set C 3 3\nSolved\nC\n1 2 3\n0 0 0\nEnd\n{more}Move U\nC\n2 3 1\nEnd\nMove R\nC\n2 1 3\n1 2 0\nEnd\nMove y\nC\n3 1 2\nEnd\n"
        )
    };
    let text = with("MoveSequence S U R\nMoveSequence T S y\n# S again\nMoveSequence V (U R)\n");
    let described = formats::describe(text.as_bytes(), None).unwrap();
    let made = names(&described.tables);
    assert!(made.starts_with(&["S"]) && made.contains(&"T"), "{made:?}");
    // Another name of S, and a rotation.
    assert!(!made.contains(&"V") && !made.contains(&"y"), "{made:?}");
    assert_eq!(described.left_out, ["y"]);
    let from = |name: &str| {
        &described
            .tables
            .moves
            .iter()
            .find(|mv| mv.0 == name)
            .unwrap()
            .1
    };
    let both: Vec<u16> = from("R")
        .iter()
        .map(|&at| from("U")[usize::from(at)])
        .collect();
    assert_eq!(*from("S"), both);
    for (line, code) in [
        ("MoveSequence S U Q\n", "ksolve-sequence"),
        ("MoveSequence S T\nMoveSequence T U S\n", "ksolve-sequence"),
        ("MoveSequence S U U'\n", "ksolve-idle"),
        ("MoveSequence S\n", "ksolve-word"),
    ] {
        let (found, line_found, column) = fault(&with(line));
        assert_eq!((found, column), (code, 1), "{line}");
        assert!((7..=8).contains(&line_found), "{line}");
    }
}
