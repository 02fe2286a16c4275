//! The guide says what the program says: commands of its pages are run, and what a page shows of the output is found
//! in it. Pages show less than there is: they leave out lines, and `…` stands for the rest of one.

use super::book::{page, printed};
use super::pages::{Example, blocks, examples};
use std::fs;
use std::path::Path;

/// Whether what a page shows is the same every time, and needs no training and no tables.
fn is_repeatable(Example { command, printed }: &Example) -> bool {
    let solves = ["quarterturn solve", "quarterturn scramble"];
    let slow = [".qtw", "--device", "--out", "--search patterns"];
    solves.iter().any(|start| command.starts_with(start))
        && !slow.iter().any(|word| command.contains(word))
        && !printed.is_empty()
        && !printed.contains("limit was reached")
}

/// Writes the files that a page has its reader save: blocks after a line such as "Save this as `cubes.txt`:".
fn save(page: &str, folder: &Path) {
    for block in blocks(page) {
        let named = block.before.rsplit_once(" as `");
        if let Some(name) = named.and_then(|(_, rest)| rest.strip_suffix("`:")) {
            fs::write(folder.join(name), block.text()).unwrap();
        }
    }
}

/// The first line of a page's that is not in the output, behind those before it.
fn missing<'e>(shown: &'e str, printed: &str) -> Option<&'e str> {
    let mut left = printed.lines();
    let is_it = |shown: &str, line: &str| match shown.split_once('…') {
        _ if shown == line => true,
        Some((start, _)) => line.starts_with(start),
        None => false,
    };
    let mut shown = shown.lines().filter(|line| !line.starts_with("time "));
    shown.find(|shown| !left.any(|line| is_it(shown, line)))
}

#[track_caller]
fn check(name: &str) {
    let page = page(name);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    save(&page, &folder);
    let examples = examples(&page).into_iter().filter(is_repeatable);
    let mut count = 0;
    for Example {
        command,
        printed: shown,
    } in examples
    {
        let printed = printed(&command, &folder);
        if let Some(line) = missing(&shown, &printed) {
            panic!("{name}: {command}\nprints no {line:?} there, but\n{printed}");
        }
        count += 1;
    }
    assert!(count > 0, "{name}: no command was run");
}

#[test]
fn cubes_are_solved_as_the_page_says() {
    check("guide/cubes.md");
}

#[test]
fn other_puzzles_are_solved_as_their_page_says() {
    check("guide/puzzles.md");
}

#[test]
fn a_puzzle_from_a_file_is_what_the_page_says() {
    check("guide/own-puzzle.md");
}

#[test]
fn prices_and_many_states_are_what_their_pages_say() {
    check("guide/robots.md");
    check("guide/many-states.md");
}
