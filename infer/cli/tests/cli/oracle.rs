//! What the program prints is what it found: an independent model of the stickers reads it.

use quarterturn_support::judge::{Answer, Fault, PUZZLES, Prices, judge};
use quarterturn_support::model::Model;
use quarterturn_support::oracle::cells;
use rayon::prelude::*;
use std::path::Path;

/// States of each cell; `QUARTERTURN_STATES=1400` for the long version.
fn states() -> usize {
    std::env::var("QUARTERTURN_STATES").map_or(50, |n| n.parse().unwrap())
}

#[test]
#[ignore = "slow: tests/run has it"]
fn every_printed_answer_is_right() {
    let program = Path::new(env!("CARGO_BIN_EXE_quarterturn"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("oracle");
    cells().par_iter().enumerate().for_each(|(i, cell)| {
        let folder = folder.join(i.to_string());
        std::fs::create_dir_all(&folder).unwrap();
        let tally = cell.run(program, &folder, states(), i as u64).unwrap();
        assert_eq!(tally.faults, [].into(), "{}", tally.examples.join("\n"));
        assert_eq!(tally.tried, states());
        // Few would mean that hardly anything was judged.
        assert!(tally.solved * 5 > tally.tried, "{cell:?}: {}", tally.solved);
    });
}

#[test]
fn the_judge_sees_every_fault() {
    let [quarter, half, ..] = PUZZLES;
    let price = |name: &str, price| (name.to_owned(), price);
    let prices = Prices(vec![
        price("R2", None),
        price("U", Some(2.0)),
        price("F'", None),
    ]);
    let mut state = Model::default();
    state.turn('R', 2);
    let ask = |puzzle, priced, solution: &str, length, cost| {
        let answer = Answer {
            solution: solution.into(),
            length: Some(length),
            cost: Some(cost),
        };
        let prices = if priced { Some(&prices) } else { None };
        judge(puzzle, prices, &state, &answer)
    };
    assert_eq!(ask(quarter, false, "R2", 2, 0.0), Ok(()));
    assert_eq!(ask(half, false, "R2", 1, 0.0), Ok(()));
    assert_eq!(ask(half, true, "R' R'", 2, 2.0), Ok(()));
    assert_eq!(ask(half, false, "R", 1, 0.0), Err(Fault::Unsolved));
    assert_eq!(ask(half, false, "R2", 2, 0.0), Err(Fault::Length(1)));
    assert_eq!(ask(quarter, false, "R2", 1, 0.0), Err(Fault::Length(2)));
    let forbidden = Err(Fault::Forbidden("R2".into()));
    assert_eq!(ask(half, true, "R2", 1, 1.0), forbidden);
    assert_eq!(ask(half, true, "R R", 2, 3.0), Err(Fault::Cost(2.0)));
    let direction = Err(Fault::Direction("F2".into()));
    assert_eq!(ask(quarter, true, "R2 F2 F2", 6, 6.0), direction);
    for word in ["U22", "Rw", "r", "X", "R2'", "U²"] {
        let unreadable = Err(Fault::Unreadable(word.into()));
        assert_eq!(ask(half, false, &format!("R2 {word}"), 1, 0.0), unreadable);
    }
}
