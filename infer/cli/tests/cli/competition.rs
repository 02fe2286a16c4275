//! `quarterturn competition`: rows in, verified answers out.

use crate::harness::{Run, file, run};
use quarterturn::Puzzle;
use quarterturn::puzzles::Tables;
use std::fs;
use std::path::{Path, PathBuf};

/// A ring of five, as a competition defines it.
const RING: &str = r#"{"central_state": [0,1,2,3,4], "generators": {
    "t": [4,0,1,2,3], "-t": [1,2,3,4,0], "s": [1,0,2,3,4]}}"#;
/// States one, two and three moves away, and the solved one.
const STATES: &str = "initial_state_id,initial_state\n\
    7,\"1,0,2,3,4\"\n8,\"4,1,0,2,3\"\n9,\"0,1,2,3,4\"\n12,\"2,0,1,4,3\"\n";

fn written(name: &str, text: &str) -> PathBuf {
    file(name, text.as_bytes())
}

fn out(name: &str) -> PathBuf {
    let path = written(name, "");
    fs::remove_file(&path).unwrap();
    path
}

fn enter(puzzle: &Path, states: &Path, out: &Path, more: &[&str]) -> Run {
    let mut args = vec!["competition", "--puzzle", puzzle.to_str().unwrap()];
    args.extend(["--states", states.to_str().unwrap()]);
    args.extend(["--out", out.to_str().unwrap()]);
    args.extend(more);
    run(&args)
}

/// The length of each answer by its row's name.
fn lengths(path: &Path) -> Vec<(String, usize)> {
    let text = fs::read_to_string(path).unwrap();
    let rows = text
        .lines()
        .skip(1)
        .map(|line| line.split_once(',').unwrap());
    let count = |moves: &str| moves.split('.').filter(|name| !name.is_empty()).count();
    rows.map(|(id, moves)| (id.to_owned(), count(moves)))
        .collect()
}

/// The fewest moves from a state to one that differs from the goal at `open` places at most, by looking at all states.
fn fewest(moves: &[&[usize]], state: &str, goal: &str, open: usize) -> usize {
    let read = |text: &str| -> Vec<String> { text.split(';').map(str::to_owned).collect() };
    let goal = read(goal);
    let near =
        |state: &Vec<String>| state.iter().zip(&goal).filter(|(a, b)| a != b).count() <= open;
    let mut layer = vec![read(state)];
    let mut seen: std::collections::HashSet<Vec<String>> = layer.iter().cloned().collect();
    for depth in 0.. {
        assert!(!layer.is_empty());
        if layer.iter().any(near) {
            return depth;
        }
        let after = |state: &Vec<String>, from: &[usize]| -> Vec<String> {
            from.iter().map(|&at| state[at].clone()).collect()
        };
        let mut next = Vec::new();
        for state in &layer {
            next.extend(moves.iter().map(|from| after(state, from)));
        }
        next.retain(|state| seen.insert(state.clone()));
        layer = next;
    }
    unreachable!()
}

/// Where places may differ, the search ends as early as that allows: it is no longer solution that is cut.
#[test]
fn solutions_that_may_end_beside_the_goal_are_shortest_ones() {
    let (turn, back) = ([5, 0, 1, 2, 3, 4, 6, 7, 8], [1, 2, 3, 4, 5, 0, 6, 7, 8]);
    let (roll, unroll) = ([6, 1, 2, 8, 4, 5, 7, 0, 3], [7, 1, 2, 8, 4, 5, 0, 6, 3]);
    let info = format!("puzzle_type,allowed_moves\nrings,\"{{'l': {turn:?}, 'r': {roll:?}}}\"\n");
    let goal = "A;A;A;B;B;B;C;C;C";
    let states = [
        ("C;B;A;C;A;B;A;C;B", 2),
        ("B;C;A;A;C;B;B;A;C", 2),
        ("C;C;B;B;A;A;A;B;C", 3),
        ("A;C;B;C;B;A;C;B;A", 0),
    ];
    let rows = (0..)
        .zip(states)
        .map(|(id, (state, open))| format!("{id},rings,{goal},{state},{open}\n"));
    let rows = "id,puzzle_type,solution_state,initial_state,num_wildcards\n".to_owned()
        + &rows.collect::<String>();
    let (puzzle, states_file) = (written("rings.csv", &info), written("open-rows.csv", &rows));
    let answers = out("open.csv");
    enter(&puzzle, &states_file, &answers, &[]).ends(0);
    let moves: [&[usize]; 4] = [&turn, &back, &roll, &unroll];
    let found = lengths(&answers).into_iter().map(|(_, length)| length);
    let known = states.map(|(state, open)| fewest(&moves, state, goal, open));
    assert_eq!(found.collect::<Vec<_>>(), known);
}

/// The jewel by other names, in another order: what a competition may have.
fn foreign_jewel() -> Tables {
    let jewel = Puzzle::named("jewel").unwrap().described().unwrap().tables;
    let last = jewel.stickers() as u16 - 1;
    let turned = |from: &Vec<u16>| from.iter().rev().map(|&at| last - at).collect();
    let moves = jewel.moves.iter().rev().enumerate();
    Tables {
        colours: jewel.colours.iter().rev().copied().collect(),
        moves: moves
            .map(|(nth, (_, from))| (format!("m{nth}"), turned(from)))
            .collect(),
    }
}

#[test]
fn a_network_serves_its_puzzle_by_any_definition_and_is_named_where_it_does_not() {
    let tables = foreign_jewel();
    let generators: serde_json::Map<String, serde_json::Value> = (tables.moves.iter())
        .map(|(name, from)| (name.clone(), from.clone().into()))
        .collect();
    let file = serde_json::json!({"central_state": tables.colours, "generators": generators});
    let puzzle = written("foreign.json", &file.to_string());
    let jewel = Puzzle::open(&puzzle).unwrap();
    let state = |seed| jewel.scramble(seed, 9).state.to_string().replace(' ', ",");
    let rows = format!("id,initial_state\n1,\"{}\"\n2,\"{}\"\n", state(1), state(2));
    let states = written("foreign.csv", &rows);
    let answers = out("foreign-out.csv");
    let model = ["--model", "jewel-base", "--width", "512"];
    let ran = enter(&puzzle, &states, &answers, &model).ends(0);
    assert!(!ran.err.contains("serves"), "{}", ran.err);
    assert!(
        lengths(&answers)
            .iter()
            .all(|(_, length)| (1..=9).contains(length))
    );
    let text = state(1).replace(',', " ");
    let file = puzzle.to_str().unwrap();
    let json = run(&[
        "solve",
        "--json",
        "--puzzle",
        file,
        "--model",
        "jewel-base",
        &text,
    ]);
    let json = json.ends(0).json();
    assert_eq!(json[0]["model"], "jewel-base");
    assert_eq!(json[0]["search"], "beam");
    run(&["solve", "--puzzle", file, "--model", "dino-base", &text])
        .ends(3)
        .complains("the model dino-base is for");

    // A network for no row is named, and so are its options no fault: the rows are searched exactly.
    let (ring, rows) = (written("ring-w.json", RING), written("test-w.csv", STATES));
    let answers = out("served.csv");
    enter(&ring, &rows, &answers, &model)
        .ends(0)
        .complains("jewel-base serves none of 4 rows")
        .complains("row 7 and its like have no network and are searched exactly");
    assert_eq!(lengths(&answers).len(), 4);
}
