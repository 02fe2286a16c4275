//! `quarterturn competition`: rows in, verified answers out.

use crate::harness::{Run, file, run};
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
    let one = enter(
        &puzzle,
        &states,
        &best,
        &["--keep-best", best.to_str().unwrap()],
    )
    .ends(2);
    one.complains("one file");
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
