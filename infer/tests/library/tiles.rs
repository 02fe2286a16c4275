//! Boards of all sides, and goals of all kinds. Distances come from breadth-first search.

use quarterturn::solver::{SearchKind, Settings};
use quarterturn::{Puzzle, Solver, State};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::time::Duration;

fn distances(puzzle: &Puzzle) -> HashMap<String, (State, usize)> {
    let start = puzzle.start();
    let mut all = HashMap::from([(start.to_string(), (start.clone(), 0))]);
    let mut next = VecDeque::from([(start, 0)]);
    while let Some((state, distance)) = next.pop_front() {
        for mv in puzzle.moves() {
            let Ok(after) = state.after(&mv) else {
                continue;
            };
            if let Entry::Vacant(place) = all.entry(after.to_string()) {
                place.insert((after.clone(), distance + 1));
                next.push_back((after, distance + 1));
            }
        }
    }
    all
}

fn constructive(puzzle: &str) -> Solver {
    let settings = Settings {
        search: Some(SearchKind::Constructive),
        ..Settings::default()
    };
    let builder = Solver::builder().puzzle(puzzle).settings(settings);
    builder.build().unwrap()
}

/// All 360 boards of two rows of three.
#[test]
fn the_constructive_search_proves_shortest_solutions_of_small_boards() {
    let solver = constructive("puzzle2x3");
    for (text, (state, distance)) in distances(solver.puzzle()) {
        let answer = solver.request_for(state.clone()).run().unwrap();
        assert_eq!(answer.length(), Some(distance), "{text}");
        assert!(answer.optimal);
        let end = state
            .apply(answer.solution.as_ref().unwrap().text())
            .unwrap();
        assert!(end.is_solved());
    }
}

/// Stopped at once it still has the solution by rows.
#[test]
fn a_board_of_any_sides_always_has_an_answer() {
    for (rows, columns) in [(2, 7), (7, 2), (3, 4), (4, 3), (5, 7), (7, 6)] {
        let name = format!("puzzle{rows}x{columns}");
        let solver = Solver::new(&name).unwrap();
        assert_eq!(solver.settings().kind(), SearchKind::Constructive);
        for seed in 0..3 {
            let state = solver.puzzle().random(seed);
            let request = solver.request_for(state.clone());
            let answer = request.time_limit(Duration::ZERO).run().unwrap();
            let end = state
                .apply(answer.solution.as_ref().unwrap().text())
                .unwrap();
            assert!(end.is_solved(), "{name}");
        }
    }
    let small = Solver::new("puzzle8").unwrap();
    assert_eq!(small.settings().kind(), SearchKind::Bidirectional);
    assert_eq!(Puzzle::named("puzzle4x4").unwrap().name(), "puzzle15");
    assert!(
        ["puzzle1x4", "puzzle2x8", "puzzle3x", "puzzle03x4"]
            .iter()
            .all(|name| Puzzle::named(name).is_err())
    );
}

/// The way from one board to another is as long as the way back.
#[test]
fn another_goal_is_as_far_as_the_way_back() {
    for name in ["puzzle2x3", "puzzle3x2"] {
        let puzzle = Puzzle::named(name).unwrap();
        let all = distances(&puzzle);
        let solver = Solver::new(&puzzle).unwrap();
        let start = puzzle.start();
        let mut corners = 0;
        for (text, (_, distance)) in all.iter().step_by(7) {
            let words: Vec<&str> = text.split(' ').collect();
            corners += usize::from(words[1] != "0" && words[4] != "0");
            let answer = solver
                .request_for(start.clone())
                .target(text)
                .run()
                .unwrap();
            assert_eq!(answer.length(), Some(*distance), "{name} to {text}");
            let end = start
                .apply(answer.solution.as_ref().unwrap().text())
                .unwrap();
            assert_eq!(end.to_string(), *text);
        }
        assert!(corners > 0);
    }
}

/// The network for the usual goal serves, and improvements are told in the moves of the board that was given.
#[test]
fn the_network_leads_to_a_goal_with_its_blank_in_another_corner() {
    let solver = Solver::new("puzzle15").unwrap();
    let goal = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15";
    let text = "1 5 2 3 4 9 6 7 8 13 10 11 12 14 15 0";
    assert_eq!(solver.request(text).unwrap_err().code, "parity");
    let state = solver.puzzle().read_towards(text, goal).unwrap();
    let told = state.clone();
    let request = solver.request_towards(text, goal).unwrap().width(64);
    let request = request.on_better(move |found| {
        let end = told.apply(found.solution.text()).unwrap();
        assert_eq!(end.to_string(), goal);
    });
    let answer = request.run().unwrap();
    assert!(answer.counters.evaluated > 0);
    let end = state
        .apply(answer.solution.as_ref().unwrap().text())
        .unwrap();
    assert_eq!((end.to_string().as_str(), answer.length()), (goal, Some(6)));
}
