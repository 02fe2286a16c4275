//! Exact distances as an evaluator: it stands for a perfect network or, with errors added, for an
//! imperfect one. Searches are tested with it, and it solves small puzzles.

use super::{Evaluator, Heads, MOVE_COST, Outputs};
use crate::parallel;
use quarterturn_core::Puzzle;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// Distances from the goal, by breadth-first search, for every head.
///
/// The policy is the softmax of −Q at a temperature of one move. A copy shares the table.
#[derive(Clone, Debug)]
pub struct Table<P: Puzzle> {
    distances: Arc<HashMap<P::State, u8>>,
    beyond: i32,
    error: i32,
    seed: u64,
}

impl<P: Puzzle> Table<P> {
    /// Distances of all states up to `depth` moves from the goal; all states further
    /// away count as one move further. Memory and time are those of the states enumerated.
    ///
    /// # Panics
    /// When the puzzle has more than one goal. Where moves cannot be undone the distances are those
    /// *from* the goal.
    pub fn upto(puzzle: &P, depth: u8) -> Self {
        let goal = puzzle.goal().expect("a puzzle with one goal");
        let mut distances = HashMap::from([(goal.clone(), 0)]);
        let mut layer = vec![goal];
        for distance in 1..=depth {
            let mut next = Vec::new();
            for state in &layer {
                for mv in puzzle.moves().filter(|&mv| puzzle.allowed(state, mv)) {
                    let child = puzzle.apply(state, mv);
                    if let Entry::Vacant(place) = distances.entry(child.clone()) {
                        place.insert(distance);
                        next.push(child);
                    }
                }
            }
            layer = next;
        }
        Self {
            distances: Arc::new(distances),
            beyond: (i32::from(depth) + 1) * MOVE_COST,
            error: 0,
            seed: 0,
        }
    }

    /// The same table with an error of up to `error` either way, in units of 1/1024 move, that
    /// depends on the state and the seed alone. No cost falls below zero, and the goal keeps its own.
    pub fn with_error(&self, error: u16, seed: u64) -> Self {
        Self {
            error: error.into(),
            seed,
            ..self.clone()
        }
    }

    /// The exact distance of a state, if it is within the depth of the table.
    pub fn distance(&self, state: &P::State) -> Option<usize> {
        self.distances.get(state).map(|&d| d.into())
    }

    /// The cost-to-go, with its error.
    fn cost(&self, puzzle: &P, state: &P::State) -> i32 {
        let exact = self.distance(state);
        let cost = exact.map_or(self.beyond, |d| d as i32 * MOVE_COST);
        if self.error == 0 || cost == 0 {
            return cost;
        }
        let key = (puzzle.key(state) ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let range = 2 * self.error as u64 + 1;
        (cost + ((key >> 32) % range) as i32 - self.error).max(0)
    }
}

impl<P: Puzzle> Evaluator<P> for Table<P> {
    fn heads(&self) -> Heads {
        Heads {
            value: true,
            q: true,
            policy: true,
        }
    }

    fn preferred_batch(&self) -> usize {
        1
    }

    fn evaluate(&self, puzzle: &P, states: &[P::State], out: Outputs<'_>) {
        out.check(puzzle, Evaluator::<P>::heads(self), states.len());
        let each = puzzle.move_count();
        parallel::rows(out.value, 1, &|at, values| {
            for (value, state) in values.iter_mut().zip(&states[at..]) {
                *value = self.cost(puzzle, state);
            }
        });
        parallel::rows(out.q, each, &|at, rows| {
            for (row, state) in rows.chunks_exact_mut(each).zip(&states[at..]) {
                self.row(puzzle, state, row);
            }
        });
        parallel::rows(out.policy, each, &|at, rows| {
            for (row, state) in rows.chunks_exact_mut(each).zip(&states[at..]) {
                self.row(puzzle, state, row);
                let total: f64 = row.iter().map(|&q| (-moves(q)).exp()).sum();
                for cost in row {
                    *cost += (total.ln() * f64::from(MOVE_COST)).round() as i32;
                }
            }
        });
    }

    fn name(&self) -> &str {
        "table"
    }
}

impl<P: Puzzle> Table<P> {
    /// The cost-to-go after each move.
    fn row(&self, puzzle: &P, state: &P::State, row: &mut [i32]) {
        for (mv, cost) in puzzle.moves().zip(row) {
            *cost = self.cost(puzzle, &puzzle.apply(state, mv));
        }
    }
}

fn moves(cost: i32) -> f64 {
    f64::from(cost) / f64::from(MOVE_COST)
}
