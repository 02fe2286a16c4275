//! The value head against true distances, on puzzles small enough to enumerate.

use quarterturn::Puzzle;
use quarterturn::eval::{Evaluator, MOVE_COST, Outputs};
use std::collections::HashSet;

/// Most states looked at per distance.
const SAMPLE: usize = 2000;

/// The value head at one true distance.
#[derive(Clone, Debug, serde::Serialize)]
pub struct AtDistance {
    /// The true distance, in moves.
    pub distance: usize,
    /// States at that distance.
    pub states: usize,
    /// Mean of the predictions, over a sample.
    pub mean: f64,
    /// Mean absolute error of the predictions, over a sample.
    pub error: f64,
}

/// Enumerates all states of `puzzle` by breadth-first search and asks `evaluator` about some at each
/// distance. Millions of states at most: everything is kept in memory.
pub fn run<P: Puzzle>(puzzle: &P, evaluator: &impl Evaluator<P>) -> Vec<AtDistance> {
    let goal = puzzle.goal().expect("puzzles with one goal are trained");
    let mut seen = HashSet::from([goal]);
    let mut layer = vec![goal];
    let mut results = Vec::new();
    while !layer.is_empty() {
        results.push(measure(puzzle, evaluator, &layer, results.len()));
        let children = layer
            .iter()
            .flat_map(|state| puzzle.moves().map(move |mv| puzzle.apply(state, mv)));
        layer = children.filter(|&child| seen.insert(child)).collect();
    }
    results
}

fn measure<P: Puzzle>(
    puzzle: &P,
    evaluator: &impl Evaluator<P>,
    layer: &[P::State],
    distance: usize,
) -> AtDistance {
    let stride = layer.len().div_ceil(SAMPLE);
    let sample: Vec<P::State> = layer.iter().step_by(stride).copied().collect();
    let mut value = vec![0; sample.len()];
    let out = Outputs {
        value: &mut value,
        ..Outputs::default()
    };
    evaluator.evaluate(puzzle, &sample, out);
    let costs = || value.iter().map(|&v| f64::from(v) / f64::from(MOVE_COST));
    let n = sample.len() as f64;
    AtDistance {
        distance,
        states: layer.len(),
        mean: costs().sum::<f64>() / n,
        error: costs().map(|c| (c - distance as f64).abs()).sum::<f64>() / n,
    }
}
