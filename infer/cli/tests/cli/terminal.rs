//! What a person sees at a terminal of 80 columns.

#![cfg(target_os = "linux")]

use crate::harness::{Run, blank_cube3};
use std::io::{Read, Write};
use std::process::{Command, Stdio};

/// The program on a pseudo-terminal, as a child that can be signalled.
fn on_terminal(args: &[&str]) -> Command {
    let words: Vec<String> = args.iter().map(|word| format!("'{word}'")).collect();
    let binary = env!("CARGO_BIN_EXE_quarterturn");
    let line = format!("stty rows 24 cols 80; exec {binary} {}", words.join(" "));
    let mut command = Command::new("script");
    command
        .args(["--quiet", "--return", "--command", &line, "/dev/null"])
        .env("NO_COLOR", "1")
        .env("TERM", "xterm")
        .env("SHELL", "/bin/sh")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn shown(args: &[&str]) -> Run {
    on_terminal(args).output().unwrap().into()
}

/// The widest line, in columns, of text without escapes.
fn widest(text: &str) -> usize {
    let widths = text.lines().map(|l| l.trim_end().chars().count());
    widths.max().unwrap_or(0)
}

#[test]
fn tables_and_help_fit() {
    for args in [
        &["--help"][..],
        &["solve", "--help"],
        &["compare", "--help"],
        &["device", "-h"],
        &["models", "list"],
        &["doctor"],
    ] {
        let run = shown(args).ends(0);
        assert!(widest(&run.out) <= 80, "{args:?}\n{}", run.out);
    }
    let solver = "bidirectional --node-limit 123456789 --time-limit 5m";
    let args = ["compare", "--random", "1", "--length", "2"];
    let table = shown(&[&args[..], &["--solver", solver]].concat()).ends(0);
    let (_, table) = table.out.split_once("cube3 (qtm)").unwrap();
    assert!(table.contains(solver) && widest(table) <= 80, "{table}");
}

#[test]
fn improvements_are_shown_as_they_come() {
    let model = blank_cube3("watched.qtw");
    let args = ["solve", "R U F", "--model", &model, "--target-length", "3"];
    let watched = shown(&args).ends(0).says("so far    length 3 after ");
    watched.says("solution  F' U' R'");
    for option in ["--json", "--quiet"] {
        let run = shown(&[&args[..], &[option]].concat()).ends(0);
        assert!(!run.out.contains("so far"));
    }
}

#[test]
fn an_interrupt_leaves_no_bar_behind() {
    let tables = concat!(env!("CARGO_TARGET_TMPDIR"), "/interrupted");
    let _ = std::fs::remove_dir_all(tables);
    let args = ["solve", "R", "--search", "korf", "--tables", tables];
    let mut child = on_terminal(&args).stdin(Stdio::piped()).spawn().unwrap();
    let mut screen = child.stdout.take().unwrap();
    let mut shown = Vec::new();
    while !String::from_utf8_lossy(&shown).contains("pattern databases") {
        let mut byte = [0];
        screen.read_exact(&mut byte).unwrap();
        shown.extend(byte);
    }
    // Ctrl-C, as the terminal hears it.
    let mut keyboard = child.stdin.take().unwrap();
    keyboard.write_all(b"\x03").unwrap();
    screen.read_to_end(&mut shown).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let shown = String::from_utf8(shown).unwrap();
    let end = shown.trim_end_matches(['\r', '\n']);
    assert!(end.ends_with("\u{1b}[2K"), "{shown:?}");
}
