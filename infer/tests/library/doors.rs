//! The library's doors as programs use them: what requests share and tell, and what a program brings itself.

use quarterturn::solver::{SearchKind, Settings};
use quarterturn::{Progress, Puzzle, Solver, Stopped};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

#[path = "../../examples/hanoi.rs"]
#[allow(dead_code)]
mod hanoi;

#[path = "../../examples/request.rs"]
#[allow(dead_code)]
mod request;

#[test]
fn the_examples_run() {
    hanoi::main().unwrap();
    request::main().unwrap();
}

/// Eight searches that would take all memory they get stay within what they share, and give it back.
#[test]
fn requests_share_one_budget() {
    const BUDGET: usize = 48 << 20;
    let puzzle = Puzzle::named("cube3").unwrap();
    let builder = Solver::builder().puzzle(&puzzle).memory_budget(BUDGET);
    let solver = builder.build().unwrap();
    let stopped: Vec<Stopped> = thread::scope(|scope| {
        let solve = |seed| {
            let request = solver.request_for(puzzle.random(seed));
            let request = request.search(SearchKind::Bidirectional);
            request.run().unwrap().stopped
        };
        let threads: Vec<_> = (0..8)
            .map(|seed| scope.spawn(move || solve(seed)))
            .collect();
        let ended = threads.into_iter().map(|thread| thread.join().unwrap());
        ended.collect()
    });
    assert_eq!(stopped, [Stopped::Memory; 8]);
    let budget = solver.budget();
    assert!(budget.peak() <= BUDGET && budget.peak() > BUDGET / 2);
    assert_eq!((budget.left(), budget.all()), (BUDGET, BUDGET));
    // A beam becomes as narrow as the budget wants.
    let wide = solver.request_for(puzzle.random(1)).width(1 << 20);
    let wide = wide.node_limit(1_000_000).run().unwrap();
    assert!(wide.narrowed.is_some_and(|width| width < 1 << 20));
    assert!(wide.memory <= BUDGET);
}

#[test]
fn a_search_tells_how_far_it_has_come() {
    let puzzle = Puzzle::named("cube3").unwrap();
    let solver = Solver::new(&puzzle).unwrap();
    let told = Arc::new(Mutex::new(Vec::<Progress>::new()));
    let list = told.clone();
    let settings = Settings {
        time_limit: Some(Duration::from_millis(700)),
        width: Some(512),
        ..Settings::default()
    };
    let request = solver.request_for(puzzle.random(3)).settings(settings);
    let request = request.on_progress(move |progress| list.lock().unwrap().push(progress));
    let answer = request.run().unwrap();
    let told = told.lock().unwrap();
    assert!(!told.is_empty() && told.len() <= 8, "{}", told.len());
    assert!(told.is_sorted_by_key(|progress| progress.elapsed));
    assert!(told.is_sorted_by_key(|progress| progress.counters.generated));
    let last = told.last().unwrap();
    assert!(last.share.is_some_and(|share| (0.0..=1.0).contains(&share)));
    assert!(last.counters.generated <= answer.counters.generated);
    assert!(
        told.iter()
            .any(|progress| progress.depth.is_some() && progress.width.is_some())
    );
}

#[test]
fn a_solution_is_one_thing() {
    let solver = Solver::new("cube3").unwrap();
    let answer = solver.request("R U2 F'").unwrap().run().unwrap();
    let solution = answer.solution.unwrap();
    assert_eq!(solution.moves(), ["F", "U", "U", "R'"]);
    assert_eq!((solution.text(), solution.length()), ("F U2 R'", 4));
    let turns = solution.turns().unwrap();
    assert_eq!((turns.quarter, turns.half), (4, 3));
    assert_eq!((solution.cost(), &*solution.to_string()), (None, "F U2 R'"));
    let none = solver.request_for(solver.puzzle().random(1)).node_limit(10);
    assert!(none.run().unwrap().solution.is_none());
}
