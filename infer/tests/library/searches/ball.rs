//! A beam that ends at a ball around the goal.

use super::*;
use quarterturn::costs::MoveCosts;
use quarterturn::search::Nearby;
use quarterturn::search::ball::Size;
use std::sync::Arc;

fn with_ball(width: usize, table: Table<P>, radius: usize) -> Beam<Table<P>> {
    Beam {
        ball: Some(Arc::new(Nearby::new(Size::Radius(radius)))),
        ..Beam::new::<P>(table, width)
    }
}

#[test]
fn it_costs_no_move_and_saves_evaluations() {
    for rank in [Rank::Value, Rank::Q] {
        let network = table().with_error(3000, 1);
        let plain = Beam {
            rank,
            ..Beam::new::<P>(network.clone(), 30)
        };
        for radius in [1, 4, 7] {
            let beam = Beam {
                rank,
                ..with_ball(30, network.clone(), radius)
            };
            for state in states(20, 81) {
                let [without, with] = [&plain, &beam].map(|beam| {
                    let outcome = beam.run(&P, &state, &Limits::default());
                    let length = length(&state, &outcome);
                    (length.unwrap_or(usize::MAX), outcome.counters.evaluated)
                });
                assert!(with.0 <= without.0);
                assert!(with.1 < without.1);
            }
        }
    }
}

#[test]
fn states_inside_need_no_network() {
    let beam = with_ball(1, table().with_error(30_000, 2), 6);
    for moves in 1..=6 {
        let state = near(moves, 82);
        let outcome = beam.run(&P, &state, &Limits::default());
        assert_eq!(length(&state, &outcome), Some(distance(&state)));
        assert_eq!(outcome.counters.evaluated, 0);
        // One that must be shorter there is not.
        let limits = Limits {
            max_length: distance(&state) - 1,
            ..Limits::default()
        };
        let outcome = beam.run(&P, &state, &limits);
        assert_eq!(
            (outcome.solution, outcome.stopped),
            (None, quarterturn::Stopped::Exhausted)
        );
    }
}

/// The longest solution allowed is found, and none beyond.
#[test]
fn it_heeds_the_maximum_length() {
    let beam = with_ball(20_000, table().clone(), 4);
    for state in states(10, 83) {
        let distance = distance(&state);
        for most in [distance, distance - 1] {
            let limits = Limits {
                max_length: most,
                ..Limits::default()
            };
            let outcome = beam.run(&P, &state, &limits);
            let expected = (most == distance).then_some(distance);
            assert_eq!(length(&state, &outcome), expected);
        }
    }
}

/// Distances say nothing where moves differ in cost.
#[test]
fn it_is_not_used_where_moves_differ_in_cost() {
    let costs = MoveCosts::parse(&P, "quarter = 1\n[moves]\n\"R\" = 9\n").unwrap();
    let limits = Limits {
        costs: Some(Arc::new(costs)),
        ..Limits::default()
    };
    let network = noisy();
    let plain = Beam::new::<P>(network.clone(), 100);
    let beam = with_ball(100, network, 6);
    for state in [near(4, 84), near(9, 84)] {
        let [without, with] = [&plain, &beam].map(|beam| beam.run(&P, &state, &limits));
        assert_eq!(with.solution, without.solution);
        assert_eq!(with.counters, without.counters);
        assert!(with.solution.is_some());
    }
}

#[test]
fn its_memory_is_counted() {
    let beam = with_ball(64, noisy(), 7);
    let plain = Beam::new::<P>(noisy(), 64);
    let state = states(1, 85)[0];
    let [with, without] = [&beam, &plain].map(|beam| {
        // Once more, when it is made already.
        beam.run(&P, &state, &Limits::default());
        beam.run(&P, &state, &Limits::default()).memory
    });
    assert!(with > without);
}
