//! Searches for cheap solutions, against the exact costs of all states.

use super::*;
use quarterturn::Stopped;
use quarterturn::costs::MoveCosts;
use quarterturn::eval::MOVE_COST;
use quarterturn::search::cheapest;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;

/// One direction of R is forbidden and F is expensive, so that detours pay.
const ROBOT: &str = "moves.\"R'\" = inf\nfaces.F = 4\nmoves.U = 0.5";

fn costs(text: &str) -> Arc<MoveCosts> {
    Arc::new(MoveCosts::parse(&P, text).unwrap())
}

fn priced(costs: &Arc<MoveCosts>) -> Limits {
    Limits {
        costs: Some(costs.clone()),
        ..Limits::default()
    }
}

/// The least cost of solving each state, in units of 1/1024, by Dijkstra's algorithm from the goal.
struct Exact {
    of: HashMap<State, u32>,
    mean: u32,
}

fn exact() -> &'static Exact {
    static EXACT: OnceLock<Exact> = OnceLock::new();
    EXACT.get_or_init(|| {
        let costs = costs(ROBOT);
        let mut of = HashMap::from([(State::SOLVED, 0)]);
        let mut queue = BinaryHeap::from([Reverse((0, State::SOLVED))]);
        while let Some(Reverse((cost, state))) = queue.pop() {
            if of[&state] < cost {
                continue;
            }
            // A move that leads here is undone on the way from the goal.
            for mv in P.moves() {
                let Some(price) = costs.of(mv) else { continue };
                let before = P.apply(&state, P.undo(mv).unwrap());
                let known = of.entry(before).or_insert(u32::MAX);
                if cost + price < *known {
                    *known = cost + price;
                    queue.push(Reverse((cost + price, before)));
                }
            }
        }
        Exact {
            of,
            mean: costs.mean(),
        }
    })
}

impl Exact {
    fn cost(&self, state: &State) -> u64 {
        self.of[state].into()
    }
}

/// What a network would say that knows the costs: in moves, rounded down so as never to exceed them.
fn knowing() -> Saying<impl Fn(&[State], Outputs<'_>) + Send + Sync> {
    let say = |states: &[State], out: Outputs<'_>| {
        let moves = |state: &State| {
            let cost = exact().cost(state) * MOVE_COST as u64;
            (cost / u64::from(exact().mean)) as i32
        };
        for (value, state) in out.value.iter_mut().zip(states) {
            *value = moves(state);
        }
        let rows = out.q.chunks_exact_mut(P.move_count()).zip(states);
        for (row, state) in rows {
            for (q, mv) in row.iter_mut().zip(P.moves()) {
                *q = moves(&P.apply(state, mv));
            }
        }
    };
    let heads = Heads {
        policy: false,
        ..ALL_HEADS
    };
    Saying(heads, say)
}

/// Each search that heeds costs.
fn heeding<E: Evaluator<P> + Clone + 'static>(e: E) -> Vec<Box<dyn Search<P>>> {
    vec![
        Box::new(Beam::new::<P>(e.clone(), 64)),
        Box::new(Beam {
            rank: Rank::Q,
            ..Beam::new::<P>(e.clone(), 64)
        }),
        Box::new(Bwas {
            evaluator: e.clone(),
            lambda: 1.0,
            batch: 1,
        }),
        Box::new(QStar {
            evaluator: e.clone(),
            lambda: 1.0,
            batch: 1,
        }),
        Box::new(Ida::new::<P>(e.clone())),
        Box::new(Anytime::new(move |times| {
            Box::new(Beam::new::<P>(e.clone(), 16 * times))
        })),
    ]
}

/// The cost of the solution in an outcome, in units of 1/1024.
fn cost(state: &State, outcome: &Outcome, costs: &MoveCosts) -> u64 {
    assert!(length(state, outcome).is_some());
    let moves = outcome.solution.as_ref().unwrap();
    costs.sum(moves).expect("no move of it is forbidden")
}

#[test]
fn exact_costs_lead_to_cheapest_solutions() {
    let costs = costs(ROBOT);
    for search in heeding(Arc::new(knowing())) {
        let mut detours = 0;
        for state in states(20, 41) {
            let outcome = search.run(&P, &state, &priced(&costs));
            assert_eq!(outcome.stopped, Stopped::Solved, "{}", search.name());
            let found = cost(&state, &outcome, &costs);
            assert_eq!(found, exact().cost(&state), "{}", search.name());
            detours += length(&state, &outcome).unwrap() - distance(&state);
        }
        assert!(detours > 20, "{}: {detours}", search.name());
    }
}

#[test]
#[ignore = "slow: tests/run has it"]
fn costs_that_mislead_cost_something_but_no_forbidden_move() {
    let costs = costs(ROBOT);
    for search in heeding(noisy()) {
        let mut extra = 0;
        for state in states(5, 42) {
            let limits = Limits {
                nodes: Some(100_000),
                ..priced(&costs)
            };
            let outcome = search.run(&P, &state, &limits);
            if outcome.solution.is_some() {
                extra += cost(&state, &outcome, &costs) - exact().cost(&state);
            }
        }
        assert!(extra > 0, "{}", search.name());
    }
}

#[test]
fn where_all_moves_cost_the_same_the_cheapest_is_the_shortest() {
    let costs = costs("quarter = 2");
    for search in heeding(table().clone()) {
        for state in states(5, 43) {
            let outcome = search.run(&P, &state, &priced(&costs));
            let best = distance(&state);
            assert_eq!(length(&state, &outcome), Some(best), "{}", search.name());
            assert_eq!(cost(&state, &outcome, &costs), 2 * 1024 * best as u64);
        }
    }
}

#[test]
fn a_solution_with_a_forbidden_move_is_none() {
    // These do not heed costs, and their shortest solution is not allowed.
    let costs = costs("moves.R = inf");
    let r = P.moves().find(|&mv| P.move_name(mv) == "R").unwrap();
    let state = P.apply(&State::SOLVED, P.undo(r).unwrap());
    let outcome = Bidirectional.run(&P, &state, &priced(&costs));
    assert_eq!(outcome.solution, None);
    let outcome = Bwas::new(table().clone()).run(&P, &state, &priced(&costs));
    assert_eq!(length(&state, &outcome), Some(3), "the other way round");
}

#[test]
fn a_search_by_cost_is_never_worse_than_the_plain_one() {
    let costs = costs("faces.F = 3\nfaces.R = 0.7\nmoves.U = 0.4");
    for search in heeding(noisy()) {
        let mut saved = 0;
        for state in states(6, 44) {
            let limits = |costs: Option<&Arc<MoveCosts>>| Limits {
                nodes: Some(400_000),
                costs: costs.cloned(),
                ..Limits::default()
            };
            let plain = Limits {
                nodes: Some(100_000),
                ..limits(None)
            };
            let plain = search.run(&P, &state, &plain);
            let by_cost = cheapest(&P, &state, search.as_ref(), &limits(Some(&costs)));
            if plain.solution.is_some() {
                let [plain, by_cost] = [plain, by_cost].map(|o| cost(&state, &o, &costs));
                assert!(by_cost <= plain, "{}: {by_cost} > {plain}", search.name());
                saved += plain - by_cost;
            }
        }
        assert!(saved > 0, "{}", search.name());
    }
}

#[test]
fn two_moves_stay_where_one_is_extra() {
    let half = quarterturn::core::cube::Cube2Htm;
    let costs = |text: &str| Arc::new(MoveCosts::parse(&half, text).unwrap());
    let solved = |text: &str, scramble: &str| {
        let table = Table::upto(&half, 3);
        let mv = half.moves().find(|&mv| half.move_name(mv) == scramble);
        let limits = Limits {
            costs: Some(costs(text)),
            ..Limits::default()
        };
        let state = half.apply(&State::SOLVED, mv.unwrap());
        let beam = Beam::new::<quarterturn::core::cube::Cube2Htm>(table, 64);
        let moves = beam.run(&half, &state, &limits).solution.unwrap();
        let names: Vec<&str> = moves.iter().map(|&mv| half.move_name(mv)).collect();
        names.join(" ")
    };
    assert_eq!(solved("half = 1.5", "R2"), "R2");
    assert!(["R R", "R' R'"].contains(&&*solved("half = 2.5", "R2")));
    assert_eq!(solved("moves.\"R'\" = 5", "R"), "R R2");
}

/// A beam of one state and its double fail; four times as wide it does not.
#[test]
fn where_nothing_is_found_beams_widen() {
    let costs = costs("moves.\"R'\" = inf\nfaces.F = 4");
    let narrow = Beam::new::<P>(noisy(), 2);
    let wider = Anytime::new(|times| Box::new(Beam::new::<P>(noisy(), 2 * times)) as _);
    let mut missed = 0;
    for state in states(10, 45) {
        missed += usize::from(narrow.run(&P, &state, &priced(&costs)).solution.is_none());
        let outcome = cheapest(&P, &state, &wider, &priced(&costs));
        cost(&state, &outcome, &costs);
    }
    assert!(missed > 0);
}
