//! Every search with any settings, limits and prices, guided by odd evaluators and networks.

use super::bytes::Bytes;
use super::odd::evaluator;
use quarterturn::costs::MoveCosts;
use quarterturn::eval::{Cached, Evaluator};
use quarterturn::limits::{Limits, Stopped};
use quarterturn::outcome::Outcome;
use quarterturn::search::{
    Anytime, Beam, Bidirectional, Bwas, Greedy, Ida, Mcts, QStar, Rank, Search, improve,
};
use quarterturn_core::cube::{Cube2Htm, Cube2Qtm, Cube3Htm, Cube3Qtm};
use quarterturn_core::notation::write_moves;
use quarterturn_core::{Move, Puzzle};
use quarterturn_support::judge::{self, Answer, PUZZLES, Prices, judge};
use quarterturn_support::model::Model;
use std::sync::Arc;
use std::time::Duration;

/// Solves a state and has the answer judged by the sticker model.
pub fn search(bytes: &[u8]) {
    let mut input = Bytes(bytes);
    match input.below(4) {
        0 => one(&Cube3Qtm, &mut input, PUZZLES[0]),
        1 => one(&Cube3Htm, &mut input, PUZZLES[1]),
        2 => one(&Cube2Qtm, &mut input, PUZZLES[2]),
        _ => one(&Cube2Htm, &mut input, PUZZLES[3]),
    }
}

fn one<P: Puzzle>(puzzle: &P, input: &mut Bytes<'_>, judged: judge::Puzzle) {
    let Some(mut evaluator) = evaluator(puzzle, input) else {
        return;
    };
    if input.below(8) == 1 {
        evaluator = Arc::new(Cached::new(puzzle, evaluator, 1 << input.below(16)));
    }
    let Some(search) = build::<P>(input, evaluator) else {
        return;
    };
    let prices = prices(puzzle, input);
    let mut limits = limits(puzzle, input, prices.as_ref());
    if cfg!(fuzzing) && search.name().starts_with("mcts") {
        // Simulations in circles expand no state: 0.1 s of them say no more than 5 ms.
        limits.time.get_or_insert(Duration::from_millis(5));
    }
    let mut state = (puzzle.goal().expect("one goal"), Model::default());
    let mut back = Vec::new();
    for _ in 0..input.below(16) {
        let mv = Move(input.below(puzzle.move_count()) as u8);
        state.0 = puzzle.apply(&state.0, mv);
        turn(puzzle, &mut state.1, mv);
        back.insert(0, puzzle.undo(mv).expect("a turn back"));
    }
    let outcome = if input.below(8) == 1 && limits.costs.is_none() {
        let windows = [(&Bidirectional as &dyn Search<P>, 3), (&*search, 6)];
        limits.max_length = back.len();
        improve(puzzle, &state.0, &back, &windows, &limits)
    } else {
        search.run(puzzle, &state.0, &limits)
    };
    check(puzzle, &outcome, judged, &limits, prices.as_ref(), &state.1);
}

fn check<P: Puzzle>(
    puzzle: &P,
    outcome: &Outcome,
    judged: judge::Puzzle,
    limits: &Limits,
    prices: Option<&Prices>,
    state: &Model,
) {
    let solved = state.is_solved(judged.small);
    assert!(!solved || outcome.solution.as_deref() == Some(&[]));
    assert!(limits.memory.is_none_or(|most| outcome.memory <= most));
    assert_ne!(outcome.stopped.name(), "wrong");
    let Some(moves) = &outcome.solution else {
        return assert_ne!(outcome.stopped, Stopped::Solved);
    };
    assert!(moves.len() <= limits.max_length);
    let mut text = String::new();
    write_moves(puzzle, moves.iter().copied(), &mut text).expect("a string takes all");
    let answer = Answer {
        solution: text,
        length: Some(moves.len()),
        cost: limits.costs.as_ref().and_then(|costs| costs.total(moves)),
    };
    assert_eq!(answer.cost.is_some(), prices.is_some());
    assert_eq!(judge(judged, prices, state, &answer), Ok(()), "{answer:?}");
}

fn turn<P: Puzzle>(puzzle: &P, model: &mut Model, mv: Move) {
    let name = puzzle.move_name(mv);
    let quarters = [("2", 2), ("'", 3)]
        .iter()
        .find(|end| name.ends_with(end.0));
    model.turn(name.as_bytes()[0].into(), quarters.map_or(1, |end| end.1));
}

fn limits<P: Puzzle>(puzzle: &P, input: &mut Bytes<'_>, prices: Option<&Prices>) -> Limits {
    let costs = prices.map(|prices| {
        let costs = MoveCosts::parse(puzzle, &prices.toml());
        Arc::new(costs.expect("prices of moves"))
    });
    Limits {
        // Few, so that there can be many searches.
        nodes: Some(1 + u64::from(input.byte())),
        time: (input.below(16) == 1).then(|| Duration::from_micros(input.byte().into())),
        memory: input.maybe(|input| 1 << input.below(24)),
        max_length: input.pick(&[100, 0, 1, 3, 10, 40]),
        target_length: (input.below(4) == 1).then(|| input.below(12)),
        costs,
        ..Limits::default()
    }
}

/// Prices from the least to the most that there may be; at least one move is allowed.
fn prices<P: Puzzle>(puzzle: &P, input: &mut Bytes<'_>) -> Option<Prices> {
    input.maybe(|input| {
        let some = [
            Some(1.0),
            Some(0.5),
            Some(3.0),
            Some(1000.0),
            Some(1.0 / 1024.0),
            None,
        ];
        let mut list: Vec<(String, Option<f64>)> = puzzle
            .moves()
            .map(|mv| (puzzle.move_name(mv).to_owned(), input.pick(&some)))
            .collect();
        if list.iter().all(|(_, price)| price.is_none()) {
            list[0].1 = Some(1.0);
        }
        Prices(list)
    })
}

/// A search that this evaluator can guide.
fn build<P: Puzzle>(
    input: &mut Bytes<'_>,
    evaluator: Arc<dyn Evaluator<P>>,
) -> Option<Box<dyn Search<P>>> {
    let heads = evaluator.heads();
    let kind = input.below(9);
    let lambda = input.pick(&[0.6_f32, 0.0, 1.0, 0.1]);
    let batch = input.pick(&[1_usize, 2, 7, 64]);
    let ranks = [
        (Rank::Value, heads.value),
        (Rank::Q, heads.q),
        (Rank::Policy, heads.policy),
    ];
    let ranks: Vec<Rank> = ranks.into_iter().filter(|r| r.1).map(|r| r.0).collect();
    let rank = input.pick(&ranks);
    Some(match kind {
        0 | 1 => {
            let width = input.pick(&[1, 2, 5, 30, 200]);
            let shortlist = input.pick(&[2.0_f32, 1.0, 64.0]);
            let split = input.pick(&[usize::MAX, 1, 2]);
            let make = move |times: usize| -> Box<dyn Search<P>> {
                let new = Beam::new::<P>(evaluator.clone(), width * times.min(16));
                Box::new(Beam {
                    rank,
                    shortlist,
                    split,
                    ..new
                })
            };
            if kind == 0 {
                return Some(make(1));
            }
            let mut search = Anytime::new(make);
            search.attempts = 1 + input.below(6);
            search.views = 1 + input.below(4);
            search.sweep = 1 + input.below(3);
            Box::new(search)
        }
        2 | 3 if heads.value => {
            let new = if kind == 2 {
                Bwas::new(evaluator)
            } else {
                Bwas::greedy(evaluator)
            };
            Box::new(Bwas {
                lambda,
                batch,
                ..new
            })
        }
        4 if heads.q => {
            let new = QStar::new(evaluator);
            Box::new(QStar {
                lambda,
                batch,
                ..new
            })
        }
        5 if heads.value => Box::new(Mcts {
            lambda: Some(lambda),
            batch,
            exploration: input.pick(&[0.5, 0.0, 1e6]),
            virtual_loss: input.pick(&[1.0, 0.0, 1e6]),
            temperature: input.pick(&[1.0, 0.001, 1e6]),
            workers: 1 + input.below(4),
            naive: input.below(2) == 1,
            ..Mcts::new(evaluator)
        }),
        6 if rank != Rank::Policy => {
            let new = Ida::new::<P>(evaluator);
            Box::new(Ida {
                by: rank,
                front: batch,
                ..new
            })
        }
        7 => {
            let new = Greedy::new::<P>(evaluator);
            Box::new(Greedy { by: rank, ..new })
        }
        8 => Box::new(Bidirectional),
        _ => return None,
    })
}
