//! Many requests of one solver: each as it asks, and all of them by what was made once.

use quarterturn::core::cube::Cube2Htm;
use quarterturn::costs::MoveCosts;
use quarterturn::solver::{
    Answer, BuildError, RequestError, SearchKind, Settings, Solution, SolveError,
};
use quarterturn::{Puzzle, Solver, Stopped};
use quarterturn_support::{networks, rng};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// Searches of different kinds and sizes.
fn kinds() -> Vec<Settings> {
    let beam = |width| Settings {
        width: Some(width),
        ..Settings::default()
    };
    let search = |search| Settings {
        search: Some(search),
        node_limit: Some(20_000),
        ..Settings::default()
    };
    vec![
        beam(40),
        beam(2048),
        Settings {
            views: Some(4),
            cache: Some(1 << 20),
            ..beam(100)
        },
        search(SearchKind::Bwas),
        search(SearchKind::Greedy),
        search(SearchKind::Bidirectional),
    ]
}

/// All of an answer but its time and what a memory had from other searches.
fn shown(answer: &Answer) -> String {
    let counters = answer.counters;
    let made = (counters.expanded, counters.generated, answer.stopped);
    format!("{answer} {made:?}")
}

fn states(puzzle: &Puzzle) -> Vec<String> {
    (0..3).map(|seed| puzzle.random(seed).to_string()).collect()
}

#[test]
fn a_request_is_answered_as_by_a_solver_of_its_own() {
    let puzzle = Puzzle::named("cube2").unwrap();
    let solver = Solver::new(&puzzle).unwrap();
    for settings in kinds() {
        let own = Solver::builder().puzzle(&puzzle).settings(settings.clone());
        let own = own.build().unwrap();
        for state in states(&puzzle) {
            let request = solver.request(&state).unwrap().settings(settings.clone());
            let expected = shown(&own.solve(&state).unwrap());
            assert_eq!(shown(&request.run().unwrap()), expected, "{settings}");
        }
    }
}

#[test]
fn what_is_dear_is_made_once() {
    let solver = Solver::new("cube2").unwrap();
    assert_eq!((solver.made().networks, solver.made().balls), (1, 0));
    let timed = || {
        let request = solver.request("R U2 F' R U F R2 U' F").unwrap();
        request
            .time_limit(Duration::from_millis(300))
            .run()
            .unwrap()
    };
    assert!(timed().solution.is_some());
    let made = solver.made();
    assert_eq!(made.networks, 1);
    assert!(timed().solution.is_some());
    assert_eq!(solver.made(), made, "a second request makes nothing");
    for width in [4096, 4096, 4096] {
        let request = solver.request("R U2 F' R U F R2 U' F").unwrap();
        request.width(width).run().unwrap();
        assert_eq!(solver.made().balls, made.balls + 1, "one for that width");
    }
    assert_eq!(solver.made().networks, 1);
}

#[test]
fn requests_run_at_once_and_do_not_know_of_each_other() {
    let puzzle = Puzzle::named("cube2").unwrap();
    let solver = Solver::new(&puzzle).unwrap();
    let states = states(&puzzle);
    let ask = |settings: &Settings, state: &str| {
        let request = solver.request(state).unwrap().settings(settings.clone());
        shown(&request.run().unwrap())
    };
    let kinds = kinds();
    let all = || {
        kinds
            .iter()
            .flat_map(|kind| states.iter().map(move |state| (kind, state)))
    };
    let alone: Vec<String> = all().map(|(kind, state)| ask(kind, state)).collect();
    thread::scope(|scope| {
        let asked: Vec<_> = all()
            .map(|(kind, state)| scope.spawn(|| ask(kind, state)))
            .collect();
        for (asked, alone) in asked.into_iter().zip(&alone) {
            assert_eq!(asked.join().unwrap(), *alone);
        }
    });
}

#[test]
fn each_has_a_flag_and_an_observer_of_its_own() {
    let solver = Solver::new("cube2").unwrap();
    let cancelled = Arc::new(AtomicBool::new(true));
    let request = || solver.request("R U2 F' R U F R2 U' F R").unwrap();
    let ended = request().cancel(&cancelled).run().unwrap();
    assert_eq!((ended.stopped, ended.solution), (Stopped::Cancelled, None));
    let heard = Arc::new(Mutex::new(Vec::new()));
    let here = heard.clone();
    let answer =
        request().on_better(move |better| here.lock().unwrap().push(better.solution.length()));
    let answer = answer.run().unwrap();
    let lengths = heard.lock().unwrap().clone();
    assert_eq!(lengths.last().copied(), answer.length());
    assert!(lengths.is_sorted_by(|a, b| a > b), "{lengths:?}");
    // A search without an observer tells nobody.
    assert!(request().run().unwrap().solution.is_some());
    assert_eq!(*heard.lock().unwrap(), lengths);
    // A request that is not answered in time can be ended from another thread.
    let (stop, nodes) = (Arc::new(AtomicBool::new(false)), AtomicUsize::new(0));
    thread::scope(|scope| {
        let work = scope.spawn(|| {
            let asked = request().cancel(&stop).time_limit(Duration::from_secs(600));
            let answer = asked.run().unwrap();
            nodes.store(answer.counters.generated as usize, Ordering::Relaxed);
            answer.stopped
        });
        thread::sleep(Duration::from_millis(50));
        stop.store(true, Ordering::Relaxed);
        assert_ne!(work.join().unwrap(), Stopped::Time);
    });
}

#[test]
fn prices_targets_and_lengths_are_the_requests() {
    let cube = Puzzle::named("cube2").unwrap();
    let solver = Solver::new(&cube).unwrap();
    let answer = solver.request("R U").unwrap().target("R").run().unwrap();
    assert_eq!(answer.solution.as_ref().map(Solution::text), Some("U'"));
    assert_eq!(
        solver
            .solve("R U")
            .unwrap()
            .solution
            .as_ref()
            .map(Solution::text),
        Some("U' R'")
    );
    let costs: MoveCosts = cube.costs("[moves]\n\"R'\" = 9").unwrap();
    let priced = solver.request("R").unwrap().costs(costs).run().unwrap();
    let dear = priced.solution.unwrap();
    assert_eq!((dear.length(), dear.cost()), (3, Some(3.0)));
    assert_eq!(solver.solve("R").unwrap().length(), Some(1));
    let state = cube.random(1);
    let short = solver
        .request_for(state.clone())
        .max_length(1)
        .run()
        .unwrap();
    assert_eq!(short.solution, None);
    let whole = solver.request_for(state.clone()).run().unwrap();
    assert!(
        state
            .apply(whole.solution.unwrap().text())
            .unwrap()
            .is_solved()
    );
}

#[test]
fn what_does_not_go_together_is_refused() {
    let solver = Solver::new("lightsout5").unwrap();
    let request = || solver.request("1,1").unwrap();
    assert_eq!(request().run().unwrap().length(), Some(1));
    // It has no network, so what needs one is not there.
    let beam = request().search(SearchKind::Beam).run().unwrap_err();
    assert!(
        matches!(beam, RequestError::Build(BuildError::Model(_))),
        "{beam}"
    );
    let width = request().width(9).run().unwrap_err();
    assert!(
        matches!(width, RequestError::Build(BuildError::Settings(_))),
        "{width}"
    );
    let cube = Puzzle::named("cube2").unwrap().random(1);
    let foreign = solver.request_for(cube).run().unwrap_err();
    let refused = |error: &RequestError| match error {
        RequestError::Solve(SolveError::Refused(refusal)) => Some(refusal.code),
        _ => None,
    };
    assert_eq!(refused(&foreign), Some("other-puzzle"));
    assert_eq!(
        solver.request("7,1").unwrap_err().code,
        solver.solve("7,1").unwrap_err().code()
    );
}

/// A network that tells all stickers apart guides a puzzle where some look alike, in requests too.
#[test]
fn a_network_of_the_finer_puzzle_serves_requests() {
    let text = "turn:=(1,2,3,4,5,6);swap:=(1,2);";
    let fine = Puzzle::parse(text.as_bytes()).unwrap();
    let quarterturn::puzzles::Kind::Other(typed) = fine.kind() else {
        panic!("it has six stickers");
    };
    let heads = quarterturn::core::net::NetHeads {
        value: true,
        q: false,
        policy: false,
        above_bound: false,
        moves: 3,
    };
    let bytes = networks::integer(&mut rng(1), typed, heads, 8);
    let model = quarterturn::models::Model::parse(bytes).unwrap();
    let alike = Puzzle::parse(format!("{text}ip:=[[3,5]];").as_bytes()).unwrap();
    let solver = Solver::builder().puzzle(&alike).loaded_model(model);
    let solver = solver.build().unwrap();
    for width in [1000, 2000] {
        let state = alike.read("swap turn").unwrap();
        let answer = solver
            .request_for(state.clone())
            .width(width)
            .run()
            .unwrap();
        assert!(
            state
                .apply(answer.solution.unwrap().text())
                .unwrap()
                .is_solved()
        );
    }
    assert_eq!(solver.made().networks, 1);
}

#[test]
fn many_requests_are_answered_as_each_by_itself() {
    let puzzle = Puzzle::named("cube2").unwrap();
    let solver = Solver::new(&puzzle).unwrap();
    let requests: Vec<_> = (0..8)
        .map(|seed| {
            solver
                .request_for(puzzle.random(seed))
                .width(100 + seed as u32)
        })
        .collect();
    let answers: Vec<_> = requests.iter().map(|_| Mutex::new(None)).collect();
    solver.run_many(&requests, |nth, answer| {
        let before = answers[nth]
            .lock()
            .unwrap()
            .replace(shown(&answer.unwrap()));
        assert_eq!(before, None, "request {nth}");
    });
    for (request, answer) in requests.into_iter().zip(answers) {
        let own = shown(&request.run().unwrap());
        assert_eq!(answer.into_inner().unwrap(), Some(own));
    }
    // Each may be refused by itself, and one flag stops them all.
    let cancel = Arc::new(AtomicBool::new(true));
    let one = || solver.request("R U F").unwrap();
    let requests = [one(), one().target("Q"), one().cancel(&cancel)];
    let found = AtomicUsize::new(0);
    solver.run_many(&requests, |nth, answer| {
        match nth {
            0 => assert_eq!(answer.unwrap().length(), Some(3)),
            1 => assert_eq!(answer.unwrap_err().code(), "unknown-move"),
            _ => assert_eq!(answer.unwrap().stopped, Stopped::Cancelled),
        }
        found.fetch_add(1, Ordering::Relaxed);
    });
    assert_eq!(found.into_inner(), 3);
}

#[test]
fn better_solutions_are_written() {
    let puzzle = Puzzle::named("cube2-htm").unwrap();
    let solver = Solver::new(&puzzle).unwrap();
    let state = puzzle.random(3);
    let costs = MoveCosts::of_moves(&Cube2Htm, &[("R2", 1.5)]).unwrap();
    let told = Arc::new(Mutex::new(Vec::new()));
    let request = solver
        .request_for(state.clone())
        .width(64)
        .costs(costs.clone());
    let tell = told.clone();
    let answer = request
        .on_better(move |found| {
            tell.lock().unwrap().push(found.solution);
        })
        .run()
        .unwrap();
    let told = told.lock().unwrap();
    for solution in told.iter() {
        assert!(state.apply(solution.text()).unwrap().is_solved());
        assert_eq!(solution.moves().join(" "), solution.text());
        assert_eq!(
            solution.turns().map(|turns| turns.half),
            Some(solution.length())
        );
    }
    let (last, found) = (told.last().unwrap(), answer.solution.unwrap());
    assert_eq!((last.text(), last.cost()), (found.text(), found.cost()));
}
