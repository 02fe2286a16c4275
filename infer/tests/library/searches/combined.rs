//! Searches made of searches: repeated attempts, shorter windows, other goals.

use super::*;
use quarterturn::Stopped;
use quarterturn::core::Move;
use quarterturn::core::search::View;
use quarterturn::search::{improve, towards};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

fn beams(width: usize, table: Table<P>) -> Anytime<P> {
    Anytime::new(move |times| Box::new(Beam::new::<P>(table.clone(), width * times)))
}

#[test]
fn more_attempts_are_never_worse_than_the_first() {
    let bad = table().with_error(3000, 1);
    let single = Beam::new::<P>(bad.clone(), 2);
    let repeated = beams(2, bad);
    let (mut rescued, mut shorter) = (0, 0);
    let limits = Limits {
        max_length: 100,
        ..Limits::default()
    };
    for state in states(30, 21) {
        let first = single.run(&P, &state, &limits);
        let first = length(&state, &first);
        let until_solved = repeated.run(&P, &state, &limits);
        let best = repeated.run(&P, &state, &target(distance(&state)));
        let [until_solved, best] = [until_solved, best].map(|o| length(&state, &o).unwrap());
        match first {
            Some(first) => {
                assert_eq!(until_solved, first, "one success is enough");
                assert!(best <= first);
                shorter += first - best;
            }
            None => rescued += 1,
        }
    }
    assert!(rescued > 0 && shorter > 0);
}

#[test]
fn a_sweep_keeps_the_shortest_of_its_views() {
    let single = beams(8, table().with_error(3000, 1));
    let mut swept = beams(8, table().with_error(3000, 1));
    (swept.views, swept.sweep) = (6, 6);
    let mut saved = 0;
    for state in states(20, 27) {
        let [first, best] = [&single, &swept].map(|search| {
            let outcome = search.run(&P, &state, &Limits::default());
            assert_eq!(outcome.stopped, Stopped::Solved);
            length(&state, &outcome).unwrap()
        });
        assert!(best <= first);
        saved += first - best;
    }
    assert!(saved > 0);
}

#[test]
fn no_room_for_a_solution_is_no_solution() {
    let limits = Limits {
        max_length: 0,
        ..Limits::default()
    };
    for search in all(table()) {
        let outcome = search.run(&P, &near(3, 9), &limits);
        let found = (outcome.solution, outcome.stopped);
        assert_eq!(found, (None, Stopped::Exhausted), "{}", search.name());
    }
}

#[test]
fn time_is_used_to_improve() {
    let mut repeated = beams(2, table().with_error(3000, 1));
    repeated.attempts = 5;
    let limits = Limits {
        time: Some(Duration::from_secs(600)),
        ..Limits::default()
    };
    let (mut first, mut best) = (0, 0);
    for state in states(5, 22) {
        let outcome = repeated.run(&P, &state, &Limits::default());
        first += length(&state, &outcome).unwrap();
        let outcome = repeated.run(&P, &state, &limits);
        best += length(&state, &outcome).unwrap();
        assert_eq!(outcome.stopped, Stopped::Solved, "all attempts were used");
    }
    assert!(best < first);
}

#[test]
fn attempts_end() {
    let mut repeated = beams(1, noisy());
    repeated.attempts = 3;
    let limits = Limits {
        max_length: 3,
        ..Limits::default()
    };
    let state = states(1, 23)[0];
    let outcome = repeated.run(&P, &state, &limits);
    assert_eq!(
        (outcome.solution, outcome.stopped),
        (None, Stopped::Exhausted)
    );
    repeated.attempts = 0;
    let outcome = repeated.run(&P, &state, &Limits::default());
    assert_eq!(
        (outcome.solution, outcome.stopped),
        (None, Stopped::Exhausted)
    );
}

/// A long solution: there and back again a few times.
fn long(state: &State) -> Vec<Move> {
    let mut moves = Vec::new();
    for seed in [31, 32] {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        moves.extend(random_moves(&P, State::SOLVED, &mut rng, 15));
    }
    let rest = Search::run(
        &Bidirectional,
        &P,
        &P.apply_all(state, &moves),
        &Limits::default(),
    );
    moves.extend(rest.solution.unwrap());
    moves
}

#[test]
fn windows_shorten_a_solution_until_none_does() {
    let limits = Limits::default();
    let mut saved = 0;
    for state in states(5, 24) {
        let given = long(&state);
        let outcome = improve(&P, &state, &given, &[(&Bidirectional, 10)], &limits);
        assert_eq!(outcome.stopped, Stopped::Solved);
        let improved = length(&state, &outcome).unwrap();
        saved += given.len() - improved;
        for window in outcome.solution.as_ref().unwrap().windows(10) {
            assert_eq!(distance(&P.apply_all(&State::SOLVED, window)), 10);
        }
        // The whole as one window is optimal.
        let beam = Beam::new::<P>(table().clone(), 100);
        let windows: [(&dyn Search<P>, usize); 2] = [(&Bidirectional, 6), (&beam, 100)];
        let outcome = improve(&P, &state, &given, &windows, &limits);
        assert_eq!(length(&state, &outcome), Some(distance(&state)));
    }
    assert!(saved > 0);
}

#[test]
fn improving_keeps_what_it_has_when_stopped() {
    let state = states(1, 25)[0];
    let given = long(&state);
    let windows: [(&dyn Search<P>, usize); 1] = [(&Bidirectional, 8)];
    let run = |limits: Limits| improve(&P, &state, &given, &windows, &limits);
    let time = run(Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    });
    assert_eq!(time.stopped, Stopped::Time);
    assert_eq!(time.solution.as_ref(), Some(&given));
    let nodes = run(Limits {
        nodes: Some(2000),
        ..Limits::default()
    });
    assert_eq!(nodes.stopped, Stopped::Nodes);
    assert!(length(&state, &nodes).unwrap() <= given.len());
    let met = run(target(given.len() - 1));
    assert_eq!(met.stopped, Stopped::Solved);
    assert!(length(&state, &met).unwrap() < given.len());
    let wrong = improve(&P, &state, &given[1..], &windows, &Limits::default());
    assert_eq!((wrong.solution, wrong.stopped), (None, Stopped::Wrong));
}

/// Layer-by-layer methods make more moves than any search looks for.
#[test]
fn improving_takes_a_solution_of_any_length() {
    let state = states(1, 28)[0];
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(29);
    let mut given: Vec<Move> = random_moves(&P, State::SOLVED, &mut rng, 200).collect();
    given.extend(long(&P.apply_all(&state, &given)));
    let windows: [(&dyn Search<P>, usize); 1] = [(&Bidirectional, 6)];
    let run = |limits: &Limits| improve(&P, &state, &given, &windows, limits);
    let stopped = run(&Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    });
    assert_eq!(stopped.stopped, Stopped::Time);
    assert_eq!(stopped.solution.as_ref(), Some(&given));
    let outcome = run(&Limits::default());
    assert_eq!(outcome.stopped, Stopped::Solved);
    assert!(length(&state, &outcome).unwrap() < given.len());
}

#[test]
fn the_way_to_another_state_is_found() {
    let pairs = states(20, 26);
    for pair in pairs.chunks_exact(2) {
        let (from, to) = (pair[0], pair[1]);
        let seen = towards(&P, &from, &to).unwrap();
        let outcome = Bwas::new(table().clone()).run(&P, &seen, &Limits::default());
        assert_eq!(P.apply_all(&from, &outcome.solution.unwrap()), to);
        assert!(P.is_solved(&towards(&P, &from, &from).unwrap()));
        assert_eq!(towards(&P, &from, &State::SOLVED), Some(from));
    }
}

/// Counts how often it is asked.
struct Counting(Arc<AtomicUsize>);

impl Search<P> for Counting {
    fn name(&self) -> &'static str {
        "counting"
    }

    fn run(&self, puzzle: &P, state: &State, limits: &Limits) -> Outcome {
        self.0.fetch_add(1, Relaxed);
        Bidirectional.run(puzzle, state, limits)
    }
}

#[test]
fn views_that_are_the_same_are_searched_once() {
    let moves: Vec<Move> = P.moves().collect();
    let (u, r) = (moves[0], moves[2]);
    // It undoes itself.
    let twice = [r, u, u, P.undo(r).unwrap()];
    let twice = P.apply_all(&State::SOLVED, &twice);
    for (state, few) in [(twice, true), (states(1, 30)[0], false)] {
        let asked = Arc::new(AtomicUsize::new(0));
        let counting = asked.clone();
        let mut search = Anytime::new(move |_| Box::new(Counting(counting.clone())) as _);
        let all = View::count(&P);
        (search.views, search.sweep) = (all, all);
        let outcome = search.run(&P, &state, &Limits::default());
        assert_eq!(length(&state, &outcome), Some(distance(&state)));
        let views = (0..all).map(|nth| View::nth(&P, nth).of(&P, &state));
        let different = views.collect::<HashSet<_>>().len();
        assert_eq!(asked.load(Relaxed), different);
        assert_eq!(different < all, few, "{different} of {all}");
    }
}

/// With time left and no more to try, the neighbourhood of the solution is looked through.
#[test]
fn what_is_left_of_the_time_goes_to_the_neighbourhood() {
    let limits = Limits {
        time: Some(Duration::from_secs(600)),
        ..Limits::default()
    };
    let (mut plain, mut best) = (0, 0);
    for state in states(5, 31) {
        let mut narrow = beams(2, table().with_error(3000, 1));
        narrow.attempts = 1;
        let given = length(&state, &narrow.run(&P, &state, &Limits::default()));
        let found = length(&state, &narrow.run(&P, &state, &limits));
        if let Some(given) = given {
            plain += given;
            best += found.unwrap();
        }
    }
    assert!(best < plain, "{best} of {plain}");
}
