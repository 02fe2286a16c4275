//! What perfect costs must lead to, and what imperfect ones must not spoil.

use super::*;
use quarterturn::Stopped;
use quarterturn::eval::MOVE_COST;

#[test]
fn the_table_says_what_it_knows() {
    let state = &states(1, 1)[0];
    let (mut value, mut q, mut policy) =
        (vec![0; 1], vec![0; P.move_count()], vec![0; P.move_count()]);
    let out = Outputs {
        value: &mut value,
        q: &mut q,
        policy: &mut policy,
    };
    table().evaluate(&P, std::slice::from_ref(state), out);
    assert_eq!(value[0] as usize, distance(state) * MOVE_COST as usize);
    let children = P
        .moves()
        .map(|mv| distance(&P.apply(state, mv)) as i32 * MOVE_COST);
    assert_eq!(q, children.collect::<Vec<_>>());
    let probability = |&cost: &i32| (-f64::from(cost) / f64::from(MOVE_COST)).exp();
    let total: f64 = policy.iter().map(probability).sum();
    assert!((total - 1.0).abs() < 1e-3, "{total}");
    let near = Table::upto(&P, 2);
    assert_eq!(near.distance(state), None);
    assert_eq!(near.distance(&State::SOLVED), Some(0));
}

#[test]
fn errors_are_bounded_and_spare_the_goal() {
    let states = [states(500, 2), vec![State::SOLVED]].concat();
    let value = |table: &Table<P>| {
        let mut value = vec![0; states.len()];
        let out = Outputs {
            value: &mut value,
            ..Outputs::default()
        };
        table.evaluate(&P, &states, out);
        value
    };
    let (exact, noisy) = (value(table()), value(&noisy()));
    let errors: Vec<i32> = exact.iter().zip(&noisy).map(|(a, b)| a - b).collect();
    assert_eq!(errors.last(), Some(&0));
    assert!(errors.iter().all(|e| e.abs() <= 1536));
    assert!(errors.iter().any(|&e| e > 1000) && errors.iter().any(|&e| e < -1000));
    assert_ne!(noisy, value(&table().with_error(1536, 8)));
}

#[test]
fn exact_costs_give_shortest_solutions() {
    for search in all(table()) {
        // The naive path may run in circles.
        let naive = search.name() == "mcts-naive";
        for state in states(20, 3) {
            let outcome = search.run(&P, &state, &Limits::default());
            let length = length(&state, &outcome).expect("solved");
            assert!(
                length == distance(&state) || naive,
                "{}: {length}",
                search.name()
            );
            assert_eq!(outcome.stopped, Stopped::Solved, "{}", search.name());
            let counters = outcome.counters;
            assert!(counters.generated >= length as u64, "{}", search.name());
            assert!(counters.expanded >= 1 && outcome.memory > 0);
        }
    }
}

#[test]
fn noise_costs_moves_but_not_solutions() {
    for search in all(&noisy()) {
        // Descent without a way back may fail, and a path as it was found may be too long.
        let may_fail = ["greedy", "mcts-naive"].contains(&search.name());
        for state in states(10, 4) {
            let outcome = search.run(&P, &state, &Limits::default());
            match length(&state, &outcome) {
                Some(length) => assert!(length >= distance(&state)),
                None => assert!(may_fail, "{}: {:?}", search.name(), outcome.stopped),
            }
        }
    }
}

#[test]
fn a_star_with_exact_costs_expands_the_path_alone() {
    let search = Bwas {
        evaluator: table().clone(),
        lambda: 1.0,
        batch: 1,
    };
    for state in states(20, 5) {
        let outcome = search.run(&P, &state, &Limits::default());
        assert_eq!(outcome.counters.expanded as usize, distance(&state));
    }
}

#[test]
fn a_star_reopens_states_when_costs_mislead() {
    // Costs that are too small by up to a move and a half are admissible but not consistent: the
    // solution is a shortest one only if states met by a detour are opened again.
    let search = |lambda| Bwas {
        evaluator: low(noisy()),
        lambda,
        batch: 1,
    };
    let (mut longer, mut saved) = (0, 0);
    for state in states(20, 6) {
        let best = search(1.0).run(&P, &state, &Limits::default());
        assert_eq!(length(&state, &best), Some(distance(&state)));
        let hasty = search(0.2).run(&P, &state, &Limits::default());
        saved += best.counters.generated as i64 - hasty.counters.generated as i64;
        longer += length(&state, &hasty).unwrap() - distance(&state);
    }
    assert!(
        longer > 0 && saved > 0,
        "a small weight trades length for effort"
    );
}

/// An evaluator whose errors are all on the low side.
fn low(table: Table<P>) -> Saying<impl Fn(&[State], Outputs<'_>) + Send + Sync> {
    let say = move |states: &[State], out: Outputs<'_>| {
        let value = &mut *out.value;
        let values = Outputs {
            value,
            ..Outputs::default()
        };
        table.evaluate(&P, states, values);
        for cost in value {
            *cost = (*cost - 1536).max(0);
        }
    };
    Saying(Heads::VALUE, say)
}

#[test]
fn q_star_evaluates_only_what_it_expands() {
    let search = QStar::new(table().clone());
    for state in states(10, 7) {
        let counters = search.run(&P, &state, &Limits::default()).counters;
        assert_eq!(counters.evaluated, counters.expanded);
    }
}

#[test]
fn the_shortened_path_is_never_longer_than_the_naive_one() {
    let mut saved = 0;
    for state in states(20, 8) {
        // As in the paper, where a long way to the goal is as good as a short one.
        let full = Mcts {
            lambda: Some(0.0),
            ..Mcts::new(noisy())
        };
        let naive = Mcts {
            naive: true,
            ..full.clone()
        };
        let [full, naive] = [&full, &naive].map(|s| s.run(&P, &state, &Limits::default()));
        assert_eq!(full.counters, naive.counters, "the same tree");
        let [full, naive] = [full, naive].map(|o| length(&state, &o).unwrap());
        assert!(full <= naive);
        saved += naive - full;
    }
    assert!(saved > 0);
}

/// With rewards of an exact table the way is found, though far from the goal W stays 0 and only priors lead.
#[test]
fn tree_search_as_published_finds_and_shortens() {
    for paper in [Published::Deepcube, Published::Cube2Report] {
        for state in states(10, 12) {
            let full = Mcts {
                published: Some(paper),
                temperature: 0.25,
                batch: 1,
                ..Mcts::new(table().clone())
            };
            let naive = Mcts {
                naive: true,
                ..full.clone()
            };
            let limits = Limits::default();
            let [full, naive] = [&full, &naive].map(|s| s.run(&P, &state, &limits));
            assert_eq!(full.counters, naive.counters, "the same tree");
            // The goal is evaluated like any other leaf, but not expanded.
            assert_eq!(full.counters.evaluated, full.counters.expanded + 1);
            let [full, naive] = [full, naive].map(|o| length(&state, &o).unwrap());
            assert!(distance(&state) <= full && full <= naive);
        }
    }
}

#[test]
fn a_split_bounds_what_each_state_contributes() {
    let by_q = Beam {
        split: 1,
        ..Beam::new::<P>(table().clone(), 50)
    };
    let by_value = Beam {
        split: 1,
        ..Beam::new::<P>(low(table().clone()), 50)
    };
    for state in states(10, 9) {
        let outcome = by_q.run(&P, &state, &Limits::default());
        assert_eq!(length(&state, &outcome), Some(distance(&state)));
        let counters = outcome.counters;
        assert_eq!(counters.generated, counters.expanded, "a child each");
        let outcome = by_value.run(&P, &state, &Limits::default());
        assert_eq!(length(&state, &outcome), Some(distance(&state)));
        // Never more states than at the root, and each of them expanded whole.
        assert_eq!(outcome.counters.expanded as usize, distance(&state));
    }
}

/// λ = 0.6 takes a detour near the goal for as good as a state that is still to be expanded.
#[test]
fn tree_search_is_careful_near_the_goal() {
    let (mut default, mut hasty) = (0, 0);
    for state in states(60, 11) {
        let careful = Mcts::new(table().with_error(3000, 1));
        let less = Mcts {
            lambda: Some(0.6),
            ..careful.clone()
        };
        default += length(&state, &careful.run(&P, &state, &Limits::default())).unwrap();
        hasty += length(&state, &less.run(&P, &state, &Limits::default())).unwrap();
    }
    assert!(default < hasty, "{default} {hasty}");
}

#[test]
fn tree_search_that_counts_moves_and_explores_nothing_is_a_star() {
    let search = Mcts {
        lambda: Some(1.0),
        exploration: 0.0,
        batch: 1,
        ..Mcts::new(low(noisy()))
    };
    for state in states(20, 10) {
        let outcome = search.run(&P, &state, &Limits::default());
        assert_eq!(length(&state, &outcome), Some(distance(&state)));
    }
}
