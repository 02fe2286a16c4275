//! Files of many states: going on with an output, sharing the work.

use crate::harness::{Run, blank_cube3, file, run};
use std::fs;
use std::path::{Path, PathBuf};

fn output(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn solve(model: &str, cubes: &Path, out: &Path, more: &[&str]) -> Run {
    let (cubes, out) = (cubes.to_str().unwrap(), out.to_str().unwrap());
    let args = ["solve", "--model", model, "--from", cubes, "--out", out];
    run(&[&args[..], more].concat())
}

/// Number of the input line and solution of each answer.
fn answers(path: &Path) -> Vec<(u64, String)> {
    let text = fs::read_to_string(path).unwrap();
    let read = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        let solution = value["solution"].as_str().unwrap_or("refused");
        (value["line"].as_u64().unwrap(), solution.to_owned())
    };
    text.lines().map(read).collect()
}

#[test]
fn an_interrupted_output_is_gone_on_with() {
    let model = blank_cube3("resume.qtw");
    let cubes = file("resume.txt", b"R\nU\n\n# remark\nQ\nF\nD'\n");
    let (whole, cut) = (output("whole.jsonl"), output("cut.jsonl"));
    assert_eq!(solve(&model, &cubes, &whole, &[]).ends(3).out, "");
    let expected = [(1, "R'"), (2, "U'"), (5, "refused"), (6, "F'"), (7, "D")];
    assert_eq!(answers(&whole), expected.map(|(n, s)| (n, s.to_owned())));

    // Killed in the middle of the fourth answer.
    let text = fs::read_to_string(&whole).unwrap();
    let fourth = text.match_indices('\n').nth(2).unwrap().0;
    fs::write(&cut, &text[..fourth + 20]).unwrap();
    // The refusal is in the part that was done before; the exit code still tells.
    solve(&model, &cubes, &cut, &[]).ends(3);
    assert_eq!(answers(&cut), answers(&whole));
    solve(&model, &cubes, &cut, &[]).ends(3);
    assert_eq!(answers(&cut), answers(&whole), "nothing was left to do");
}

#[test]
fn an_output_of_something_else_is_not_touched() {
    let model = blank_cube3("else.qtw");
    let cubes = file("else.txt", b"R\nU\n");
    let text = file("else.jsonl", b"{}\n");
    solve(&model, &cubes, &text, &[])
        .ends(3)
        .complains("line 1: not an answer");
    assert_eq!(fs::read(&text).unwrap(), b"{}\n");
    let out = output("else-out.jsonl");
    solve(&model, &cubes, &out, &[]).ends(0);
    let others = file("others.txt", b"R\nF\n");
    solve(&model, &others, &out, &[])
        .ends(3)
        .complains("it answers another input");
}

#[test]
fn shards_share_all_states() {
    let model = blank_cube3("shards.qtw");
    let cubes = file("shards.txt", b"R\n\nU\nF\n# remark\nD\nL\n");
    let mut all = Vec::new();
    for shard in ["1/3", "2/3", "3/3"] {
        let out = output(&format!("shard-{}.jsonl", &shard[..1]));
        solve(&model, &cubes, &out, &["--shard", shard]).ends(0);
        all.extend(answers(&out));
    }
    all.sort();
    let lines: Vec<u64> = all.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [1, 3, 4, 6, 7]);
    run(&["solve", "R", "--shard", "1/2"])
        .ends(2)
        .complains("for many states");
    for wrong in ["0/3", "4/3", "1", "1/x"] {
        run(&["solve", "-", "--shard", wrong])
            .ends(2)
            .complains("I/N");
    }
}
