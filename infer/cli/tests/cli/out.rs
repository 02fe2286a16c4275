//! What `--out` does to files: kills, full disks, other runs and foreign files.

use crate::harness::{Run, blank_cube3, command, file, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// States of the input: one move each, so that the blank network solves them at once.
const STATES: usize = 60;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("out-{name}"))
}

fn fresh(name: &str) -> PathBuf {
    let path = path(name);
    let _ = fs::remove_file(&path);
    path
}

fn cubes(name: &str) -> PathBuf {
    let moves = ["R", "U'", "F", "D", "L'", "B"];
    let lines = (0..STATES).map(|i| format!("{}\n", moves[i % moves.len()]));
    file(
        &format!("out-{name}.txt"),
        lines.collect::<String>().as_bytes(),
    )
}

fn arguments<'a>(model: &'a str, cubes: &'a Path, out: &'a Path) -> Vec<&'a str> {
    let (cubes, out) = (cubes.to_str().unwrap(), out.to_str().unwrap());
    let args = ["solve", "--model", model, "--width", "16", "--threads", "1"];
    [&args[..], &["--from", cubes, "--out", out]].concat()
}

fn solve(model: &str, cubes: &Path, out: &Path, more: &[&str]) -> Run {
    run(&[&arguments(model, cubes, out)[..], more].concat())
}

/// Number of the input line and solution of each answer; every line must be whole.
fn answers(path: &Path) -> Vec<(u64, String)> {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.ends_with('\n'));
    let read = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).expect(line);
        let solution = value["solution"].as_str().unwrap().to_owned();
        (value["line"].as_u64().unwrap(), solution)
    };
    text.lines().map(read).collect()
}

fn expected(model: &str, cubes: &Path) -> Vec<(u64, String)> {
    let whole = fresh(&format!("whole-{}", cubes.file_name().unwrap().display()));
    solve(model, cubes, &whole, &[]).ends(0);
    let answers = answers(&whole);
    assert_eq!(answers.len(), STATES);
    answers
}

/// `QUARTERTURN_KILLS=200` for the long version.
#[test]
fn no_kill_loses_or_doubles_an_answer() {
    let model = blank_cube3("out-kill.qtw");
    let cubes = cubes("kill");
    let expected = expected(&model, &cubes);
    let kills = std::env::var("QUARTERTURN_KILLS").map_or(20, |n| n.parse().unwrap());
    let (mut done, mut attempt, mut torn) = (0, 0u64, 0);
    while done < kills {
        let out = fresh("killed.jsonl");
        while !fs::read(&out)
            .is_ok_and(|bytes| bytes.iter().filter(|&&b| b == b'\n').count() == STATES)
        {
            // From before the file is there to beyond the last answer.
            attempt += 1;
            let mut child = command();
            let child = child
                .args(arguments(&model, &cubes, &out))
                .stderr(Stdio::null());
            let mut child = child.spawn().unwrap();
            sleep(Duration::from_micros(
                5_000 + attempt.wrapping_mul(7_919) % 60_000,
            ));
            let _ = child.kill();
            done += usize::from(!child.wait().unwrap().success());
            if fs::read(&out).is_ok_and(|bytes| bytes.len() > 1 && !bytes.ends_with(b"\n")) {
                torn += 1;
            }
        }
        assert_eq!(answers(&out), expected);
    }
    println!("{done} kills, {torn} torn lines");
}

/// Runs under a limit on the size of files, in blocks of 512 bytes: a write beyond it fails, or
/// kills the process where `deadly`.
fn limited(blocks: usize, deadly: bool, args: &[&str]) -> Run {
    let trap = if deadly { "" } else { "trap '' XFSZ; " };
    let script = format!("{trap}ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_quarterturn")]);
    shell.args(args).output().unwrap().into()
}

#[test]
fn an_error_or_a_kill_at_any_write_is_mended_by_the_next_run() {
    let model = blank_cube3("out-full.qtw");
    let cubes = cubes("full");
    let expected = expected(&model, &cubes);
    let whole = fs::metadata(path("whole-out-full.txt")).unwrap().len() as usize;
    for deadly in [false, true] {
        for blocks in 1..=whole.div_ceil(512) {
            let out = fresh("full.jsonl");
            let run = limited(blocks, deadly, &arguments(&model, &cubes, &out));
            let written = fs::read(&out).unwrap();
            if !deadly && blocks * 512 < whole {
                run.ends(1).complains("cannot write");
                assert!(
                    written.is_empty() || written.ends_with(b"\n"),
                    "a torn line is left"
                );
            }
            solve(&model, &cubes, &out, &[]).ends(0);
            assert_eq!(answers(&out), expected, "{blocks} blocks");
        }
    }
}

#[test]
fn two_runs_on_one_file_do_not_meet() {
    let model = blank_cube3("out-pair.qtw");
    let cubes = cubes("pair");
    let expected = expected(&model, &cubes);
    for pair in 0..8 {
        let out = fresh("pair.jsonl");
        let start = || {
            let mut child = command();
            let child = child.args(arguments(&model, &cubes, &out));
            child.stderr(Stdio::piped()).spawn().unwrap()
        };
        let both = [start(), start()].map(|child| Run::from(child.wait_with_output().unwrap()));
        // One may begin after the other has ended, and finds nothing to do.
        assert!(both.iter().any(|run| run.code == Some(0)), "pair {pair}");
        for run in both.into_iter().filter(|run| run.code != Some(0)) {
            run.ends(3).complains("is being written by another run");
        }
        assert_eq!(answers(&out), expected);
    }
}

#[test]
fn files_of_others_stay_as_they_are() {
    let model = blank_cube3("out-foreign.qtw");
    let cubes = cubes("foreign");
    let long = vec![b'x'; 3 << 20];
    let foreign: [&[u8]; 12] = [
        b"my notes",
        b"my notes\n",
        b"R U F\n",
        b"{}\n",
        b"{\"line\":1}",
        b"{\"line\":1,\"input\":\"R\",\"solved\":true",
        b"[1,2,3]\n",
        b"{\"line\":\"1\",\"input\":\"R\"}\n",
        b"\n",
        b"\0\0\0\0",
        b"\xff\xfe\n\x00",
        &long,
    ];
    for (i, bytes) in foreign.into_iter().enumerate() {
        let other = file(&format!("out-foreign-{i}"), bytes);
        solve(&model, &cubes, &other, &[])
            .ends(3)
            .complains("line 1: not an answer");
        assert!(fs::read(&other).unwrap() == bytes, "file {i} has changed");
        // Nor is it touched for an input that is not there.
        let missing = path("no-such-file");
        solve(&model, &missing, &other, &[])
            .ends(3)
            .complains("cannot read");
        assert!(fs::read(&other).unwrap() == bytes, "file {i} has changed");
    }
    // The input itself.
    let before = fs::read(&cubes).unwrap();
    solve(&model, &cubes, &cubes, &[])
        .ends(3)
        .complains("not an answer");
    assert_eq!(fs::read(&cubes).unwrap(), before);
    let created = fresh("created.jsonl");
    solve(&model, &path("no-such-file"), &created, &[]).ends(3);
    assert!(!created.exists());
}
