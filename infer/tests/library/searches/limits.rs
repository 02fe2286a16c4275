//! Every search keeps within its limits and says what stopped it.

use super::*;
use quarterturn::Stopped;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A state that is far from solved.
fn hard() -> State {
    let far = states(1000, 11).into_iter().find(|s| distance(s) >= 12);
    far.expect("most states are that far")
}

#[test]
fn a_solved_state_has_the_empty_solution() {
    for search in all(&noisy()) {
        // Whatever the limits.
        for limits in [Limits::default(), target(0), spent()] {
            let outcome = search.run(&P, &State::SOLVED, &limits);
            assert_eq!(outcome.solution, Some(vec![]), "{}", search.name());
            assert_eq!(outcome.stopped, Stopped::Solved);
        }
    }
}

fn spent() -> Limits {
    Limits {
        time: Some(Duration::ZERO),
        nodes: Some(0),
        memory: Some(0),
        max_length: 0,
        ..Limits::default()
    }
}

#[test]
fn each_limit_stops_each_search() {
    let limits = |stopped| {
        let mut limits = Limits::default();
        match stopped {
            Stopped::Cancelled => limits.cancel = Arc::new(AtomicBool::new(true)),
            Stopped::Time => limits.time = Some(Duration::ZERO),
            Stopped::Nodes => limits.nodes = Some(5),
            Stopped::Memory => limits.memory = Some(50),
            Stopped::Exhausted => limits.max_length = 2,
            _ => {}
        }
        limits
    };
    for search in all(&noisy()) {
        for stopped in [
            Stopped::Cancelled,
            Stopped::Time,
            Stopped::Nodes,
            Stopped::Memory,
            Stopped::Exhausted,
        ] {
            let outcome = search.run(&P, &hard(), &limits(stopped));
            assert_eq!(outcome.solution, None);
            assert_eq!(outcome.stopped, stopped, "{}", search.name());
        }
    }
}

#[test]
fn memory_stays_within_its_limit() {
    let limit = 100_000;
    let limits = Limits {
        memory: Some(limit),
        nodes: Some(100_000),
        ..target(1)
    };
    for search in all(&table().with_error(10_000, 3)) {
        let outcome = search.run(&P, &hard(), &limits);
        assert!(
            outcome.memory <= limit,
            "{}: {}",
            search.name(),
            outcome.memory
        );
    }
}

#[test]
fn solutions_keep_to_the_maximum_length() {
    for search in all(&noisy()) {
        for state in states(5, 12) {
            let limits = Limits {
                max_length: distance(&state),
                nodes: Some(20_000),
                ..Limits::default()
            };
            let outcome = search.run(&P, &state, &limits);
            if let Some(length) = length(&state, &outcome) {
                assert_eq!(length, distance(&state), "{}", search.name());
            }
        }
    }
}

#[test]
fn a_target_out_of_reach_keeps_the_best_and_ends() {
    for search in all(&noisy()) {
        let state = near(6, 5);
        let best = distance(&state);
        let limits = Limits {
            max_length: 8,
            ..target(best - 1)
        };
        let outcome = search.run(&P, &state, &limits);
        // These end at their first solution, by definition or because there is no shorter one.
        let first = ["beam", "greedy", "mcts", "mcts-naive"].contains(&search.name());
        match length(&state, &outcome) {
            Some(length) => assert!(length == best || first, "{}", search.name()),
            None => assert!(first, "{}", search.name()),
        }
        if search.name() != "beam" {
            assert_eq!(outcome.stopped, Stopped::Exhausted, "{}", search.name());
        }
    }
}
