//! What is known without a search: the way back from moves, states that no allowed moves solve, and the plain answer.

use quarterturn::costs::MoveCosts;
use quarterturn::search::UNDONE;
use quarterturn::solver::{RequestError, SearchKind, Settings, Solution, SolveError};
use quarterturn::{Puzzle, Solver, Stopped};
use std::time::Duration;

const LONG: &str = "R U2 F' L D' B2 R' U F L'";

/// A search that ends before it finds a cube.
fn hasty() -> Solver {
    let settings = Settings {
        node_limit: Some(100),
        ..Settings::default()
    };
    Solver::builder().settings(settings).build().unwrap()
}

#[test]
fn undoing_the_moves_is_an_answer() {
    let solver = hasty();
    let answer = solver.solve(LONG).unwrap();
    assert_eq!(
        answer.solution.as_ref().map(Solution::text),
        Some("L F' U' R B2 D L' F U2 R'")
    );
    assert_eq!((answer.length(), answer.by), (Some(12), Some(UNDONE)));
    assert_eq!(answer.stopped, Stopped::Nodes);
    assert!(!answer.optimal);
    assert_eq!(answer.solution.as_ref().unwrap().length(), 12);
    let many = solver.solve_many(&[LONG, "R R R U D U' D'"]);
    let many: Vec<_> = many
        .into_iter()
        .map(|answer| answer.unwrap().solution)
        .collect();
    assert_eq!(many[0], answer.solution);
    // What a search finds stays where it is as good.
    assert_eq!(many[1].as_ref().map(Solution::text), Some("R"));
    let short = solver.solve("R U").unwrap();
    assert_eq!((short.length(), short.by), (Some(2), None));
}

#[test]
fn a_state_is_not_undone() {
    let solver = hasty();
    let state = solver.puzzle().read(LONG).unwrap();
    assert_eq!(solver.solve(&state.to_string()).unwrap().solution, None);
    let turned = state.apply("R").unwrap();
    assert_eq!(solver.request_for(turned).run().unwrap().solution, None);
    // It remembers its moves.
    let by = solver.request_for(state).run().unwrap().by;
    assert_eq!(by, Some(UNDONE));
    let toward = solver.request(LONG).unwrap().target("R").run().unwrap();
    assert_eq!(toward.solution, None);
    let short = solver.request(LONG).unwrap().max_length(11).run().unwrap();
    assert_eq!(short.solution, None);
}

#[test]
fn the_way_back_counts_by_its_cost() {
    let solver = hasty();
    let priced = |move_prices: &[(&str, f64)]| {
        let costs = MoveCosts::of_moves(&quarterturn::core::cube::Cube3Qtm, move_prices).unwrap();
        solver.request(LONG).unwrap().costs(costs).run().unwrap()
    };
    let answer = priced(&[("F", 2.5)]);
    assert_eq!(answer.by, Some(UNDONE));
    assert_eq!(answer.solution.unwrap().cost(), Some(13.5));
    // It has a move that is forbidden.
    assert_eq!(priced(&[("F", f64::INFINITY)]).solution, None);
}

#[test]
fn what_the_allowed_moves_cannot_solve_is_refused() {
    let solver = Solver::new("cube3").unwrap();
    let cube = Puzzle::named("cube3").unwrap();
    let costs = cube.costs("faces.U = inf\nfaces.D = inf").unwrap();
    for (state, solved) in [("U", false), ("R F", true)] {
        let answer = solver.request(state).unwrap().costs(costs.clone()).run();
        match answer {
            Ok(answer) => assert!(solved && answer.solution.is_some(), "{state}"),
            Err(RequestError::Solve(SolveError::Refused(refusal))) => {
                assert_eq!(
                    (solved, refusal.code),
                    (false, "forbidden-moves"),
                    "{state}"
                );
                assert!(refusal.hint.is_some());
            }
            Err(error) => panic!("{state}: {error}"),
        }
    }
}

#[test]
fn settings_that_are_not_named_stay() {
    let limited = || Settings {
        node_limit: Some(1_000_000),
        ..Settings::default()
    };
    // The exact search that the solver has chosen.
    let solver = Solver::new("pyraminx").unwrap();
    let request = solver.request("U L R B").unwrap().settings(limited());
    assert!(request.run().unwrap().optimal);
    // A width is a beam's, and another search takes none.
    let wide = Settings {
        width: Some(64),
        target_length: Some(4),
        ..Settings::default()
    };
    let solver = Solver::builder()
        .puzzle("cube2")
        .settings(wide)
        .build()
        .unwrap();
    let request = || solver.request("R U2 F'").unwrap();
    let exact = request().search(SearchKind::Bidirectional).run().unwrap();
    assert!(exact.optimal);
    assert_eq!(
        request().settings(limited()).run().unwrap().length(),
        Some(4)
    );
}

#[test]
fn single_searches_share_the_memory_of_the_solver() {
    let builder = Solver::builder().memory_budget(1 << 20);
    let settings = Settings {
        search: Some(SearchKind::Bidirectional),
        ..Settings::default()
    };
    let solver = builder.settings(settings).build().unwrap();
    let far = solver.puzzle().random(1).to_string();
    let answer = solver.solve(&far).unwrap();
    assert_eq!((answer.solution, answer.stopped), (None, Stopped::Memory));
    for answer in solver.solve_many(&[&far, &far]) {
        assert_eq!(answer.unwrap().stopped, Stopped::Memory);
    }
}

/// With time enough the plain search is made first of all that is as wide, so no answer is longer than its own.
#[test]
fn more_time_gives_no_longer_answer() {
    let solver = |time_limit| {
        let settings = Settings {
            node_limit: Some(3_000_000),
            time_limit,
            ..Settings::default()
        };
        let builder = Solver::builder().puzzle("cube2").settings(settings);
        builder.build().unwrap()
    };
    let [plain, timed] = [None, Some(Duration::from_secs(3600))].map(solver);
    for seed in 0..20 {
        let state = plain.puzzle().random(seed);
        let [plain, timed] = [&plain, &timed].map(|solver| {
            let answer = solver.request_for(state.clone()).run().unwrap();
            (answer.length().unwrap(), answer.counters.generated)
        });
        assert!(timed.0 <= plain.0, "{seed}: {timed:?}, {plain:?}");
    }
}
