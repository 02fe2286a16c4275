//! The same answer and the same work, however many threads there are.

use super::*;

#[test]
fn threads_change_nothing() {
    for search in all(&noisy()) {
        for state in states(3, 41) {
            let run = |threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                let outcome = pool
                    .unwrap()
                    .install(|| search.run(&P, &state, &Limits::default()));
                (outcome.solution, outcome.counters, outcome.stopped)
            };
            let one = run(1);
            assert_eq!(run(2), one, "{}", search.name());
            assert_eq!(run(3), one, "{}", search.name());
        }
    }
}

#[test]
fn workers_share_a_tree() {
    for state in states(10, 42) {
        let search = Mcts {
            workers: 3,
            batch: 4,
            ..Mcts::new(noisy())
        };
        let outcome = search.run(&P, &state, &Limits::default());
        assert!(length(&state, &outcome) >= Some(distance(&state)));
    }
}
