//! Command lines, how they end and what they print: `tests/data/commands`, a file a theme.
//!
//! A line after `$ ` is a command, in a folder that has a network without an opinion in it, `blank.qtw`; with it, a wide
//! beam is breadth-first search. Below stand its exit code after `= `, where it is not 0, parts of what it prints, after
//! `! ` parts of what it complains of, and after `~ ` what is in neither. A line after `@ ` names a value for the commands
//! that follow.

use crate::harness::{Run, blank_model, command};
use std::fs;
use std::path::Path;
use std::process::Command;

/// A command and all that is said of it.
struct Step<'t> {
    command: &'t str,
    code: i32,
    rules: Vec<&'t str>,
}

fn steps(text: &str) -> Vec<(String, Step<'_>)> {
    let mut all: Vec<(String, Step)> = Vec::new();
    let mut values = String::new();
    let lines = text.lines();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        if let Some(value) = line.strip_prefix("@ ") {
            values += &format!("{value}\n");
        } else if let Some(command) = line.strip_prefix("$ ") {
            let step = Step {
                command,
                code: 0,
                rules: Vec::new(),
            };
            all.push((values.clone(), step));
        } else {
            let (_, step) = all.last_mut().expect("a command comes first");
            match line.strip_prefix("= ") {
                Some(code) => step.code = code.parse().expect(line),
                None => step.rules.push(line),
            }
        }
    }
    all
}

fn check(name: &str) {
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/commands");
    let text = fs::read_to_string(format!("{table}/{name}.txt")).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("commands-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let blank = blank_model("blank", "cube3", 480, 20, 12);
    fs::write(folder.join("blank.qtw"), blank).unwrap();
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    let programs = Path::new(command().get_program())
        .parent()
        .unwrap()
        .to_owned();
    for (values, step) in steps(&text) {
        let line = format!(
            "PATH={}:$PATH\n{values}{}",
            programs.display(),
            step.command
        );
        let mut shell = Command::new("sh");
        shell.args(["-c", &line]).current_dir(&folder);
        shell.env_remove("CLICOLOR_FORCE").env("EXAMPLES", examples);
        let ran = Run::from(shell.output().unwrap());
        let said = format!("$ {}\n{}{}", step.command, ran.out, ran.err);
        assert_eq!(ran.code, Some(step.code), "{said}");
        assert!(
            !said.contains("panicked") && !said.contains('\u{1b}'),
            "{said}"
        );
        // A command that makes no sense prints nothing for programs to read.
        assert!(step.code != 2 || ran.out.is_empty(), "{said}");
        for rule in step.rules {
            let holds = match rule.split_once(' ') {
                Some(("!", part)) => ran.err.contains(part),
                Some(("~", part)) => !ran.err.contains(part) && !ran.out.contains(part),
                _ => ran.out.contains(rule),
            };
            assert!(holds, "{rule:?} does not hold of\n{said}");
        }
    }
}

#[test]
fn usage() {
    check("usage");
}

#[test]
fn solving() {
    check("solving");
}

#[test]
fn searches() {
    check("searches");
}

#[test]
fn puzzles() {
    check("puzzles");
}

#[test]
fn definitions() {
    check("definitions");
}

#[test]
fn targets() {
    check("targets");
}

#[test]
fn files() {
    check("files");
}

#[test]
fn competition() {
    check("competition");
}

#[test]
fn compare() {
    check("compare");
}

#[test]
fn analyse() {
    check("analyse");
}

#[cfg(feature = "compare")]
#[test]
fn pictures() {
    check("pictures");
}
