//! Tests of KPuzzle definitions.

use super::super::checks::{fault, growth, names};
use super::super::{self as formats};

const POCKET: &str = include_str!("../../../../examples/puzzles/pocket-cube.kpuzzle.json");

/// As many as are known of the 2×2×2 cube in quarter turns (sequence A079762 of the OEIS, by other programs).
#[test]
fn a_derived_move_is_what_its_sequence_does() {
    let tables = formats::read(POCKET.as_bytes()).unwrap();
    assert_eq!(names(&tables), ["U", "U'", "R", "R'", "F", "F'"]);
    assert_eq!(growth(&tables, 6), [1, 6, 27, 120, 534, 2256, 8969]);
    // Without derived moves, and without what stays where it is.
    let plain = "{\"orbits\":[{\"orbitName\":\"CORNERS\",\"numPieces\":7,\"numOrientations\":3},
        {\"orbitName\":\"CENTER\",\"numPieces\":1,\"numOrientations\":4}],
        \"defaultPattern\":{\"CENTER\":{\"pieces\":[0],\"orientation\":[2],\"orientationMod\":[1]},
        \"CORNERS\":{\"pieces\":[0,1,2,3,4,5,6],\"orientation\":[0,0,0,0,0,0,0]}},\"moves\":{
        \"U\":{\"CORNERS\":{\"permutation\":[1,2,3,0,4,5,6]}},
        \"R\":{\"CORNERS\":{\"permutation\":[4,0,2,3,6,5,1],\"orientationDelta\":[2,1,0,0,1,0,2]}},
        \"F\":{\"CORNERS\":{\"permutation\":[3,1,2,5,0,4,6],\"orientationDelta\":[1,0,0,2,2,1,0]}}}}";
    let plain = formats::describe(plain.as_bytes(), None).unwrap();
    for ((name, from), (other, same)) in tables.moves.iter().zip(&plain.tables.moves) {
        assert_eq!((name, &from[..]), (other, &same[..21]));
    }
    // Of the centre no orientation can be seen.
    assert_eq!(plain.tables.stickers(), 22);
}

#[test]
fn a_pattern_is_what_moves_make() {
    let described = formats::describe(POCKET.as_bytes(), None).unwrap();
    let (tables, layout) = (described.tables, described.layout.unwrap());
    let moved = |name: &str, state: &[u16]| -> Vec<u16> {
        let (_, from) = tables.moves.iter().find(|mv| mv.0 == name).unwrap();
        from.iter()
            .map(|&place| state[usize::from(place)])
            .collect()
    };
    let state = moved("U", &moved("R", &tables.colours));
    let placed = layout.placed(&state).unwrap();
    assert_eq!(placed[0].pieces, [0, 2, 3, 4, 6, 5, 1]);
    assert_eq!(placed[0].orientations, [1, 0, 0, 2, 1, 0, 2]);
    assert_eq!(layout.colours(&placed), Ok(state.clone()));
    let json = format!(
        "{{\"CORNERS\": {{\"pieces\": {:?},\n\"orientation\": {:?}}}}}",
        placed[0].pieces, placed[0].orientations
    );
    let read = super::pattern(&json, &layout).unwrap();
    assert_eq!(layout.colours(&read), Ok(state));
    let fault = super::pattern("{\"EDGES\": 1}", &layout).unwrap_err();
    assert_eq!(fault.code, "kpuzzle-missing");
    assert_eq!(layout.colours(&read[..0]).map(|all| all.len()), Ok(0));
}

/// Two pieces alike, a solved puzzle in another order, and an orientation of which half can be seen.
#[test]
fn the_default_pattern_says_what_looks_alike() {
    let text = "{\"orbits\":[{\"orbitName\":\"A\",\"numPieces\":3,\"numOrientations\":4}],
        \"defaultPattern\":{\"A\":{\"pieces\":[2,0,0],\"orientation\":[1,0,0],\"orientationMod\":[0,2,2]}},
        \"moves\":{\"r\":{\"A\":{\"permutation\":[1,2,0],\"orientationDelta\":[0,0,1]}}}}";
    let described = formats::describe(text.as_bytes(), None).unwrap();
    let tables = &described.tables;
    assert_eq!(tables.colours, [0, 1, 2, 3, 4, 5, 4, 5, 4, 5, 4, 5]);
    assert_eq!(tables.moves[0].1, [4, 5, 6, 7, 8, 9, 10, 11, 3, 0, 1, 2]);
    let placed = described.layout.unwrap().placed(&tables.colours).unwrap();
    assert_eq!(placed[0].pieces, [2, 0, 0]);
    assert_eq!(placed[0].orientations, [1, 0, 0]);
}

/// In any order, and without those that turn the whole puzzle, whatever these are called.
#[test]
fn derived_moves_name_each_other() {
    let with = |derived: &str| {
        format!(
            "{{\"orbits\":[{{\"orbitName\":\"A\",\"numPieces\":4,\"numOrientations\":1}}],\"defaultPattern\":{{\"A\":{{\"pieces\":[0,1,2,3]}}}},
            \"moves\":{{\"r\":{{\"A\":{{\"permutation\":[1,2,3,0]}}}},\"s\":{{\"A\":{{\"permutation\":[1,0,2,3]}}}},\"x\":{{\"A\":{{\"permutation\":[3,2,1,0]}}}}}},\n\"derivedMoves\":{{{derived}}}}}"
        )
    };
    let long = "f".repeat(300);
    let text = with(&format!(
        "\"b\":\"a s\",\"a\":\"r2 s\",\"r2\":\"r2\",\"o\":\"r x\",\"{long}\":\"s x\""
    ));
    let described = formats::describe(text.as_bytes(), None).unwrap();
    let made = names(&described.tables);
    // What a and s make is r2, which comes first under its name b.
    assert_eq!(made, ["r", "r'", "s", "b", "a", "a'"]);
    assert_eq!(described.tables.moves[3].1, [2, 3, 0, 1]);
    assert_eq!(described.left_out, ["x", "o", &long]);
    for (derived, message) in [
        ("\"a\":\"b r\",\"b\":\"a\"", "made of itself"),
        ("\"a\":\"q\"", "\"q\" is no move"),
    ] {
        let error = formats::read(with(derived).as_bytes()).unwrap_err();
        assert_eq!(error.code(), "kpuzzle-derived");
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn faults_have_their_place() {
    let with = |orbit: &str, pattern: &str, moves: &str| {
        format!("{{\"orbits\":[{orbit}],\n\"defaultPattern\":{{{pattern}}},\n\"moves\":{moves}}}")
    };
    let orbit = "{\"orbitName\":\"A\",\"numPieces\":2,\"numOrientations\":2}";
    let solved = "\"A\":{\"pieces\":[0,1],\"orientation\":[0,0]}";
    let derived = "{\"s\":{\"A\":{\"permutation\":[1,0]}}},\n\"derivedMoves\":{\"t\":\"s q\"}";
    for (text, found) in [
        (with("", "", "{}"), ("kpuzzle-no-moves", 1, 1)),
        (with("7", "", "{}"), ("kpuzzle-type", 1, 12)),
        (with(orbit, "", "{}"), ("kpuzzle-missing", 2, 18)),
        (
            with(orbit, "\"A\":{\"pieces\":[0]}", "{}"),
            ("kpuzzle-count", 2, 33),
        ),
        (
            with(orbit, solved, "{\"s\":{\"A\":{\"permutation\":[1,2]}}}"),
            ("kpuzzle-number", 3, 37),
        ),
        (
            with(orbit, solved, "{\"s\":{\"A\":{\"permutation\":[1,1]}}}"),
            ("kpuzzle-twice", 3, 37),
        ),
        (with(orbit, solved, "{\"s t\":{}}"), ("kpuzzle-name", 3, 16)),
        (
            with(orbit, solved, "{\"x\":{\"A\":{\"permutation\":[1,0]}}}"),
            ("kpuzzle-no-moves", 1, 1),
        ),
        (
            with(
                "{\"orbitName\":\"A\",\"numPieces\":60000,\"numOrientations\":9}",
                solved,
                "{}",
            ),
            ("kpuzzle-too-many-stickers", 1, 12),
        ),
        (with(orbit, solved, derived), ("kpuzzle-derived", 4, 21)),
    ] {
        assert_eq!(fault(&text), found, "{text}");
    }
}
