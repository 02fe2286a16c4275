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

fn expected(lengths: &[(&str, usize)]) -> Vec<(String, usize)> {
    lengths
        .iter()
        .map(|&(id, length)| (id.to_owned(), length))
        .collect()
}

#[test]
fn every_state_is_solved_and_the_file_goes_on_where_it_stopped() {
    let (puzzle, states) = (written("ring-c.json", RING), written("test.csv", STATES));
    let answers = out("submission.csv");
    let ran = enter(&puzzle, &states, &answers, &[]).ends(0);
    assert!(ran.err.contains("4 of 4 states solved in "), "{}", ran.err);
    let whole = fs::read_to_string(&answers).unwrap();
    assert!(
        whole.starts_with("initial_state_id,path\n7,s\n8,"),
        "{whole}"
    );
    assert_eq!(lengths(&answers)[0], ("7".into(), 1));
    assert_eq!(lengths(&answers)[2], ("9".into(), 0));

    // What is there is kept, whatever it costs; the rest is done. A wrong answer is done again.
    fs::write(&answers, "initial_state_id,path\n7,t.-t.s\n12,t\n").unwrap();
    let ran = enter(&puzzle, &states, &answers, &[]).ends(0);
    assert!(ran.err.contains("row 12: the moves do not solve it"));
    assert_eq!(lengths(&answers)[0], ("7".into(), 3));
    let again = fs::read_to_string(&answers).unwrap();
    assert_eq!(
        again.lines().skip(2).collect::<Vec<_>>(),
        whole.lines().skip(2).collect::<Vec<_>>()
    );
}

#[test]
fn the_shorter_of_old_and_new_is_kept() {
    let (puzzle, states) = (written("ring-k.json", RING), written("test-k.csv", STATES));
    let (best, old) = (
        out("best.csv"),
        written("old.csv", "initial_state_id,path\n7,t.-t.s\n9,s.s\n8,x\n"),
    );
    let ran = enter(
        &puzzle,
        &states,
        &best,
        &["--keep-best", old.to_str().unwrap()],
    )
    .ends(0);
    assert!(
        ran.err.contains("row 8: the moves do not solve it"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("shorter than before: 1"), "{}", ran.err);
    let now = lengths(&best);
    assert_eq!((now[0].1, now[2].1), (1, 0));
    // Moves after the goal are cut off when an old answer is replayed: that is not a shorter answer found.
    // An answer that is as short as can be stays as it is.
    let second = out("second.csv");
    let ran = enter(
        &puzzle,
        &states,
        &second,
        &["--keep-best", best.to_str().unwrap()],
    )
    .ends(0);
    assert!(ran.err.contains("shorter than before: 0"));
    assert_eq!(fs::read(&second).unwrap(), fs::read(&best).unwrap());
}

/// The files of two machines become one, and a file is improved in place.
#[test]
fn answers_of_several_files_are_merged_and_improved_in_place() {
    let (puzzle, states) = (written("ring-m.json", RING), written("test-m.csv", STATES));
    let one = written("one.csv", "initial_state_id,path\n7,t.-t.s\n12,s.s.s\n");
    let two = written("two.csv", "initial_state_id,path\n7,s\n8,x\n");
    let keep = |path: &Path| ["--keep-best".to_owned(), path.to_str().unwrap().to_owned()];
    let best = out("merged.csv");
    let more = [keep(&one), keep(&two)].concat();
    let more: Vec<&str> = more.iter().map(String::as_str).collect();
    let ran = enter(&puzzle, &states, &best, &more).ends(0);
    ran.complains("one.csv, row 12: the moves do not solve it")
        .complains("shorter than before: 0");
    assert_eq!(lengths(&best)[0], ("7".into(), 1));

    let place = written(
        "place.csv",
        "initial_state_id,path\n12,x\nother,kept.as.it.is\n7,t.-t.s\n",
    );
    let more = keep(&place);
    let ran = enter(&puzzle, &states, &place, &[&more[0], &more[1]]).ends(0);
    let ran = ran.complains("shorter than before: 1");
    assert!(
        ran.err
            .contains("other rows of the file, kept as they are: 1"),
        "{}",
        ran.err
    );
    let merged = fs::read_to_string(&best).unwrap();
    assert_eq!(
        fs::read_to_string(&place).unwrap(),
        merged + "other,kept.as.it.is\n"
    );
    // Once more: the rows are there, and that is said.
    enter(&puzzle, &states, &place, &[])
        .ends(0)
        .complains("nothing was searched: every row had its answer");
}

/// Rows that are not of this run stay as they are, byte for byte, whichever way it chooses its own.
#[test]
fn no_run_takes_rows_out_of_the_file() {
    let (puzzle, states) = (written("ring-n.json", RING), written("test-n.csv", STATES));
    let answers = out("never-lost.csv");
    enter(&puzzle, &states, &answers, &[]).ends(0);
    let whole = fs::read_to_string(&answers).unwrap();
    let first = written("first-n.csv", &STATES[..STATES.find("8,").unwrap()]);
    for (states, more) in [(&states, &["--shard", "2/2"][..]), (&first, &[])] {
        let ran = enter(&puzzle, states, &answers, more).ends(0);
        assert!(ran.err.contains("other rows of the file"), "{}", ran.err);
        assert_eq!(fs::read_to_string(&answers).unwrap(), whole);
    }
    // New rows come where the states are; what a kept line says does not matter, nor how.
    let text = "initial_state_id,path\n12,\"kept.for.another\"\nx,y\n";
    fs::write(&answers, text).unwrap();
    enter(&puzzle, &states, &answers, &["--shard", "1/2"]).ends(0);
    let lines = fs::read_to_string(&answers).unwrap();
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines[1], "7,s");
    assert!(lines[2].starts_with("9,"), "{lines:?}");
    assert_eq!(lines[3..], ["12,\"kept.for.another\"", "x,y"]);
    // A row that is there twice is named, and the shorter answer stays.
    let twice = written("twice.csv", "initial_state_id,path\n7,t.-t.s\n7,s\n");
    let ran = enter(&puzzle, &first, &twice, &[]).ends(0);
    ran.complains("row 7 is there 2 times, in lines 2, 3");
    assert_eq!(lengths(&twice), expected(&[("7", 1)]));
    let double = written("double.csv", &format!("{STATES}7,\"0,1,2,3,4\"\n"));
    enter(&puzzle, &double, &twice, &[])
        .ends(3)
        .complains("row 7 is there already, in line 2");
}

#[test]
fn other_files_are_not_overwritten() {
    let (puzzle, states) = (written("ring-o.json", RING), written("test-o.csv", STATES));
    let precious = written("precious.txt", "precious\n");
    enter(&puzzle, &states, &precious, &[])
        .ends(3)
        .complains("is not a file of such answers");
    assert_eq!(fs::read_to_string(&precious).unwrap(), "precious\n");
    for path in [&states, &puzzle] {
        enter(&puzzle, &states, path, &["--force"])
            .ends(3)
            .complains("is read by the same command");
    }
    assert_eq!(fs::read_to_string(&states).unwrap(), STATES);
    enter(&puzzle, &states, &precious, &["--force"]).ends(0);
    assert_eq!(lengths(&precious).len(), 4);
    #[cfg(unix)]
    enter(&puzzle, &states, Path::new("/dev/null"), &["--force"])
        .ends(3)
        .complains("not a regular file");
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

#[test]
fn rows_are_shared_out() {
    let (puzzle, states) = (written("ring-s.json", RING), written("test-s.csv", STATES));
    let (odd, even) = (out("odd.csv"), out("even.csv"));
    enter(&puzzle, &states, &odd, &["--shard", "1/2"]).ends(0);
    enter(&puzzle, &states, &even, &["--shard", "2/2"]).ends(0);
    let ids = |path: &Path| {
        lengths(path)
            .into_iter()
            .map(|(id, _)| id)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (ids(&odd), ids(&even)),
        (vec!["7".into(), "9".into()], vec!["8".into(), "12".into()])
    );
}

#[test]
fn a_table_of_several_puzzles_is_solved_with_its_wildcards() {
    let info = "puzzle_type,allowed_moves\n\
        ring_5,\"{'t': [4, 0, 1, 2, 3], 's': [1, 0, 2, 3, 4]}\"\n\
        line_4,\"{'a': [1, 0, 2, 3], 'b': [0, 2, 1, 3], 'c': [0, 1, 3, 2]}\"\n";
    let rows = "id,puzzle_type,solution_state,initial_state,num_wildcards\n\
        0,ring_5,A;B;C;D;E,B;A;C;D;E,0\n\
        1,ring_5,A;B;C;D;E,B;A;C;D;E,2\n\
        2,line_4,A;A;B;B,B;A;A;B,0\n\
        3,line_4,A;B;C;D,D;C;B;A,0\n\
        4,line_4,C;A;C;B,A;C;C;B,0\n\
        5,line_4,N7;N2;N7;N0,N2;N7;N0;N7,0\n";
    let (puzzle, states) = (written("info.csv", info), written("puzzles.csv", rows));
    let answers = out("moves.csv");
    enter(&puzzle, &states, &answers, &[]).ends(0);
    assert!(
        fs::read_to_string(&answers)
            .unwrap()
            .starts_with("id,moves\n")
    );
    assert_eq!(
        lengths(&answers),
        expected(&[("0", 1), ("1", 0), ("2", 2), ("3", 6), ("4", 1), ("5", 2)])
    );
    let lines = out("line.csv");
    enter(&puzzle, &states, &lines, &["--only", "line_4"]).ends(0);
    assert_eq!(
        lengths(&lines),
        expected(&[("2", 2), ("3", 6), ("4", 1), ("5", 2)])
    );
}

#[test]
fn faults_are_named_with_their_place_and_nothing_is_lost() {
    let puzzle = written("ring-f.json", RING);
    let answers = out("faults.csv");
    let states = |name: &str, text: &str| written(name, text);
    let no_column = states("no-column.csv", "id,state\n1,\"0,1\"\n");
    enter(&puzzle, &no_column, &answers, &[])
        .ends(3)
        .complains("the columns are id, state");
    let empty = states("empty.csv", "id,initial_state\n");
    enter(&puzzle, &empty, &answers, &[])
        .ends(3)
        .complains("no row to solve");
    let bad = states("bad.csv", "id,initial_state\n1,\"0,1,2,3,3\"\n");
    enter(&puzzle, &bad, &answers, &[])
        .ends(3)
        .complains("row 1: ");
    let none = Path::new("none.csv");
    enter(&puzzle, none, &answers, &[])
        .ends(3)
        .complains("cannot read none.csv");
    run(&[
        "competition",
        "--states",
        bad.to_str().unwrap(),
        "--out",
        "x.csv",
    ])
    .ends(2)
    .complains("which puzzle?");
    let limited = states("limited.csv", STATES);
    let few = out("few.csv");
    enter(&puzzle, &limited, &few, &["--node-limit", "1"])
        .ends(4)
        .complains("of 4 states solved");
    enter(&puzzle, &limited, &few, &[]).ends(0);
    assert_eq!(lengths(&few).len(), 4);
}
