//! Standard output and standard error in every state: at work, closed, full, left by their reader.

use crate::harness::{blank_cube3, command, cube, file};
use quarterturn_support::streams::{self, STREAMS, Stream};
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{ExitStatus, Stdio};

struct Ran {
    status: ExitStatus,
    out: String,
    err: String,
}

fn run(args: &[&str], input: &[u8], out: Stream, err: Stream) -> Ran {
    let mut shell = streams::command(&command(), args, [out, err]).unwrap();
    let child = shell.env("RUST_BACKTRACE", "0").stdin(Stdio::piped());
    let mut child = child.spawn().unwrap();
    // A reader that stops reading is not a failure.
    let _ = child.stdin.take().unwrap().write_all(input);
    // The command line keeps its own ends of the pipes, which must not count as readers.
    drop(shell);
    let output = child.wait_with_output().unwrap();
    Ran {
        status: output.status,
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// What does not change from run to run: the lines up to their first number.
fn lasting(out: &str) -> Vec<&str> {
    let number = |line: &str| line.find(|c: char| c.is_ascii_digit());
    let words = |line| &line[..number(line).unwrap_or(line.len())];
    out.lines().map(words).collect()
}

#[test]
fn no_stream_makes_a_command_panic_and_standard_error_changes_nothing() {
    let model = blank_cube3("streams.qtw");
    let suite = file("streams.tsv", b"# state\nR U\nF\n");
    let faulty = file("streams-faulty.tsv", b"# state\nR Q\n");
    let (suite, faulty) = (suite.to_str().unwrap(), faulty.to_str().unwrap());
    let m = ["--model", &model, "--width", "64"];
    let solve = |args: &[&'static str]| [&["solve"], args, &m[..]].concat();
    let hard = &cube("R U F");
    let unsolved = [&["solve", hard], &m[..], &["--node-limit", "1"]].concat();
    let commands: [(Vec<&str>, i32); 24] = [
        (vec!["--help"], 0),
        (vec!["solve", "--help"], 0),
        (vec!["--version"], 0),
        (vec!["frobnicate"], 2),
        (vec!["solve", "R", "--model", "no-such-model"], 3),
        (solve(&["R U"]), 0),
        (solve(&["R Q"]), 3),
        (solve(&["R U", "--json"]), 0),
        (solve(&["R U", "--quiet"]), 0),
        (unsolved.clone(), 4),
        ([&unsolved[..], &["--quiet"]].concat(), 4),
        (solve(&["-"]), 3),
        (solve(&["-", "--json"]), 3),
        (solve(&["-", "--quiet"]), 3),
        (solve(&["R U", "--puzzle", "cube3-htm"]), 0),
        (vec!["scramble", "--count", "3", "--seed", "1"], 0),
        (vec!["scramble", "--seed", "1", "--json"], 0),
        ([&["bench", "--suite", suite][..], &m].concat(), 0),
        ([&["bench", "--suite", faulty][..], &m].concat(), 3),
        (vec!["models", "list"], 0),
        (vec!["models", "verify", &model], 0),
        (vec!["completions", "bash"], 0),
        (vec!["device", "R U"], 0),
        (vec!["doctor"], 0),
    ];
    let compare = [
        "compare",
        "--random",
        "1",
        "--length",
        "2",
        "--solver",
        "two-phase",
    ];
    let diff = ["models", "diff", &model, &model, "--states", "5"];
    let more = [(compare.to_vec(), 0), (diff.to_vec(), 0)];
    for (args, code) in commands.into_iter().chain(more) {
        let input = b"R U\nR Q\n\nF\n";
        let whole = run(&args, input, Stream::Works, Stream::Works);
        assert_eq!(whole.status.code(), Some(code), "{args:?}: {}", whole.err);
        for (out, err) in STREAMS.iter().flat_map(|&o| STREAMS.map(|e| (o, e))) {
            let ran = run(&args, input, out, err);
            let what = format!("{args:?}, output {out:?}, errors {err:?}: {}", ran.err);
            let written = !whole.out.is_empty();
            let expected = match out {
                // The system takes what goes to a closed stream for what goes to /dev/null.
                Stream::Works | Stream::Closed => code,
                Stream::Full if written => 1,
                Stream::Left if written => 0,
                Stream::Full | Stream::Left => code,
            };
            assert_eq!(ran.status.signal(), None, "{what}");
            assert_eq!(ran.status.code(), Some(expected), "{what}");
            if out == Stream::Works {
                assert_eq!(lasting(&ran.out), lasting(&whole.out), "{what}");
            }
            if out == Stream::Full && err == Stream::Works && written {
                assert!(ran.err.contains("cannot write the output"), "{what}");
            }
            assert!(!ran.err.contains("panicked"), "{what}");
        }
    }
}
