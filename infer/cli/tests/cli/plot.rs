//! Measurements of many runs and published ones in one picture.

use crate::harness::{blank_cube3, file, run};
use std::fs;
use std::path::Path;

const PUBLISHED: &str =
    r#"{"name": "theirs, a GPU", "seconds_mean": 24.2, "length_mean": 21.5, "optimal_share": 0.6}"#;

/// The path of a file with this text.
fn text(name: &str, text: &str) -> String {
    file(name, text.as_bytes()).to_str().unwrap().into()
}

#[test]
fn measured_and_published_points_share_the_charts() {
    let model = blank_cube3("plot.qtw");
    let suite = text("plot.tsv", "# id\toptimal_qtm\tstate\n0\t1\tR\n1\t2\tR U\n");
    let bench = [
        "bench",
        "--suite",
        &suite,
        "--model",
        &model,
        "--width",
        "64",
        "--views",
        "1",
        "--threads",
        "1",
        "--json",
    ];
    let measured = run(&bench).ends(0);
    let settings = measured.json()[0]["settings"].clone();
    let settings = settings.as_str().unwrap();
    assert!(settings.contains("width 64"), "{settings}");
    let measured = text("measured.jsonl", &measured.json()[0].to_string());
    let published = text("published.jsonl", &format!("\n{PUBLISHED}\n"));
    let picture = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plot.svg");
    let args = [
        "plot",
        &measured,
        &published,
        "--title",
        "what it is of",
        "--out",
    ];
    let draw = |to: &str| run(&[&args[..], &[to]].concat());
    draw(picture.to_str().unwrap()).ends(0);
    let svg = fs::read_to_string(&picture).unwrap();
    for words in [
        "what it is of",
        "mean seconds a state",
        "solved optimally (%)",
        "mean length",
        &format!("{settings}, 1 thread"),
        "theirs, a GPU",
        "optimum, 1.50",
    ] {
        assert!(svg.contains(words), "{words:?} is not in the picture");
    }
    draw("plot.gif").ends(2).complains("ends in .png or .svg");
}

#[test]
fn what_is_no_measurement_is_refused_with_its_line() {
    let refused = |name: &str, line: &str| {
        let path = text(name, &format!("{PUBLISHED}\n{line}\n"));
        let picture = Path::new(env!("CARGO_TARGET_TMPDIR")).join("refused.svg");
        let args = ["plot", &path, "--out", picture.to_str().unwrap()];
        let run = run(&args).ends(3);
        assert!(!picture.exists());
        run
    };
    refused("nothing.jsonl", "beam, 3 s").complains("nothing.jsonl, line 2");
    refused("timeless.jsonl", r#"{"length_mean": 21.5}"#).complains("`seconds_mean`");
    refused("negative.jsonl", r#"{"seconds_mean": -1}"#).complains("less than nothing");
    refused("endless.jsonl", r#"{"seconds_mean": 1e308}"#).complains("too much for a picture");
    let empty = text("empty.jsonl", "\n");
    run(&["plot", &empty, "--out", "empty.svg"])
        .ends(3)
        .complains("no measurement");
    run(&["plot", &empty, "--out", "no/folder/plot.svg"])
        .ends(2)
        .complains("there is no folder no/folder");
}
