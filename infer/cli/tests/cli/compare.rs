//! Learned and classical solvers in one table.

use crate::harness::{blank_cube3, file, run};
use std::fs;
use std::path::Path;

#[test]
fn solvers_share_the_states_and_an_exact_one_knows_the_optimum() {
    let model = blank_cube3("compare.qtw");
    let beam = format!("beam --width 64 --views 1 --model {model}");
    let plot = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compare.svg");
    let args = [
        "compare",
        "--random",
        "3",
        "--length",
        "2",
        "--solver",
        &beam,
        "--solver",
        "two-phase",
        "--solver",
        "bidirectional",
        "--plot",
        plot.to_str().unwrap(),
    ];
    let table = run(&args).ends(0);
    let table = table.says("cube3 (qtm), 3 scrambles of 2 moves, seed 1");
    table
        .says("two-phase")
        .says("beam --width 64")
        .says("optimal");
    let svg = fs::read_to_string(&plot).unwrap();
    assert!(svg.starts_with("<svg"));
    for text in [
        "cube3: 3 scrambles of 2 moves, seed 1",
        "lengths in quarter turns",
        "mean seconds a state",
        "MB of weights or tables",
        "two-phase",
        "bidirectional, no tables",
        "optimum, 2.00",
    ] {
        assert!(svg.contains(text), "{text:?} is not in the picture");
    }
    let png = plot.with_extension("png");
    run(&[&args[..args.len() - 1], &[png.to_str().unwrap()]].concat()).ends(0);
    let png = fs::read(&png).unwrap();
    assert!(
        png.starts_with(b"\x89PNG") && png.len() > 5000,
        "names need a font"
    );
    run(&[&args[..args.len() - 1], &["picture.gif"]].concat())
        .ends(2)
        .complains("ends in .png or .svg");
    let report = &run(&[&args[..11], &["--json"]].concat()).ends(0).json()[0];
    let rows = report["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 3);
    for row in rows {
        assert_eq!((&row["states"], &row["solved"]), (&3.into(), &3.into()));
        assert_eq!(row["known_optimal"], 3);
        assert!(row["mean_qtm"].as_f64() >= row["mean_htm"].as_f64());
    }
    let exact = &rows[2];
    assert_eq!(
        (&exact["exact"], &exact["optimal"]),
        (&true.into(), &3.into())
    );
    assert_eq!(exact["bytes"], 0);
    assert!(rows[1]["bytes"].as_u64() > Some(1 << 20));
}

#[test]
fn rows_say_their_settings_and_the_time_is_foretold() {
    let model = blank_cube3("settings.qtw");
    let beam = format!("beam --width 64 --views 1 --model {model} --time-limit 2s");
    let args = [
        "compare", "--random", "2", "--length", "2", "--solver", &beam,
    ];
    let args = [
        &args[..],
        &["--solver", "two-phase", "--solver", "bidirectional"],
    ]
    .concat();
    let table = run(&args).ends(0);
    // Two states of two seconds and of ten; two-phase heeds no limit.
    let table = table.complains("comparing 3 solvers on 2 states: at most 24s");
    table.says("two-phase, the first answer of at most 21 face turns");
    let report = &run(&[&args[..], &["--json"]].concat()).ends(0).json()[0];
    let settings = |row: usize| report["rows"][row]["settings"].as_str().unwrap();
    assert_eq!(
        settings(0),
        "beam, width 64, no fallback, model blank, at most 2s a state"
    );
    assert_eq!(settings(2), "bidirectional, at most 10s a state");
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

#[test]
fn the_share_solved_is_drawn_by_length_of_scramble() {
    let plot = Path::new(env!("CARGO_TARGET_TMPDIR")).join("depths.svg");
    let args = [
        "compare",
        "--puzzle",
        "cube2",
        "--random",
        "2",
        "--depths",
        "3",
        "--solver",
        "bidirectional",
        "--solver",
        "bidirectional --node-limit 1",
        "--plot",
        plot.to_str().unwrap(),
    ];
    run(&args)
        .ends(0)
        .says("2 scrambles of each length from 1 to 3, seed 1");
    let svg = fs::read_to_string(&plot).unwrap();
    for text in ["solved (%)", "moves of the scramble", "--node-limit 1"] {
        assert!(svg.contains(text), "{text:?} is not in the picture");
    }
    let report = &run(&[&args[..11], &["--json"]].concat()).ends(0).json()[0];
    assert_eq!(report["rows"][0]["states"], 6);
    assert_eq!(
        report["rows"][0]["solved_by_depth"],
        serde_json::json!([1.0, 1.0, 1.0])
    );
    assert_eq!(report["rows"][1]["solved_by_depth"][2], 0.0);
    run(&["compare", "--depths", "3"]).ends(2);
}

#[test]
fn a_suite_says_its_own_optimum() {
    let suite = file("compare.tsv", b"# optimal_qtm\tscramble\n1\tR\n2\tR2\n");
    let args = [
        "compare",
        "--suite",
        suite.to_str().unwrap(),
        "--solver",
        "two-phase",
        "--json",
    ];
    let row = &run(&args).ends(0).json()[0]["rows"][0];
    assert_eq!(
        (&row["mean_qtm"], &row["mean_htm"]),
        (&1.5.into(), &1.0.into())
    );
    assert_eq!(
        (&row["known_optimal"], &row["optimal"]),
        (&2.into(), &2.into())
    );
}

/// Their moves are not words of a text, and a 2 is a row or a column there.
#[test]
fn lengths_of_other_puzzles_are_in_moves() {
    for (puzzle, solver) in [
        ("sokoban", "bwas --model bound --lambda 1 --batch 1"),
        ("lightsout5", "direct"),
    ] {
        let args = ["compare", "--puzzle", puzzle, "--random", "3", "--solver"];
        let args = [&args[..], &[solver]].concat();
        run(&args).ends(0).says("moves: mean lengths");
        let row = &run(&[&args[..], &["--json"]].concat()).ends(0).json()[0]["rows"][0];
        assert!(row["length_mean"].as_f64() > Some(3.0), "{row}");
        assert_eq!(row["qtm_mean"], row["length_mean"]);
        assert_eq!(row["htm_mean"], row["length_mean"]);
    }
}

#[test]
fn faulty_solvers_are_named() {
    let compare = |args: &[&str]| run(&[&["compare", "--random", "1"], args].concat());
    compare(&["--solver", "magic"]).ends(2).complains("magic");
    compare(&["--solver", "beam --lambda 0.5"])
        .ends(2)
        .complains("--lambda means nothing to the search 'beam'");
    compare(&["--solver", "beam --threads 2"])
        .ends(2)
        .complains("give it to compare itself");
    compare(&["--solver", "two-phase 5"])
        .ends(2)
        .complains("unexpected argument '5'");
    compare(&["--puzzle", "cube2", "--solver", "korf"])
        .ends(2)
        .complains("korf does not solve cube2");
    run(&["compare"]).ends(2).complains("--suite <FILE>");
}
