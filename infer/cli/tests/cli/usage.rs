//! Help, usage errors and the commands that only print.

use crate::harness::{Run, command, run};
use std::fs;
use std::path::Path;
use std::process::Stdio;

#[test]
fn help_lists_every_command_and_exit_code() {
    let mut help = run(&["--help"]).ends(0);
    for command in [
        "solve",
        "scramble",
        "bench",
        "models",
        "completions",
        "doctor",
    ] {
        help = help.says(command);
    }
    help.says("130 interrupted");
    let mut help = run(&["solve", "--help"]).ends(0);
    for option in [
        "--puzzle",
        "--model",
        "--search",
        "--width",
        "--lambda",
        "--batch",
        "--time-limit",
        "--target-length",
        "--node-limit",
        "--memory-limit",
        "--threads",
        "--device",
        "--seed",
        "--json",
        "--quiet",
        "--from",
    ] {
        help = help.says(option);
    }
    help.says("cube3-htm").says("cube2");
    run(&["--version"]).ends(0).says(env!("CARGO_PKG_VERSION"));
}

#[test]
fn usage_errors_end_with_2() {
    for (args, complaint) in [
        (&["solve"][..], "required"),
        (&["solve", "-q"], "--from FILE\n  quarterturn solve \"R U2"),
        (
            &["solve", "R", "U'"],
            "double quotes, as in\n  quarterturn solve \"R U'\"",
        ),
        (
            &["solve", "R", "--time-limit", "2x"],
            "such as 2m or 1500ms",
        ),
        (&["solve", "R", "--memory-limit", "0"], "512MiB or 2GiB"),
        (
            &["solve", "R", "--puzzle", "cube2", "--search", "korf"],
            "korf does not solve cube2",
        ),
        (
            &["solve", "R", "--tables", "x"],
            "--tables means nothing to the search 'beam'; it is for korf",
        ),
        (&["man", "magic"], "no command \"magic\""),
        (&["learn", "ring.gap"], "quarterturn-trainer learn --help"),
        (&["solve", "R", "--puzzle", "cub3"], "'cube3'"),
        (&["solve", "R", "--from", "x"], "cannot be used with"),
        (
            &["solve", "R", "--search", "magic"],
            "possible values: beam, bwas",
        ),
        (
            &["solve", "R", "--puzzle", "cube9"],
            "possible values: cube3",
        ),
        (
            &["solve", "R", "--search", "greedy", "--width", "9"],
            "--width means nothing",
        ),
        (
            &["solve", "R", "--lambda", "0.5"],
            "--lambda means nothing to the search 'beam'",
        ),
        (&["solve", "R", "--batch", "5"], "--batch means nothing"),
        (&["solve", "R", "--lambda", "2"], "between 0 and 1"),
        (
            &["solve", "R", "--width", "0"],
            "whole number of at least 1",
        ),
        (&["solve", "R", "--threads", "0"], "0 is not in"),
        (
            &["solve", "R", "--time-limit", "-1"],
            "positive number of seconds",
        ),
        (
            &["solve", "R", "--time-limit", "nan"],
            "positive number of seconds",
        ),
        (&["solve", "R", "--device", "cuda:1"], "without LibTorch"),
        (&["solve", "R", "--device", "cuda:0,1"], "without LibTorch"),
        (
            &["solve", "R", "--device", "cuda:0,cuda:0"],
            "cuda:0 is twice",
        ),
        (&["solve", "R", "--device", "cuda:0,cpu"], "cannot share"),
        (&["solve", "R", "--device", "cuda:0,"], "is missing"),
        (&["solve", "R", "--device", "cuda:x"], "not a device"),
        (&["solve", "R", "--device", "tpu"], "not a device"),
        (
            &["scramble", "--length", "5", "--random-state"],
            "cannot be used with",
        ),
        (&["bench", "--puzzle", "cube2"], "--suite"),
        (
            &["bench", "--signature", "--width", "5"],
            "cannot be used with",
        ),
        (&["models"], "Usage"),
        (&["completions", "tcl"], "possible values"),
        (&["frobnicate"], "unrecognized subcommand"),
        (
            &["solve", "R", "--metrics", "htm"],
            "a similar argument exists: '--metric'",
        ),
        (&["--json", "solve", "R"], "'solve --json' exists"),
    ] {
        let run = run(args).ends(2).complains(complaint);
        assert_eq!(run.out, "", "{args:?}");
    }
}

#[test]
fn completions_know_the_options() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        run(&["completions", shell])
            .ends(0)
            .says("quarterturn")
            .says("time-limit");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let page = run(&["man"]).ends(0).says(".TH quarterturn 1");
    page.says("quarterturn\\-solve").says("130 interrupted");
    run(&["man", "solve"])
        .ends(0)
        .says(".SH LIMITS\n.TP\n\\fB\\-\\-time\\-limit\\fR");
    run(&["man", "models", "list"])
        .ends(0)
        .says("quarterturn\\-models\\-list");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("man1");
    run(&["man", "--out", folder.to_str().unwrap()]).ends(0);
    for page in ["quarterturn", "quarterturn-man", "quarterturn-models-diff"] {
        let text = fs::read_to_string(folder.join(page).with_extension("1")).unwrap();
        assert!(text.contains(&format!(".TH {page} 1")), "{page}");
        assert!(text.contains(env!("CARGO_PKG_VERSION")), "{page}");
    }
    let page = folder.join("quarterturn.1");
    run(&["man", "--out", page.to_str().unwrap()])
        .ends(1)
        .complains("quarterturn.1: ");
}

#[test]
fn help_has_sections() {
    let help = run(&["solve", "-h"]).ends(0).out;
    let sections = ["Input", "Output", "Search", "Tuning", "Limits", "Machine"];
    let places = sections.map(|s| help.find(&format!("\n{s}")).expect(s));
    assert!(places.is_sorted(), "{help}");
    // Between the beginning of the input's and that of the limits' options.
    let width = help.find("--width").unwrap();
    assert!((places[3]..places[4]).contains(&width));
}

#[test]
fn the_doctor_names_kernel_and_libtorch() {
    let report = run(&["doctor"])
        .ends(0)
        .says("kernel")
        .says("LibTorch  not used");
    report.says("portable").says("weights");
}

#[test]
#[cfg(unix)]
fn a_reader_that_leaves_is_no_error() {
    let mut child = command()
        .args(["scramble", "--count", "1000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let run = Run::from(child.wait_with_output().unwrap()).ends(0);
    assert_eq!(run.err, "");
}
