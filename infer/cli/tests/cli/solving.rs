//! What is solved, how it is reported, and what ends a search.

use crate::harness::{SOLVED, blank_cube3, command, cube, file, run, run_on};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn shallow_scrambles_are_solved_shortest() {
    let model = blank_cube3("shallow.qtw");
    for (scramble, solution, length) in [
        ("", "", 0),
        ("R U", "U' R'", 2),
        ("R2 // a half turn", "R2", 2),
        ("(R U)3 (R U)3'", "", 0),
        ("x U", "U'", 1),
        (SOLVED, "", 0),
    ] {
        let run = run(&["solve", scramble, "--json", "--model", &model]).ends(0);
        let report = &run.json()[0];
        assert_eq!(report["input"], scramble);
        assert_eq!(report["solved"], true);
        assert_eq!(report["solution"], solution, "{scramble}");
        assert_eq!(report["length"], length);
        assert_eq!(
            (&report["puzzle"], &report["metric"]),
            (&"cube3".into(), &"qtm".into())
        );
        assert_eq!(report["search"], "beam");
        assert_eq!(
            (&report["model"], &report["model_metric"]),
            (&"blank".into(), &"qtm".into())
        );
        assert_eq!(report["stopped"], "solved");
        for counter in ["expanded", "generated", "evaluated", "memory"] {
            assert!(report[counter].is_u64(), "{counter}");
        }
        assert!(report["seconds"].is_f64() && report.get("line").is_none());
    }
}

#[test]
fn people_get_words_and_no_escapes_in_a_pipe() {
    let model = blank_cube3("words.qtw");
    let shown = run(&["solve", "R U", "--model", &model]).ends(0);
    let shown = shown
        .says("solution  U' R'")
        .says("2 in the quarter-turn metric (qtm)");
    let shown = shown
        .says("beam, width 16384, views 2, model blank")
        .says("generated");
    assert!(!shown.out.contains('\u{1b}'));
    run(&["solve", "", "--model", &model])
        .ends(0)
        .says("solved already");
    for option in ["--quiet", "-q"] {
        let quiet = run(&["solve", "R U", "--model", &model, option]).ends(0);
        assert_eq!((&*quiet.out, &*quiet.err), ("U' R'\n", ""));
    }
}

#[test]
fn another_metric_is_named() {
    let model = blank_cube3("metric.qtw");
    let half = ["solve", "R2", "--puzzle", "cube3-htm", "--model", &model];
    run(&half)
        .ends(0)
        .says("1 in the half-turn metric (htm)")
        .complains("model blank counts in qtm");
    let json = run(&[&half[..], &["--json"]].concat()).ends(0).json();
    assert_eq!(
        (&json[0]["metric"], &json[0]["length"]),
        (&"htm".into(), &1.into())
    );
    assert_eq!(json[0]["model_metric"], "qtm");
}

#[test]
fn limits_end_with_4_and_say_which() {
    let model = blank_cube3("limits.qtw");
    let hard = &cube("R U F D L B R U F D L B R U F D L B");
    for (option, value, stopped) in [
        ("--node-limit", "100", "nodes"),
        ("--time-limit", "0.000001", "time"),
        ("--time-limit", "1us", "time"),
        ("--memory-limit", "1", "memory"),
        ("--memory-limit", "1MiB", "memory"),
        ("--width", "1", "exhausted"),
    ] {
        let args = ["solve", hard, "--model", &model, option, value];
        run(&args).ends(4).says("solution  not found");
        let json = run(&[&args[..], &["--json"]].concat()).ends(4).json();
        assert_eq!(json[0]["stopped"], stopped);
        assert_eq!(
            (&json[0]["solved"], &json[0]["solution"]),
            (&false.into(), &Value::Null)
        );
        let quiet = run(&[&args[..], &["--quiet"]].concat()).ends(4);
        assert_eq!(quiet.out, "");
        quiet.complains("no solution");
    }
}

#[test]
fn the_way_back_is_an_answer_that_says_so() {
    let model = blank_cube3("undone.qtw");
    let args = [
        "solve",
        "R U F D L B R U F D D'",
        "--model",
        &model,
        "--node-limit",
        "50",
    ];
    let found = run(&args)
        .ends(0)
        .says("solution  F' U' R' B' L' D' F' U' R'");
    found.says("found     by undoing the moves of the input");
    let json = run(&[&args[..], &["--json"]].concat()).ends(0).json();
    assert_eq!(
        (&json[0]["by"], &json[0]["search"]),
        (&"undone".into(), &"beam".into())
    );
    assert_eq!(
        (&json[0]["length"], &json[0]["stopped"]),
        (&9.into(), &"nodes".into())
    );
    // No scramble of a suite is undone.
    let suite = file("undone.tsv", b"# state\nR U F D L B R U F D\n");
    let bench = [
        "bench",
        "--suite",
        suite.to_str().unwrap(),
        "--model",
        &model,
    ];
    let bench = run(&[&bench[..], &["--node-limit", "50", "--json"]].concat()).ends(4);
    assert_eq!(bench.json()[0]["solved"], 0);
}

#[test]
fn what_the_allowed_moves_cannot_solve_is_refused() {
    let model = blank_cube3("forbidden.qtw");
    let costs = file("forbidden.toml", b"[faces]\nU = inf\nD = inf\n");
    let args = [
        "solve",
        "U",
        "--model",
        &model,
        "--costs",
        costs.to_str().unwrap(),
    ];
    run(&args).ends(3).complains("[forbidden-moves]");
    let json = run(&[&args[..], &["--json"]].concat()).ends(3).json();
    assert_eq!(json[0]["error"]["code"], "forbidden-moves");
}

#[test]
fn an_unsolved_line_is_milder_than_an_invalid_one() {
    let model = blank_cube3("mixed.qtw");
    let args = [
        "solve",
        "-",
        "--model",
        &model,
        "--quiet",
        "--node-limit",
        "50",
    ];
    let hard = cube("R U F D L B R U F D L B") + "\nU\n";
    let unsolved = run_on(&args, hard.as_bytes())
        .ends(4)
        .complains("line 1: no solution");
    assert_eq!(unsolved.out, "-\nU'\n");
    // Each state has its line, so that a solved one is not taken for another.
    let all = run_on(&args, (hard + "?\n\n# remark\nF F'\n").as_bytes());
    assert_eq!(all.ends(3).out, "-\nU'\n-\n\n");
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_with_130_and_keeps_what_was_printed() {
    use std::io::{BufRead, BufReader};
    let model = blank_cube3("interrupt.qtw");
    let mut child = command()
        .args([
            "solve", "-", "--model", &model, "--quiet", "--width", "1000000",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdin.write_all(b"R\n").unwrap();
    let mut first = String::new();
    stdout.read_line(&mut first).unwrap();
    assert_eq!(first, "R'\n");
    // Waiting for a line or in a search without hope: it stops either way.
    stdin
        .write_all(b"R U F D L B R U F D L B R U F D L B\n")
        .unwrap();
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn scrambles_repeat_with_their_seed() {
    let make = |args: &[&str]| {
        run(&[&["scramble", "--count", "3"], args].concat())
            .ends(0)
            .out
    };
    assert_eq!(make(&["--seed", "7"]), make(&["--seed", "7"]));
    assert_ne!(make(&["--seed", "7"]), make(&["--seed", "8"]));
    assert_ne!(make(&[]), make(&[]));
    assert_eq!(
        make(&["--random-state"])
            .lines()
            .map(str::len)
            .collect::<Vec<_>>(),
        [54; 3]
    );
    assert_eq!(make(&["--length", "0"]), "\n\n\n");
    let json = run(&[
        "scramble", "--json", "--length", "5", "--puzzle", "cube2", "--seed", "1",
    ]);
    let json = json.ends(0).json();
    assert_eq!(
        (&json[0]["puzzle"], &json[0]["length"]),
        (&"cube2".into(), &5.into())
    );
    assert_eq!(json[0]["state"].as_str().unwrap().len(), 24);
}

#[test]
fn a_scramble_and_its_state_are_the_same_input() {
    let model = blank_cube3("same.qtw");
    let json = run(&["scramble", "--json", "--length", "3", "--seed", "5"])
        .ends(0)
        .json();
    let solve = |key: &str| {
        let text = json[0][key].as_str().unwrap();
        run(&["solve", text, "--model", &model, "--quiet"])
            .ends(0)
            .out
    };
    assert_eq!(solve("moves"), solve("state"));
}
