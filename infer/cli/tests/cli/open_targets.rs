//! Targets that leave pieces open: exact searches serve them.

use crate::harness::{file, run};

/// The cross on D: its four edges, and whatever else.
const CROSS: &str = "????U????????R??R?????F??F??D?DDD?D?????L??L?????B??B?";

#[test]
fn a_cross_takes_the_fewest_moves() {
    for (moves, metric, length) in [
        ("R", "qtm", 1),
        ("U R2 U'", "htm", 2),
        ("R U F2 D'", "qtm", 4),
        ("D", "htm", 1),
    ] {
        let args = [
            "solve", "--json", "--metric", metric, "--target", CROSS, moves,
        ];
        let answer = &run(&args).ends(0).json()[0];
        assert_eq!(answer["search"], "bidirectional");
        assert_eq!(answer["length"], length, "{moves}: {answer}");
    }
    // No state is farther away than eight face turns.
    for seed in 1..=5 {
        let scramble = ["scramble", "--metric", "htm", "--random-state", "--seed"];
        let state = run(&[&scramble[..], &[&seed.to_string()]].concat())
            .ends(0)
            .out;
        let args = [
            "solve",
            "--json",
            "--metric",
            "htm",
            "--target",
            CROSS,
            state.trim(),
        ];
        let answer = &run(&args).ends(0).json()[0];
        let moves = answer["solution"].as_str().unwrap();
        assert!(answer["length"].as_u64().unwrap() <= 8, "{answer}");
        assert!(!moves.is_empty());
    }
}

/// The same cross with other symbols for what does not matter, and as a KPattern: a piece that is there more than once
/// is open.
#[test]
fn a_cross_may_be_written_in_other_forms() {
    let dashes = CROSS.replace('?', "-");
    let stars = CROSS.replace('?', "*");
    let pattern = r#"{
        "EDGES": {
            "pieces": [0, 0, 0, 0, 4, 5, 6, 7, 0, 0, 0, 0],
            "orientation": [1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1]
        },
        "CORNERS": {
            "pieces": [0, 0, 0, 0, 0, 0, 0, 0],
            "orientation": [1, 1, 1, 1, 1, 1, 1, 1]
        },
        "CENTERS": {
            "pieces": [0, 1, 2, 3, 4, 5],
            "orientation": [0, 0, 0, 0, 0, 0],
            "orientationMod": [1, 1, 1, 1, 1, 1]
        }
    }"#;
    let answer = |target: &str| {
        let args = ["solve", "-q", "--target", target, "R U F2 D'"];
        run(&args).ends(0).out
    };
    let expected = answer(CROSS);
    for target in [&*dashes, &*stars, pattern] {
        assert_eq!(answer(target), expected, "{target}");
    }
    // As a state it is none.
    run(&["solve", pattern]).ends(3).complains("there twice");
}

#[test]
fn a_target_of_a_file_puzzle_may_be_open_too() {
    let ring = file("open-ring.gap", b"turn:=(1,2,3,4,5,6);swap:=(1,2);");
    let ring = ring.to_str().unwrap();
    let solve = |target: &str, moves: &str| {
        run(&[
            "solve", "--json", "--puzzle", ring, "--target", target, moves,
        ])
    };
    // Only sticker 0 matters: it is one turn away, whatever the others do.
    let answer = &solve("0 ? ? ? ? ?", "swap turn swap").ends(0).json()[0];
    assert_eq!(answer["length"], 2, "{answer}");
    let none = &solve("? ? ? ? ? ?", "turn turn").ends(0).json()[0];
    assert_eq!(none["length"], 0);
    solve("0 ? ? ? ?", "turn")
        .ends(3)
        .complains("5 places are not a target");
    solve("0 ? ? ? ? 9", "turn")
        .ends(3)
        .complains("there is no sticker 9");
    solve("0 0 ? ? ? ?", "turn")
        .ends(3)
        .complains("2 times of 1");
    // Stickers that never meet: no moves lead there.
    let two = file("open-two.gap", b"a:=(1,2,3);b:=(4,5,6);");
    let args = [
        "solve",
        "--puzzle",
        two.to_str().unwrap(),
        "--target",
        "1 0 ? ? ? ?",
        "a",
    ];
    run(&args)
        .ends(3)
        .complains("no moves lead from this state to the target");
}

#[test]
fn other_searches_and_half_known_pieces_are_refused() {
    let beam = ["solve", "--search", "beam", "--target", CROSS, "R"];
    run(&beam)
        .ends(2)
        .complains("'beam' needs a whole state as its target");
    let wide = ["solve", "--width", "100", "--target", CROSS, "R"];
    run(&wide)
        .ends(2)
        .complains("--width means nothing to the search 'bidirectional'");
    let half = CROSS.replacen("D?DDD?D", "D??DD?D", 1);
    let half = ["solve", "--target", &half, "R"];
    run(&half)
        .ends(3)
        .complains("known with all its stickers, or not at all");
    let centre = CROSS.replacen('U', "R", 1);
    run(&["solve", "--target", &centre, "R"])
        .ends(3)
        .complains("the centre of U");
    let bound = ["solve", "--improve", "R", "--target", CROSS, "R"];
    run(&bound)
        .ends(2)
        .complains("'improve' needs a whole state");
}
