//! Weight files and suites.

use crate::harness::{SOLVED, blank_cube3, blank_model, file, run};
use std::path::Path;

#[test]
fn weight_files_are_verified() {
    let bytes = blank_model("blank", "cube3", 480, 20, 12);
    let verify = |path: &Path| run(&["models", "verify", path.to_str().unwrap()]);
    let whole = verify(&file("whole.qtw", &bytes))
        .ends(0)
        .says("whole and usable");
    whole.says("480-16").says("cube3").says("value (12 moves)");

    let mut damaged = bytes.clone();
    damaged[100] ^= 1;
    let damaged = file("damaged.qtw", &damaged);
    verify(&damaged).ends(3).complains("the file is damaged");
    run(&["models", "verify", "cube2-base"])
        .ends(0)
        .says("cube2-base: whole and usable");
    run(&["solve", "R", "--model", damaged.to_str().unwrap()])
        .ends(3)
        .complains("damaged");
    verify(&file("cut.qtw", &bytes[..bytes.len() / 2]))
        .ends(3)
        .complains("cut off");
    verify(&file("tail.qtw", &[&bytes[..], b"x"].concat()))
        .ends(3)
        .complains("1 bytes follow");
    verify(&file("text.qtw", SOLVED.as_bytes()))
        .ends(3)
        .complains("not a quarterturn weight file");
    verify(&file("none.qtw", b"")).ends(3).complains("cut off");
    verify(Path::new("no/such/file"))
        .ends(3)
        .complains("cannot read");
}

#[test]
fn a_model_for_another_puzzle_or_of_no_name_is_refused() {
    let model = blank_cube3("family.qtw");
    let other = ["solve", "R", "--puzzle", "cube2", "--model", &model];
    run(&other)
        .ends(3)
        .complains("the model blank is for cube3, not for cube2");
    let sizes = file("sizes.qtw", &blank_model("blank", "cube3", 100, 9, 12));
    run(&["solve", "R", "--model", sizes.to_str().unwrap()])
        .ends(3)
        .complains("the model blank reads 9 of 100 features of cube3; this one has 20 of 480");
    let unknown = ["solve", "R", "--model", "no-such-model"];
    run(&unknown)
        .ends(3)
        .complains("no-such-model")
        .complains("embedded:");
    run(&["models", "show", "no-such-model"]).ends(3);
}

/// Without `--puzzle`, and for every command that takes a network.
#[test]
fn a_network_names_its_puzzle() {
    let solved = run(&["solve", "-q", "--model", "cube2-base", "R U"]).ends(0);
    assert_eq!(solved.out, "U' R'\n");
    let answers = file("cube2-answers.txt", b"U' R'\n");
    let path = answers.to_str().unwrap();
    let analysed = run(&["analyse", path, "--model", "cube2-base", "--json"]).ends(0);
    assert_eq!(analysed.json()[0]["puzzle"], "cube2");
    // A network of the cube guides searches in either metric.
    let solved = run(&["solve", "--json", "--model", "cube3-htm-base", "R2"]).ends(0);
    assert_eq!(solved.json()[0]["puzzle"], "cube3");
    let misspelt = run(&["solve", "R", "--model", "cube3-bas"]).ends(3);
    misspelt.complains("cube3-base is nearest");
    let costs = file("half.toml", b"half = 2\n");
    let refused = run(&["solve", "R", "--costs", costs.to_str().unwrap()]).ends(3);
    refused.complains("--metric htm");
}

#[test]
fn embedded_models_are_listed() {
    run(&["models", "list"])
        .ends(0)
        .says("architecture")
        .says("crc-32");
}

#[test]
fn a_suite_becomes_a_table() {
    let model = blank_cube3("suite.qtw");
    let suite = file(
        "suite.tsv",
        b"# index\toptimal_qtm\tscramble\n0\t2\tR U\n1\t1\tR2\n2\t\tF\n",
    );
    let bench = [
        "bench",
        "--model",
        &model,
        "--suite",
        suite.to_str().unwrap(),
    ];
    let table = run(&bench).ends(0).says("solved     3 of 3 (100.0 %)");
    let table = table
        .says("length     mean 1.667, median 2, quartiles 1.5 and 2, from 1 to 2")
        .says("50.0 % optimal, 100.0 % at most 2 above");
    table.says("seconds    mean").says("memory");
    let picture = file("suite.svg", b"");
    let plot = ["--plot", picture.to_str().unwrap()];
    run(&[&bench[..], &plot].concat()).ends(0);
    let drawn = std::fs::read_to_string(picture).unwrap();
    assert!(
        drawn.contains("seconds a state") && drawn.contains("beam, width 16384"),
        "{drawn}"
    );
    let json = run(&[&bench[..], &["--json", "--limit", "2"]].concat())
        .ends(0)
        .json();
    let report = &json[0];
    assert_eq!(
        (&report["states"], &report["solved"]),
        (&2.into(), &2.into())
    );
    assert_eq!(
        (&report["optimal"], &report["within_two"]),
        (&1.into(), &2.into())
    );
    assert_eq!(
        (&report["mean_length"], &report["mean_optimal"]),
        (&2.0.into(), &1.5.into())
    );
    assert_eq!(
        (&report["width"], &report["model"]),
        (&16384.into(), &"blank".into())
    );

    let unsolved = run(&[&bench[..], &["--node-limit", "1"]].concat());
    unsolved.ends(4).says("solved     1 of 3");
}

#[test]
fn faulty_suites_are_refused_with_the_line() {
    let model = blank_cube3("faulty.qtw");
    let bench = |name: &str, text: &[u8]| {
        let path = file(name, text);
        run(&[
            "bench",
            "--model",
            &model,
            "--suite",
            path.to_str().unwrap(),
        ])
        .ends(3)
    };
    bench("no-states.tsv", b"# a\tb\n").complains("no states");
    bench("columns.tsv", b"# a\tb\nR\n").complains("line 2: 1 column where");
    bench("no-header.tsv", b"3\tR\n").complains("line 1: 2 columns, and no header");
    bench("move.tsv", b"# a\tb\n1\tR\n2\tR Q\n").complains("move.tsv: line 3: 'Q' is not a move");
    // As UTF-16 it would be half a letter.
    bench("binary.tsv", b"\xff\xfe\0").complains("cannot read");
    bench("beaten.tsv", b"# optimal\ts\n2\tR2\n3\tU2\n")
        .complains("line 3: 3 is not the optimal length")
        .complains("is a solution of 2");
}

#[test]
fn where_the_time_decides_no_width_is_reported() {
    let model = blank_cube3("timed.qtw");
    let bench = ["bench", "--model", &model, "--limit", "1"];
    let timed = [&bench[..], &["--time-limit", "100ms", "--json"]].concat();
    let report = &run(&timed).json()[0];
    assert_eq!(report["width"], serde_json::Value::Null);
    let settings = report["settings"].as_str().unwrap();
    assert!(settings.contains("width by time"), "{settings}");
}

#[test]
fn a_suite_is_in_the_program() {
    let model = blank_cube3("embedded.qtw");
    let bench = [
        "bench",
        "--model",
        &model,
        "--limit",
        "2",
        "--node-limit",
        "1",
    ];
    let table = run(&bench).ends(4).says("suite      cube3-200");
    table.says("solved     0 of 2");
    let named = [&bench[..], &["--suite", "cube3-200", "--json"]].concat();
    assert_eq!(run(&named).ends(4).json()[0]["suite"], "cube3-200");
    let mean = |suite: &[&str]| {
        let args = ["bench", "--search", "two-phase", "--limit", "4", "--json"];
        let table = run(&[&args[..], suite].concat()).ends(0).json().remove(0);
        assert_eq!(table["states"], 4);
        table["optimal_mean"].as_f64().unwrap()
    };
    // The suite begins with its easiest states.
    assert_eq!(mean(&["--suite", "cube3-200"]), 12.0);
    assert!(mean(&[]) > 15.0);
    run(&["bench", "--suite", "puzzle15-200"])
        .ends(2)
        .complains("add --puzzle puzzle15");
}

#[test]
fn two_networks_are_compared() {
    let model = blank_cube3("diff.qtw");
    run(&["models", "diff", &model, &model, "--states", "50"])
        .ends(0)
        .says("50 outputs for 50 states")
        .says("100.00 %")
        .says("at most 0.000");
    run(&["models", "diff", &model, "cube2-base"])
        .ends(3)
        .complains("is for cube2, not for cube3");
    run(&["doctor", "--check", "10"])
        .ends(0)
        .says("all as the portable kernel's");
}

#[test]
fn random_states_of_any_puzzle_are_measured() {
    let bench = |puzzle: &str, more: &[&str]| {
        let args = ["bench", "--random", "3", "--json", "--puzzle", puzzle];
        run(&[&args[..], more].concat()).ends(0).json().remove(0)
    };
    let short = bench("cube3", &["--length", "3", "--search", "two-phase"]);
    assert_eq!(short["suite"], "3 scrambles of 3 moves, seed 0");
    assert_eq!(
        (&short["states"], &short["known_optimal"]),
        (&3.into(), &3.into())
    );
    assert!(short["optimal_mean"].as_f64() <= Some(3.0));
    // One computes its optima, another one has no way to.
    let lights = bench("lightsout5", &["--search", "direct", "--seed", "7"]);
    assert_eq!(lights["suite"], "3 random states, seed 7");
    let one = run(&["bench", "--random", "1", "--puzzle", "lightsout5", "--json"]).ends(0);
    assert_eq!(one.json()[0]["suite"], "1 random state, seed 0");
    assert_eq!(
        (&lights["known_optimal"], &lights["optimal"]),
        (&3.into(), &3.into())
    );
    let rooms = [
        "--search", "bwas", "--model", "bound", "--lambda", "1", "--batch", "1",
    ];
    assert_eq!(bench("sokoban", &rooms)["known_optimal"], 0);
    run(&["bench", "--random", "3", "--limit", "2"]).ends(2);
    run(&["bench", "--length", "3"]).ends(2);
}
