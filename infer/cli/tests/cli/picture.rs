//! `solve --picture`: a state and its answer in a file.

use crate::harness::{run, run_on};
use std::fs;
use std::path::{Path, PathBuf};

fn target(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Solves a state and draws it.
fn drawn(puzzle: &str, state: &str, path: &Path) -> Vec<u8> {
    let path = path.to_str().unwrap();
    let args = ["solve", "--puzzle", puzzle, state, "--picture", path];
    run(&args).ends(0).says("solution  ");
    fs::read(path).unwrap()
}

#[test]
fn a_state_in_colours_and_its_solution_are_in_the_picture() {
    let path = target("answer.svg");
    // Colours of the 256-colour palette: blue stickers, lit lights, tiles at home, boxes.
    for (puzzle, state, solution, colour) in [
        ("cube2", "U' R'", "R U", "#00AFFF"),
        ("lightsout7", "1,1 2,3", "1,1 2,3", "#FFFF00"),
        ("puzzle15", "R D", "U L", "#00D700"),
        ("sokoban", "#####/#@$.#/#####", "R", "#D78700"),
    ] {
        let svg = String::from_utf8(drawn(puzzle, state, &path)).unwrap();
        assert!(svg.contains(colour), "{puzzle}: no {colour}");
        for words in ["state", "solution", solution, "length"] {
            let shown = svg.lines().any(|line| line == words);
            assert!(shown, "{puzzle}: {words:?} is not in the picture");
        }
    }
    let png = drawn("cube2", "R U", &target("answer.png"));
    assert!(png.starts_with(b"\x89PNG"));
}

#[test]
fn pictures_are_of_one_state_and_of_two_kinds() {
    let path = target("none.svg");
    let path = path.to_str().unwrap();
    let one = "--picture is of one state";
    let several = run_on(&["solve", "-", "--picture", path], b"R U\n");
    several.ends(2).complains(one);
    let kind = run(&["solve", "R U", "--picture", "answer.txt"]);
    kind.ends(2).complains("ends in .png or .svg");
    let notes = crate::harness::file("notes.svg", b"precious");
    let notes = notes.to_str().unwrap();
    run(&["solve", "R U", "--picture", notes])
        .ends(2)
        .complains("notes.svg is there already and is not a picture");
    let folder = run(&["solve", "R U", "--picture", "no/such/folder.svg"]);
    folder.ends(2).complains("there is no folder no/such");
    assert!(!Path::new(path).exists());
}
