//! `optimal` is said of shortest solutions only, also where a network tells stickers apart that look alike. Distances come from a
//! model that enumerates all colourings and knows nothing of tables, groups or searches.

use quarterturn::models::Model;
use quarterturn::solver::{SearchKind, Settings};
use quarterturn::{Puzzle, Solver};
use quarterturn_support::alike::{Drawn, colours, questions, walk};
use quarterturn_support::{reference, rng};
use std::time::Duration;

/// Each has an end-game table of all its states, which takes a second.
const PUZZLES: u64 = 10;
const STATES: usize = 32;

#[test]
fn what_is_called_optimal_is_shortest() {
    let (mut claims, mut shortened) = (0, 0);
    for seed in 0..PUZZLES {
        let rng = &mut rng(seed);
        let drawn = Drawn::new(rng);
        let distances = drawn.distances();
        let puzzle = Puzzle::parse(drawn.text(true).as_bytes()).unwrap();
        let model = Model::parse(drawn.network(seed)).unwrap();
        let solver = Solver::builder().puzzle(&puzzle).loaded_model(model);
        let solver = solver.build().unwrap();
        let solved = puzzle.start();
        for _ in 0..STATES {
            let moves = walk(rng);
            let state = solved.apply(&moves).unwrap();
            let distance = distances[&colours(&state.to_string())];
            let asked = || solver.request_for(state.clone()).width(64);
            // One beam, with nothing in its place where it finds nothing.
            let alone = Settings {
                restarts: Some(false),
                ..Settings::default()
            };
            let plain = asked().settings(alone).run().unwrap();
            let timed = asked().time_limit(Duration::from_secs(20)).run().unwrap();
            let exact = solver.request_for(state.clone());
            let exact = exact.search(SearchKind::Bidirectional).run().unwrap();
            for answer in [&plain, &timed, &exact] {
                // A network that says nothing may find nothing.
                let Some(length) = answer.length() else {
                    continue;
                };
                assert!(length >= distance);
                claims += u32::from(answer.optimal);
                assert!(!answer.optimal || length == distance, "{seed}: {moves:?}");
            }
            // So few states are all looked at before the time is over.
            assert!(timed.optimal && exact.optimal, "{seed}");
            shortened += u32::from(plain.length().is_none_or(|length| length > distance));
        }
    }
    assert!(claims > 640, "{claims}");
    assert!(shortened > 0, "no network misled its search");
}

/// The program and the Python package are asked some of it too.
#[test]
fn the_questions_of_the_other_doors_are_the_models() {
    reference::is("optimal.jsonl", &questions());
}
