//! Puzzles that are not cubes: solved, shown and refused.

use crate::harness::run;
use serde_json::Value;

#[track_caller]
fn solved(puzzle: &str, options: &[&str], input: &str) -> Value {
    let args = [&["solve", "--json", "--puzzle", puzzle], options, &[input]].concat();
    let answer = run(&args).ends(0).json().remove(0);
    assert_eq!(
        (&answer["solved"], &answer["metric"]),
        (&true.into(), &"moves".into())
    );
    answer
}

/// One evaluation a move, and every answer as short as elimination's.
#[test]
fn the_network_inside_presses_lights_without_a_detour() {
    let scramble = [
        "scramble",
        "--puzzle",
        "lightsout7",
        "--random-state",
        "--count",
        "20",
    ];
    let boards = run(&scramble).ends(0).out;
    let greedy = ["--width", "1", "--views", "1", "--shortlist", "1"];
    for board in boards.lines() {
        let optimum = &solved("lightsout7", &["--search", "direct"], board)["length"];
        for options in [&[][..], &greedy, &["--search", "greedy"]] {
            let answer = solved("lightsout7", options, board);
            assert_eq!(
                (&answer["length"], &answer["model"]),
                (optimum, &"lightsout7-base".into()),
                "{board}"
            );
        }
        let answer = solved("lightsout7", &greedy, board);
        assert_eq!(&answer["evaluated"], optimum, "{board}");
    }
}

#[cfg(feature = "compare")]
#[test]
fn pattern_databases_are_for_small_boards() {
    // A state that is none is refused before tables are made.
    let tables = concat!(env!("CARGO_TARGET_TMPDIR"), "/no-tables");
    let patterns = ["--search", "patterns", "--tables", tables];
    let wrong = ["solve", "--puzzle", "puzzle24", "1 2 3"];
    run(&[&wrong[..], &patterns].concat()).ends(3);
    assert!(!std::path::Path::new(tables).exists());
    let refused = |puzzle, option, name| run(&["solve", "--puzzle", puzzle, option, name, "U"]);
    for option in ["--search", "--model"] {
        refused("puzzle48", option, "patterns").complains(
            "the pattern databases of puzzle48 would take 2.54 GB: nine groups of five tiles and one of three",
        );
    }
    refused("cube2", "--search", "patterns").complains("patterns does not solve cube2");
}

/// A* finds shortest solutions by any lower bound, in fewer states by a better one.
#[test]
fn pattern_databases_guide_any_search() {
    let board = "14 3 8 10 13 5 7 0 4 15 6 2 9 1 11 12";
    let evaluated = ["bound", "patterns"].map(|model| {
        let options = [
            "--model", model, "--search", "bwas", "--lambda", "1", "--batch", "1",
        ];
        let answer = solved("puzzle15", &options, board);
        assert_eq!(
            (&answer["length"], &answer["model"]),
            (&50.into(), &Value::Null)
        );
        answer["evaluated"].as_u64().unwrap()
    });
    assert!(evaluated[0] > 10 * evaluated[1], "{evaluated:?}");
}
