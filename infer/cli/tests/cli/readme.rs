//! README.md tells the truth: every command in it is run as it is printed, and says what is printed below it.

use super::pages::{Block, Example, ROOT, blocks, examples, run};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Commands that are not run, and why. The files that they name must be there.
const NOT_RUN: [(&str, &str); 4] = [
    ("tests/run", "this test is a part of it"),
    ("cargo install", "it builds the program once more"),
    ("infer/bindings/c/install", "the library's own test runs it"),
    ("firmware-demo/c/check", "it needs QEMU; tests/run runs it"),
];

/// What `cargo` is to the commands: a program that is built already.
const CARGO: &str = r#"#!/bin/sh
case "$1 $2 $3" in
"run --release --") shift 3; exec quarterturn "$@" ;;
esac
echo "the README's test does not know cargo $*" >&2
exit 9
"#;

fn readme() -> String {
    fs::read_to_string(format!("{ROOT}/README.md")).unwrap()
}

/// The program of that name beside ours; built, where only our package is tested.
fn sibling(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_BIN_EXE_quarterturn")).with_file_name(name);
    if !path.exists() {
        let package = ["-p", name, "--no-default-features"];
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--locked"]).args(package);
        build.env("CARGO_TARGET_DIR", path.parent().unwrap().parent().unwrap());
        assert!(build.current_dir(ROOT).status().unwrap().success());
    }
    path
}

/// A folder that has what the repository has, and programs to call in `bin`.
fn clone() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let _ = fs::remove_dir_all(&folder);
    let bin = folder.join("bin");
    fs::create_dir_all(&bin).unwrap();
    for name in [
        "core",
        "firmware-demo",
        "infer",
        "tests",
        "trainer",
        "weights",
    ] {
        symlink(Path::new(ROOT).join(name), folder.join(name)).unwrap();
    }
    fs::write(bin.join("cargo"), CARGO).unwrap();
    fs::set_permissions(bin.join("cargo"), fs::Permissions::from_mode(0o755)).unwrap();
    for name in ["quarterturn", "quarterturn-trainer"] {
        symlink(sibling(name), bin.join(name)).unwrap();
    }
    folder
}

/// Whether lines are as printed; `…` stands for any lines.
fn alike(printed: &[&str], said: &[&str]) -> bool {
    match (printed, said) {
        ([], []) => true,
        (["…", rest @ ..], _) => (0..=said.len()).any(|n| alike(rest, &said[n..])),
        ([one, rest @ ..], [other, others @ ..]) => same(one, other) && alike(rest, others),
        _ => false,
    }
}

/// Times are those of the machine.
fn same(printed: &str, said: &str) -> bool {
    let timed = |line: &str| line.starts_with("time ") && line.ends_with(" s");
    printed == said || timed(printed) && timed(said)
}

#[test]
fn its_commands_say_what_it_prints() {
    let (readme, folder) = (readme(), clone());
    let mut count = 0;
    for Example { command, printed } in examples(&readme) {
        if NOT_RUN.iter().any(|(start, _)| command.starts_with(start)) {
            assert!(
                printed.is_empty(),
                "nothing shows that {command} prints this"
            );
            let words = command
                .split(' ')
                .filter(|word| !word.starts_with(['-', '/']));
            for word in
                words.filter(|&word| word == "trainer" || word == "infer" || word.contains('/'))
            {
                assert!(folder.join(word).exists(), "{command}: there is no {word}");
            }
            continue;
        }
        let run = run(&command, &folder, folder.join("bin"));
        let said = String::from_utf8(run.stdout).unwrap();
        let fails = printed.lines().any(|line| line.starts_with("error: "));
        assert_eq!(run.status.success(), !fails, "{command}\n{said}");
        let lines: Vec<&str> = said.lines().collect();
        let shown: Vec<&str> = printed.lines().collect();
        assert!(
            shown.is_empty() || alike(&shown, &lines),
            "{command}\n{said}\nREADME.md has\n{printed}"
        );
        count += 1;
    }
    assert!(count >= 8, "{count} commands were run");
    // The picture on the front page is what the first command draws.
    let drawn = fs::read_to_string(folder.join("answer.svg")).unwrap();
    let shown = fs::read_to_string(format!("{ROOT}/pictures/answer.svg")).unwrap();
    assert!(drawn == shown, "pictures/answer.svg is another picture");
    assert!(readme.contains("(pictures/answer.svg)"));
}

#[test]
fn lines_that_differ_are_told_apart() {
    assert!(alike(
        &["a", "…", "time 1 s"],
        &["a", "b", "c", "time 22 s"]
    ));
    assert!(alike(&["…"], &[]));
    for (printed, said) in [
        (&["a"][..], &["b"][..]),
        (&["a"], &["a", "b"]),
        (&["a", "b"], &["a"]),
        (&["…", "b"], &["b", "c"]),
        (&["time 1 s"], &["time passes"]),
    ] {
        assert!(!alike(printed, said), "{printed:?} {said:?}");
    }
}

/// What is before the README's lines in C: they are the inside of a function.
const BEFORE: &str = "#include <stdio.h>\n#include \"quarterturn_host.h\"\nvoid program(void)\n{\n";

#[test]
fn its_lines_in_c_are_valid() {
    let readme = readme();
    let mut blocks = blocks(&readme);
    blocks.retain(|block| block.language == "c");
    assert!(!blocks.is_empty());
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme.c");
    for block in blocks.iter().map(Block::text) {
        fs::write(&file, format!("{BEFORE}{block}}}\n")).unwrap();
        let mut cc = Command::new("cc");
        cc.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]);
        cc.arg(format!("-I{ROOT}/infer/bindings/c")).arg(&file);
        assert!(cc.status().unwrap().success(), "{block}");
    }
}

/// The script that measures the table, on two puzzles that take no time.
#[test]
fn its_table_can_be_measured() {
    let figures = format!("{ROOT}/tests/figures");
    let mut script = Command::new("python3");
    script.args([&figures, "--states", "2", "--program"]);
    script.args([env!("CARGO_BIN_EXE_quarterturn"), "cube2", "lightsout7"]);
    let Ok(output) = script.output() else {
        eprintln!("skipped: there is no python3");
        return;
    };
    let printed = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<Vec<&str>> = printed
        .lines()
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    assert!(
        readme().contains(printed.lines().next().unwrap()),
        "{printed}"
    );
    assert_eq!(rows.len(), 4, "{printed}");
    for row in &rows[2..] {
        // Both networks are exact, or nearly so: the mean and the optimum.
        assert_eq!(row[2], "2 own, random", "{printed}");
        assert_eq!(row[3], row[4], "{printed}");
    }
}
