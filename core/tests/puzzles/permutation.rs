//! Puzzles that are given by tables.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use quarterturn_core::puzzle::permutation::{
    Definition, DefinitionError, MAX_STICKERS, Permutation,
};
use quarterturn_core::puzzle::symbols::Symbols;
use quarterturn_core::{Move, Puzzle};

use crate::{distances, growth, laws};

type Beads = Permutation;

const TURN: [u8; 4] = [3, 0, 1, 2];
const BACK: [u8; 4] = [1, 2, 3, 0];
const SWAP: [u8; 4] = [1, 0, 2, 3];

/// Four beads on a ring that turns, with a place where two of them can be swapped.
fn beads(colours: &[u8]) -> Beads {
    let moves: [(&str, &[u8]); 3] = [("turn", &TURN), ("turn'", &BACK), ("swap", &SWAP)];
    let definition = Definition::new("beads", colours, moves);
    beads_of(definition.expect("a puzzle"))
}

fn beads_of(definition: Definition) -> Beads {
    Permutation::new(Arc::new(definition))
}

fn all<P: Puzzle>(puzzle: &P) -> HashMap<P::State, usize> {
    distances(puzzle, puzzle.goal().expect("a goal"), 100)
}

#[test]
fn beads_of_four_colours_are_a_group() {
    let puzzle = beads(b"abcd");
    let all = all(&puzzle);
    assert_eq!(growth(&all), [1, 3, 5, 6, 5, 3, 1]);
    assert!(puzzle.is_group());
    all.keys().for_each(|state| laws::check(&puzzle, state));
    assert_eq!(puzzle.move_name(Move(1)), "turn'");
    assert_eq!(
        [0, 1, 2].map(|mv| puzzle.undo(Move(mv))),
        [1, 0, 2].map(|mv| Some(Move(mv)))
    );
}

#[test]
fn equal_beads_are_identical_and_the_goal_is_what_looks_solved() {
    let puzzle = beads(b"aabb");
    let all = all(&puzzle);
    assert_eq!(all.len(), 6);
    assert!(!puzzle.is_group() && puzzle.invert(&puzzle.goal().expect("a goal")).is_none());
    all.keys().for_each(|state| laws::check(&puzzle, state));
    // A swap of equal beads changes nothing.
    let solved = puzzle.goal().expect("a goal");
    assert!(puzzle.is_solved(&puzzle.apply(&solved, Move(2))));
}

#[test]
fn the_ring_has_one_mirror_image_if_the_colours_have() {
    assert_eq!(beads(b"abcd").frames(), 2);
    assert_eq!(beads(b"aabb").frames(), 2);
    // Mirrored, the three equal beads would be others.
    assert_eq!(beads(b"aaab").frames(), 1);
    let puzzle = beads(b"abcd");
    let mirrored = [0, 1, 2].map(|mv| puzzle.conjugate_move(Move(mv), 1));
    assert_eq!(mirrored, [Move(1), Move(0), Move(2)]);
}

/// Every move turns the whole ring: no place tells one from another.
#[test]
fn symmetries_are_found_where_every_move_moves_every_place() {
    let ring = 31u16;
    let turns = (1..=10).flat_map(|by| [by, ring - by]);
    let moves: Vec<(String, Vec<u16>)> = turns
        .map(|by| {
            let from = (0..ring).map(|place| (place + by) % ring);
            (by.to_string(), from.collect())
        })
        .collect();
    let colours: Vec<u16> = (0..ring).collect();
    let moves = moves.iter().map(|(name, from)| (&**name, &**from));
    let definition = Definition::new("ring", &colours, moves).expect("a puzzle");
    assert!(definition.has_all_frames());
    let ring = Permutation::new(Arc::new(definition));
    // Itself and its mirror image.
    assert_eq!(ring.frames(), 2);
    assert_eq!(ring.conjugate_move(Move(0), 1), Move(1));
    all(&ring)
        .keys()
        .for_each(|state| laws::check(&ring, state));
}

#[test]
fn large_puzzles_keep_the_laws() {
    // Two rings of 300 beads that share one.
    let places: Vec<u16> = (0..599).collect();
    let turn = |from: usize, back: bool| {
        let mut table = places.clone();
        let ring = &mut table[from..from + 300];
        if back {
            ring.rotate_left(1)
        } else {
            ring.rotate_right(1)
        }
        table
    };
    let tables = [
        turn(0, false),
        turn(0, true),
        turn(299, false),
        turn(299, true),
    ];
    let names = ["a", "a'", "b", "b'"];
    let moves = names.into_iter().zip(tables.iter().map(Vec::as_slice));
    let definition = Definition::new("rings", &places, moves).expect("a puzzle");
    let rings = Permutation::new(Arc::new(definition));
    assert_eq!(
        (rings.undo(Move(2)), rings.length_step()),
        (Some(Move(3)), 2)
    );
    assert!(rings.frames() > 1 && rings.heap_bytes() >= 2 * 599);
    let near = distances(&rings, rings.goal().expect("a goal"), 3);
    assert_eq!(growth(&near), [1, 4, 12, 36]);
    near.keys().for_each(|state| laws::check(&rings, state));
}

#[test]
fn every_move_is_odd_where_that_can_be_seen() {
    assert_eq!(beads(b"abcd").length_step(), 2);
    assert_eq!(beads(b"aabb").length_step(), 1);
    // Two thirds of a turn are even, and so is the whole.
    let moves: [(&str, &[u8]); 1] = [("turn", &[2, 0, 1])];
    let puzzle = Definition::new("three", b"abc", moves).expect("a puzzle");
    assert_eq!(beads_of(puzzle).length_step(), 1);
}

/// All states by distance along sequences without a redundant pair.
fn without_redundant<P: Puzzle>(puzzle: &P) -> Vec<HashSet<P::State>> {
    let mut seen = HashSet::from([puzzle.goal().expect("a goal")]);
    let mut layers = vec![seen.clone()];
    let mut ends: HashSet<_> = seen.iter().map(|state| (state.clone(), None)).collect();
    while !layers.last().expect("one at least").is_empty() {
        let mut next = HashSet::new();
        for (state, last) in ends {
            let useful = |&mv: &Move| last.is_none_or(|last| !puzzle.redundant(last, mv));
            next.extend(
                puzzle
                    .moves()
                    .filter(useful)
                    .map(|mv| (puzzle.apply(&state, mv), Some(mv))),
            );
        }
        let layer: HashSet<_> = next
            .iter()
            .map(|end| end.0.clone())
            .filter(|s| !seen.contains(s))
            .collect();
        seen.extend(layer.iter().cloned());
        layers.push(layer);
        ends = next;
    }
    layers.pop();
    layers
}

#[test]
fn skipping_redundant_moves_loses_no_state_and_no_length() {
    let puzzle = beads(b"abcd");
    let layers = without_redundant(&puzzle);
    assert_eq!(
        layers.iter().map(HashSet::len).collect::<Vec<_>>(),
        growth(&all(&puzzle))
    );
    let pair = |p, n| puzzle.redundant(Move(p), Move(n));
    assert!(
        pair(0, 1) && pair(1, 0) && pair(2, 2),
        "they undo each other"
    );
    assert!(!pair(0, 0) && pair(1, 1), "two turns back are two turns");
    assert!(!pair(0, 2) && !pair(2, 0));

    // Two rings side by side: turns commute, and one of them has a half turn too.
    let moves: [(&str, &[u8]); 5] = [
        ("A", &[1, 2, 3, 0, 4, 5, 6]),
        ("A2", &[2, 3, 0, 1, 4, 5, 6]),
        ("A'", &[3, 0, 1, 2, 4, 5, 6]),
        ("B", &[0, 1, 2, 3, 5, 6, 4]),
        ("B'", &[0, 1, 2, 3, 6, 4, 5]),
    ];
    let definition = Definition::new("rings", b"abcdefg", moves).expect("a puzzle");
    let puzzle = beads_of(definition);
    let layers = without_redundant(&puzzle);
    assert_eq!(
        layers.iter().map(HashSet::len).collect::<Vec<_>>(),
        [1, 5, 6]
    );
    let pair = |p, n| puzzle.redundant(Move(p), Move(n));
    assert!(
        (0..3).all(|a| (0..3).all(|b| pair(a, b))),
        "turns of one ring merge"
    );
    assert!(pair(3, 3), "so do two thirds of a turn");
    assert!(
        (0..3).all(|a| (3..5).all(|b| !pair(a, b) && pair(b, a))),
        "A comes before B"
    );
    // Each ring by itself can be mirrored.
    assert_eq!(puzzle.frames(), 4);
    // The beads of a ring turn together, so that one tells all.
    assert_eq!((puzzle.inputs().active, puzzle.inputs().width), (2, 4 + 3));
}

#[test]
fn a_network_is_shown_one_sticker_of_each_piece() {
    // Two pieces of two stickers each, which swap places or flip; then a sticker that stays.
    let moves: [(&str, &[u8]); 2] = [("swap", &[2, 3, 0, 1, 4]), ("flip", &[1, 0, 2, 3, 4])];
    let definition = Definition::new("pieces", b"abcde", moves).expect("a puzzle");
    let puzzle = beads_of(definition);
    let all = all(&puzzle);
    assert_eq!(all.len(), 8);
    assert_eq!((puzzle.inputs().active, puzzle.inputs().width), (2, 8));
    let features = |state: &Symbols| {
        let mut out = [0; 2];
        puzzle.features(state, &mut out);
        out
    };
    assert_eq!(all.keys().map(features).collect::<HashSet<_>>().len(), 8);
}

#[test]
fn states_are_read_by_their_colours() {
    // Red and blue occur in both orbits, which do not mix.
    let moves: [(&str, &[u8]); 2] = [("A", &[2, 0, 1, 3, 4, 5]), ("B", &[0, 1, 2, 4, 5, 3])];
    let definition = Definition::new("two", b"rrbrbb", moves).expect("a puzzle");
    let puzzle = beads_of(definition);
    let read = |text: &str| puzzle.state(&text.bytes().map(u16::from).collect::<Vec<_>>());
    let solved = puzzle.goal().expect("a goal");
    assert_eq!(read("rrbrbb"), Some(solved.clone()));
    assert_eq!(read("brrrbb"), Some(puzzle.apply(&solved, Move(0))));
    let colours = |state: &Symbols| {
        let bytes = puzzle.colours(state).map(|colour| colour as u8);
        String::from_utf8(bytes.collect())
    };
    assert_eq!(
        colours(&puzzle.apply(&solved, Move(1))).as_deref(),
        Ok("rrbbbr")
    );
    for wrong in ["rbbrrb", "rrbrb", "rrbrbbb", "rrbrbg", "rrrrbb"] {
        assert_eq!(read(wrong), None, "{wrong}");
    }
}

#[test]
fn tables_that_define_no_puzzle_are_refused() {
    use DefinitionError::*;
    let refused = |moves: &[(&str, &[u8])], message: &str, code| {
        let moves = moves.iter().copied();
        let error = Definition::new("wrong", b"abc", moves).expect_err(message);
        assert_eq!((error.to_string().as_str(), error.code()), (message, code));
        error
    };
    let turn: &[u8] = &[2, 0, 1];
    assert_eq!(refused(&[], "there are no moves", "no-moves"), NoMoves);
    for table in [&[0, 0, 1][..], &[0, 1], &[1, 2, 3], &[1, 0, 2, 3]] {
        let message = "move 2 is not a permutation of the stickers";
        let moves = [("A", turn), ("B", table)];
        assert_eq!(
            refused(&moves, message, "not-a-permutation"),
            NotAPermutation(1)
        );
    }
    assert_eq!(
        refused(&[("A", &[0, 1, 2])], "move 1 does nothing", "idle-move"),
        Idle(0)
    );
    for name in ["", "two words", "A"] {
        let message = "move 2 needs a name of its own, in one word";
        let error = refused(&[("A", turn), (name, turn)], message, "move-name");
        assert_eq!(error, MoveName(1));
    }
    let long = "M".repeat(256);
    let message = "a name is longer than 255 bytes";
    assert_eq!(refused(&[(&long, turn)], message, "long-name"), LongName);

    let names: Vec<String> = (0..256).map(|i| i.to_string()).collect();
    let moves: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), turn)).collect();
    assert!(Definition::new("most", b"abc", moves[..255].iter().copied()).is_ok());
    let message = "more than 255 moves, counting those that undo others";
    assert_eq!(refused(&moves, message, "too-many-moves"), TooManyMoves);

    let places: Vec<u16> = (0..=MAX_STICKERS as u16).collect();
    let error = Definition::new("large", &places, [("turn", &places[..])]);
    let error = error.expect_err("more stickers than the most");
    let (found, capacity) = (MAX_STICKERS + 1, MAX_STICKERS);
    assert_eq!(error, TooManyStickers { found, capacity });
    assert_eq!(error.to_string(), "16385 stickers are more than 16384");
}
