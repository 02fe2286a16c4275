//! Networks serve their puzzle by any definition: stickers and moves may have other names and another order.

use quarterturn::Solver;
use quarterturn::puzzles::{Puzzle, Tables};
use quarterturn::solver::{SearchKind, Solution};
use std::sync::{Arc, Mutex};

/// A puzzle with its stickers and moves in the reverse order, by other names.
fn foreign(name: &str) -> Tables {
    let own = Puzzle::named(name).unwrap().described().unwrap().tables;
    let last = own.stickers() as u16 - 1;
    let turned = |from: &Vec<u16>| from.iter().rev().map(|&at| last - at).collect();
    let moves = own.moves.iter().rev().enumerate();
    Tables {
        colours: own.colours.iter().rev().copied().collect(),
        moves: moves
            .map(|(nth, (_, from))| (format!("m{nth}"), turned(from)))
            .collect(),
    }
}

fn guided(solver: &Solver) -> bool {
    solver.model().is_some() && solver.made().networks == 1
}

#[test]
fn a_network_guides_the_same_puzzle_by_another_definition() {
    for (name, model) in [("cube2", "cube2-base"), ("jewel", "jewel-base")] {
        let puzzle = Puzzle::of(&foreign(name)).unwrap();
        let solver = Solver::builder().puzzle(&puzzle).model(model);
        let solver = solver.build().unwrap();
        for seed in 0..3 {
            let state = puzzle.scramble(seed, 7).state;
            let told = Arc::new(Mutex::new(Vec::new()));
            let better = told.clone();
            let request = solver.request_for(state.clone()).width(512);
            let request = request.on_better(move |found| {
                better.lock().unwrap().push(found.solution);
            });
            let answer = request.run().unwrap();
            let text = answer.solution.as_ref().map(Solution::text).unwrap();
            assert!(state.apply(text).unwrap().is_solved(), "{name}: {text}");
            assert_eq!(told.lock().unwrap().last(), answer.solution.as_ref());
            // The text alone says the same.
            let answer = solver.solve(&state.to_string()).unwrap();
            let text = answer.solution.unwrap();
            assert!(
                state.apply(text.text()).unwrap().is_solved(),
                "{name}: {text}"
            );
        }
        // Prices, targets and searches without a network are those of the definition too.
        let state = puzzle.scramble(9, 5).state;
        let goal = puzzle.read("m1 m0 m3").unwrap();
        let request = || solver.request_for(state.clone());
        let answer = request().width(512).target("m1 m0 m3").run().unwrap();
        assert_eq!(state.apply(answer.solution.unwrap().text()).unwrap(), goal);
        let costs = puzzle.costs("[moves]\nm0 = 2.5\n").unwrap();
        let answer = request().width(512).costs(costs.clone()).run().unwrap();
        let solution = answer.solution.unwrap();
        let moves = puzzle.moves_of(solution.text()).unwrap();
        assert_eq!(solution.cost(), costs.total(&moves));
        let exact = request().search(SearchKind::Bidirectional).run().unwrap();
        assert!(exact.optimal && exact.length().unwrap() <= 5);
        assert!(guided(&solver), "{name}");
    }
}

/// Where stickers look alike, the network of the puzzle where all differ may have another definition too.
#[test]
fn a_network_of_the_finer_puzzle_serves_by_another_definition() {
    let mut tables = foreign("cube2");
    // Two pieces look alike.
    tables.colours.copy_within(0..3, 3);
    let puzzle = Puzzle::of(&tables).unwrap();
    let solver = Solver::builder().puzzle(&puzzle).model("cube2-base");
    let solver = solver.build().unwrap();
    let state = puzzle.scramble(1, 8).state;
    let answer = solver.request_for(state.clone()).width(512).run().unwrap();
    assert!(
        state
            .apply(answer.solution.unwrap().text())
            .unwrap()
            .is_solved()
    );
    assert!(guided(&solver));
    // Another puzzle is refused as before.
    let ring = Puzzle::parse(b"turn:=(1,2,3,4,5); swap:=(1,2);").unwrap();
    let refused = Solver::builder().puzzle(&ring).model("cube2-base").build();
    assert_eq!(refused.unwrap_err().code(), "other-puzzle");
}

/// A puzzle that leaves places open is solved by exact search in no more moves than the puzzle, and ends beside the goal.
#[test]
fn a_puzzle_within_some_places_ends_beside_the_goal() {
    let rings = Puzzle::parse(b"l:=(1,2,3,4,5,6); r:=(1,7,8)(4,9); ip:=[[1,2,3],[4,5,6],[7,8,9]];");
    let rings = rings.unwrap();
    let near = rings.within(2).unwrap();
    assert!(near.solved().is_none() && near.id() == rings.id());
    let solver = Solver::new(&rings).unwrap();
    for seed in 0..8 {
        let text = rings.random(seed).to_string();
        let [whole, open] = [&rings, &near].map(|puzzle| {
            let state = puzzle.read(&text).unwrap();
            let request = solver.request_for(state.clone());
            let answer = request.search(SearchKind::Bidirectional).run().unwrap();
            assert!(answer.optimal);
            let end = state
                .apply(answer.solution.as_ref().map(Solution::text).unwrap())
                .unwrap();
            assert!(end.is_solved());
            let differ = |goal: String| {
                let end = end.to_string();
                let places = end.split(' ').zip(goal.split(' '));
                places.filter(|(a, b)| a != b).count()
            };
            (
                answer.length().unwrap(),
                differ(rings.solved().unwrap().to_string()),
            )
        });
        assert_eq!(whole.1, 0);
        assert!(open.0 <= whole.0 && open.1 <= 2, "{open:?} {whole:?}");
    }
    assert!(Puzzle::named("puzzle15").unwrap().within(1).is_none());
}
