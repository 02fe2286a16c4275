//! What is solved, how it is reported, and what ends a search.

use crate::harness::{Run, blank_cube3, blank_model, command, file, run, run_on};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

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
fn a_network_of_other_sizes_is_refused() {
    let sizes = file("sizes.qtw", &blank_model("blank", "cube3", 100, 9, 12));
    run(&["solve", "R", "--model", sizes.to_str().unwrap()])
        .ends(3)
        .complains("the model blank reads 9 of 100 features of cube3; this one has 20 of 480");
}

/// The first solution of the plain search is its answer, with a clock and without.
#[test]
fn without_restarts_a_search_is_plain() {
    let model = blank_cube3("plain.qtw");
    for search in ["beam", "bwas", "mcts"] {
        let args = ["solve", "R U F D", "--model", &model, "--search", search];
        let args = [&args[..], &["--json", "--restarts", "no"]].concat();
        let plain = &run(&args).ends(0).json()[0];
        for limit in [["--time-limit", "3600"], ["--target-length", "4"]] {
            let limited = &run(&[&args[..], &limit].concat()).ends(0).json()[0];
            for field in ["solution", "expanded", "stopped"] {
                let met = limit[0] == "--time-limit" || limited["length"] == plain["length"];
                assert!(!met || limited[field] == plain[field], "{search}: {field}");
            }
        }
    }
}

#[test]
fn remembered_evaluations_are_counted() {
    let model = blank_cube3("cache.qtw");
    let args = [
        "solve", "R U F", "--model", &model, "--search", "ida", "--json",
    ];
    let plain = &run(&args).ends(0).json()[0];
    assert!(plain.get("remembered").is_none());
    let cached = &run(&[&args[..], &["--cache", "8"]].concat()).ends(0).json()[0];
    assert_eq!(cached["solution"], plain["solution"]);
    assert!(cached["remembered"].as_u64() > Some(0));
    assert!(cached["remembered"].as_u64() < cached["evaluated"].as_u64());
}

#[test]
fn bad_lines_do_not_stop_the_rest_and_the_order_is_kept() {
    let model = blank_cube3("lines.qtw");
    let mut text = b"\xef\xbb\xbfR U\r\n\n# remark\nR Q\n\xff\xfe\0\n".to_vec();
    text.extend("U ".repeat(1 << 20).bytes());
    text.extend(b"\nF'");
    let path = file("lines.txt", &text);
    let from = [
        "solve",
        "--model",
        &model,
        "--json",
        "--from",
        path.to_str().unwrap(),
    ];
    let codes = |run: &Run| -> Vec<(u64, String)> {
        let one = |v: &Value| {
            let word = v["solution"].as_str().or(v["error"]["code"].as_str());
            (v["line"].as_u64().unwrap(), word.unwrap().to_owned())
        };
        run.json().iter().map(one).collect()
    };
    let expected = [
        (1, "U' R'"),
        (4, "unknown-move"),
        (5, "not-text"),
        (6, "line-too-long"),
        (7, "F"),
    ];
    let expected: Vec<_> = expected.map(|(n, s)| (n, s.to_owned())).into();
    assert_eq!(codes(&run(&from).ends(3)), expected);
    let piped = run_on(&["solve", "-", "--model", &model, "--json"], &text).ends(3);
    assert_eq!(codes(&piped), expected);

    let shown = run(&["solve", "--model", &model, "--from", path.to_str().unwrap()]).ends(3);
    shown
        .says("line      7")
        .complains("error: line 4: 'Q' is not a move");
}

#[test]
fn a_ten_megabyte_line_is_refused() {
    let model = blank_cube3("long.qtw");
    let line = "R U R' U' ".repeat(1 << 20);
    let refused = run_on(&["solve", "-", "--model", &model], line.as_bytes()).ends(3);
    let refused = refused.complains("longer than 1048576 bytes");
    assert!(refused.err.len() < 500, "the line is not repeated");
}

#[test]
fn what_is_printed_is_what_was_found() {
    let model = blank_cube3("printed.qtw");
    let solve = |puzzle: &str, costs: &str, state: &str| {
        let costs = file("printed.toml", costs.as_bytes());
        let costs = costs.to_str().unwrap();
        let args = ["solve", "--puzzle", puzzle, "--model", &model, "--json"];
        let run = run(&[&args[..], &["--costs", costs, state]].concat()).ends(0);
        let report = &run.json()[0];
        let solution = report["solution"].as_str().unwrap().to_owned();
        (solution, report["length"].clone(), report["cost"].clone())
    };
    let forbidden = "[moves]\nR2 = inf\n";
    let (solution, length, cost) = solve("cube3-htm", forbidden, "R2");
    assert!(solution == "R R" || solution == "R' R'", "{solution}");
    assert_eq!((length, cost), (2.into(), 2.0.into()));
    // Two quarter turns of a face that turns one way only say which way.
    let one_way = "[moves]\n\"R'\" = inf\n";
    let (solution, length, cost) = solve("cube3", one_way, "R2");
    assert_eq!((&*solution, length, cost), ("R R", 2.into(), 2.0.into()));
    let (solution, ..) = solve("cube3", "[faces]\nR = 2\n", "R2");
    assert_eq!(solution, "R2");
}

/// The first answer to this state has 21 turns.
#[test]
fn two_phase_goes_on_for_shorter_answers_until_the_time_is_over() {
    let compare = |solver: &str| {
        let args = ["compare", "--puzzle", "cube3-htm", "--random", "1"];
        let more = ["--time-limit", "2", "--json", "--solver", solver];
        let mut report = run(&[&args[..], &more].concat()).ends(0).json().remove(0);
        report["rows"][0].take()
    };
    let [first, best] = ["two-phase", "two-phase anytime"].map(compare);
    assert_eq!((&first["solved"], &best["solved"]), (&1.into(), &1.into()));
    assert!(best["htm_mean"].as_f64() < first["htm_mean"].as_f64());
    assert!(best["bytes"].as_u64() > Some(1 << 20), "{best}");
    assert!(best["seconds_max"].as_f64() >= Some(1.9));
}
