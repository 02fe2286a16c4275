//! The search by cost, with costs of moves on top of exact distances.

use crate::*;
use quarterturn::costs::MoveCosts;
use quarterturn::search::Priced;

fn priced(costs: &str) -> Priced<Table<P>> {
    Priced {
        evaluator: table().clone(),
        costs: MoveCosts::parse::<P>(costs).unwrap(),
        lambda: 1.0,
        batch: 1,
    }
}

#[test]
fn where_all_moves_cost_the_same_the_cheapest_is_the_shortest() {
    let search = priced("quarter = 2");
    for state in states(10, 41) {
        let outcome = search.run(&state, &Limits::default());
        assert_eq!(length(&state, &outcome), Some(distance(&state)));
        let cost = search.costs.total(&outcome.solution.unwrap());
        assert_eq!(cost, Some(2.0 * distance(&state) as f64));
    }
}

#[test]
fn forbidden_moves_are_not_made_and_dear_ones_avoided() {
    let search = priced("moves.\"R'\" = inf\nfaces.F = 4");
    let mut cheaper = 0;
    for state in states(10, 42) {
        let outcome = search.run(&state, &Limits::default());
        assert!(length(&state, &outcome).is_some());
        let cost = search.costs.total(&outcome.solution.unwrap());
        let cost = cost.expect("no move of it is forbidden");
        let shortest = Search::<P>::run(&Bidirectional, &state, &Limits::default());
        match search.costs.total(&shortest.solution.unwrap()) {
            Some(other) => cheaper += usize::from(cost < other),
            None => cheaper += 1,
        }
    }
    assert!(cheaper > 5, "{cheaper} of 10");
}
