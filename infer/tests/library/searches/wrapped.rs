//! Evaluators around evaluators: one that remembers, one that compares.

use super::*;
use quarterturn::eval::{Cached, Checked, MOVE_COST};
use std::sync::Arc;

/// All outputs of an evaluator.
fn outputs(e: &impl Evaluator<P>, states: &[State]) -> Vec<i32> {
    let mut value = vec![0; states.len()];
    let mut q = vec![0; states.len() * P.move_count()];
    let mut policy = q.clone();
    let out = Outputs {
        value: &mut value,
        q: &mut q,
        policy: &mut policy,
    };
    e.evaluate(&P, states, out);
    [value, q, policy].concat()
}

#[test]
fn what_is_remembered_is_what_was_said() {
    let few = states(300, 51);
    let expected = outputs(&noisy(), &few);
    // One place for all, some, and one for each with room to spare.
    for bytes in [0, 10_000, 10_000_000] {
        let cached = Cached::new(&P, noisy(), bytes);
        for _ in 0..3 {
            assert!(outputs(&cached, &few) == expected, "{bytes}");
        }
        let mut value = vec![0; few.len()];
        let out = Outputs {
            value: &mut value,
            ..Outputs::default()
        };
        cached.evaluate(&P, &few, out);
        assert!(value == expected[..few.len()]);
        let hits = cached.remembered();
        let expected = match bytes {
            0 => hits <= 3,
            10_000 => (100..800).contains(&hits),
            // But for the few that share a place.
            _ => (800..=900).contains(&hits),
        };
        assert!(expected, "{hits} hits in {bytes} bytes");
    }
}

#[test]
fn deepening_search_profits_and_finds_the_same() {
    for state in states(3, 52) {
        let plain = Ida::new::<P>(noisy()).run(&P, &state, &Limits::default());
        let cached = Arc::new(Cached::new(&P, noisy(), 1 << 26));
        let search = Ida::new::<P>(cached.clone());
        let outcome = search.run(&P, &state, &Limits::default());
        assert_eq!(outcome.solution, plain.solution);
        assert_eq!(outcome.counters, plain.counters);
        let hits = Evaluator::<P>::remembered(&*cached);
        assert!(hits > plain.counters.evaluated / 20, "{hits}");
    }
}

#[test]
fn differences_are_counted_by_size() {
    let few = states(100, 53);
    let same = Checked::new(table().clone(), table().clone());
    assert!(outputs(&same, &few) == outputs(table(), &few));
    let errors = same.errors();
    let all = 100 * (1 + 2 * P.move_count()) as u64;
    assert_eq!((errors.count(), errors.same(), errors.most), (all, all, 0));

    // The second knows no state further away than a move, and says two moves.
    let blind = Checked::new(table().clone(), Table::upto(&P, 1));
    let mut value = vec![0; few.len()];
    let out = Outputs {
        value: &mut value,
        ..Outputs::default()
    };
    blind.evaluate(&P, &few, out);
    let errors = blind.errors();
    let error = |state| distance(state).saturating_sub(2) as u64 * MOVE_COST as u64;
    assert_eq!(errors.sum, few.iter().map(error).sum::<u64>());
    assert_eq!(u64::from(errors.most), few.iter().map(error).max().unwrap());
    // From 2¹² to 2¹³ − 1 is the class 13: four to seven moves.
    let class = few.iter().filter(|s| (4096..8192).contains(&error(s)));
    assert_eq!(errors.histogram[13], class.count() as u64);
}
