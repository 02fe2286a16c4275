//! Puzzles that are not cubes: solved, shown and refused.

use crate::harness::{file, run};
use serde_json::Value;
use std::fs;
use std::path::Path;

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

#[test]
fn every_search_that_applies_solves_them() {
    let tiles = "5 1 2 3  0 6 7 4  9 10 11 8  13 14 15 12";
    let level = "########/#------#/#-$--.-#/#---@--#/#--$.--#/########";
    for search in ["beam", "bwas", "gbfs", "mcts", "ida"] {
        let options = ["--model", "bound", "--search", search];
        // Each row's first tile, then the last column: seven moves and no way round.
        assert_eq!(solved("puzzle15", &options, tiles)["length"], 7, "{search}");
        let lights = solved("lightsout4", &options, "1,1 2,3 4,4");
        assert!(lights["length"].as_u64().unwrap() % 2 == 1, "{search}");
        let pushes = solved("sokoban", &options, level);
        let text = pushes["solution"].as_str().unwrap();
        assert_eq!(pushes["length"], text.len(), "{search}");
        assert!(
            text.chars().filter(char::is_ascii_uppercase).count() >= 4,
            "{search}"
        );
    }
    let direct = solved("lightsout9", &["--search", "direct"], "1,1 2,3 4,4 1,1");
    assert_eq!(direct["length"], 2);
    let exact = solved("puzzle15", &["--search", "bidirectional"], tiles);
    assert_eq!(
        (&exact["length"], &exact["model"]),
        (&7.into(), &Value::Null)
    );
}

/// Optimal lengths by the solver with pattern databases.
#[test]
fn the_network_inside_solves_the_15_puzzle_optimally() {
    for (board, optimum) in [
        ("14 3 8 10 13 5 7 0 4 15 6 2 9 1 11 12", 50),
        ("0 2 4 1 11 7 10 13 6 15 14 5 3 9 8 12", 54),
        ("2 11 8 14 6 3 15 4 5 13 1 7 10 12 9 0", 48),
        ("5 0 4 1 7 12 11 13 15 6 8 2 14 3 9 10", 55),
        ("8 2 13 3 14 11 5 10 12 15 7 6 0 1 9 4", 55),
    ] {
        let answer = solved("puzzle15", &["--width", "2048", "--views", "1"], board);
        assert_eq!(answer["length"], optimum, "{board}");
        assert_eq!(answer["model"], "puzzle15-base");
    }
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

/// Shortest lengths by A* with the bound. In a file, a level is not a remark.
#[test]
fn the_network_inside_solves_sokoban() {
    let levels = [
        ("########/#------#/#-$--.-#/#---@--#/#--$.--#/########", 11),
        (
            "#########/#.-----.#/#-$-#-$-#/#---@---#/#-$-#-$-#/#.-----.#/#########",
            26,
        ),
        (
            "##########/#.--#----#/#.$-#-$--#/#--@---$-#/##-##-#--#/#--$-.#.-#/#----###-#/##########",
            37,
        ),
    ];
    let text: Vec<_> = levels.iter().map(|&(level, _)| level).collect();
    let file = file("sokoban-levels", text.join("\n").as_bytes());
    let file = file.to_str().unwrap();
    let exact = [
        "--model", "bound", "--search", "bwas", "--lambda", "1", "--batch", "1",
    ];
    for (options, model) in [
        (&["--width", "4096"][..], "sokoban-base".into()),
        (&exact, Value::Null),
    ] {
        let base = ["solve", "--json", "--puzzle", "sokoban", "--from", file];
        let answers = run(&[&base, options].concat()).ends(0).json();
        assert_eq!(answers.len(), levels.len());
        for (answer, (level, length)) in answers.iter().zip(levels) {
            assert_eq!(answer["length"], length, "{level}");
            assert_eq!(answer["model"], model);
        }
    }
}

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

#[test]
fn what_a_puzzle_lacks_is_refused_by_name() {
    let level = "######/#@-$.#/######";
    for (options, why) in [
        (
            &["--puzzle", "sokoban", "--search", "bidirectional"][..],
            "the search 'bidirectional' needs a single goal and moves that can be undone; sokoban has none",
        ),
        (
            &["--puzzle", "sokoban", "--model", "bound", "--views", "2"],
            "--views needs symmetries; sokoban has none",
        ),
        (
            &["--puzzle", "sokoban", "--model", "bound", "--target", level],
            "--target needs states that are group elements; sokoban has none",
        ),
        (
            &["--puzzle", "cube3", "--model", "bound"],
            "--model bound needs a lower bound of its own; cube3 has none",
        ),
        (
            &["--puzzle", "cube2", "--model", "patterns"],
            "--model patterns needs the 3×3×3 cube or sliding tiles up to 6×6; cube2 has none",
        ),
        (
            &["--puzzle", "cube3", "--search", "direct"],
            "the search 'direct' needs a way to compute solutions; cube3 has none",
        ),
        (
            &["--puzzle", "lightsout5", "--search", "beam"],
            "no weights for lightsout5 are embedded in this build",
        ),
    ] {
        let run = run(&[&["solve", level], options].concat());
        assert!(matches!(run.code, Some(2 | 3)), "{options:?}: {}", run.err);
        run.complains(why);
    }
}

#[test]
fn impossible_states_are_refused_with_the_place() {
    for (puzzle, input, code) in [
        (
            "puzzle15",
            "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0",
            "parity",
        ),
        ("puzzle15", "1 2 3", "tile-count"),
        ("puzzle15", "U U U U", "impossible-move"),
        ("puzzle15", "U X", "unknown-move"),
        ("lightsout5", "1000000000000000000000000", "unsolvable"),
        ("lightsout3", "10", "light-count"),
        ("sokoban", "#####/#@-$#/#..-#/#####", "cornered-box"),
    ] {
        let args = [
            "solve", "--json", "--puzzle", puzzle, "--model", "bound", input,
        ];
        let answer = run(&args).ends(3).json().remove(0);
        assert_eq!(answer["error"]["code"], code, "{puzzle} {input}");
    }
}

/// The 2×2×2 of three generators, as a file: every search talks in the file's names.
#[test]
fn a_file_of_generators_is_a_puzzle() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ring.gap");
    fs::write(&path, "turn:=(1,2,3,4,5,6); swap:=(1,2); Gen:=[turn,swap];").unwrap();
    let path = path.to_str().unwrap();
    let answer = solved(path, &["--search", "bidirectional"], "turn turn swap");
    assert_eq!(answer["length"], 3);
    assert!(answer["puzzle"].as_str().unwrap().starts_with("ring-"));
    let state = run(&[
        "scramble",
        "--puzzle",
        path,
        "--random-state",
        "--seed",
        "1",
    ]);
    let state = state.ends(0).out;
    solved(path, &["--search", "bidirectional"], state.trim());

    fs::write(path, "turn:=(1,2,;").unwrap();
    run(&["solve", "--puzzle", path, "turn"])
        .ends(2)
        .complains("line 1, column 12: a point was expected");
    run(&["solve", "--puzzle", "cube9", "R"])
        .ends(2)
        .complains("puzzle15");
}

/// A ring of more beads than a small state has room for, and of more than a byte counts; beyond the most, the
/// refusal says so.
#[test]
fn a_file_may_have_thousands_of_stickers() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("beads.gap");
    let write = |beads: usize| {
        let ring: Vec<String> = (1..=beads).map(|bead| bead.to_string()).collect();
        let text = format!("turn:=({}); swap:=(1,2); Gen:=[turn,swap];", ring.join(","));
        fs::write(&path, text).unwrap();
        path.to_str().unwrap()
    };
    let file = write(128);
    let answer = solved(file, &["--search", "bidirectional"], "turn swap turn' swap");
    assert_eq!(answer["length"], 4);
    let rotated: Vec<String> = (1..=128).map(|bead| (bead % 128).to_string()).collect();
    let answer = solved(file, &["--search", "bidirectional"], &rotated.join(" "));
    assert_eq!(answer["length"], 1);
    let file = write(2000);
    let answer = solved(file, &["--search", "bidirectional"], "turn swap turn' swap");
    assert_eq!(answer["length"], 4);
    run(&["solve", "--puzzle", write(16_385), "turn"])
        .ends(2)
        .complains("16385 stickers are more than 16384");
}
