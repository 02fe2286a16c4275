//! The value head against true distances, on puzzles small enough to enumerate.

use super::Searched;
use crate::dynamics::whole::layers;
use crate::puzzle::{self, Visitor};
use quarterturn::eval::{Evaluator, MOVE_COST, Outputs};
use quarterturn::puzzles::Text;
use quarterturn_core::Puzzle;

/// Families of puzzles of a few million states at most.
const SMALL: &[&str] = &["cube2", "puzzle8", "lightsout3", "lightsout4"];

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

/// Enumerates all states of the puzzle of that name by breadth-first search and asks the network
/// about some at each distance. `None` when the puzzle is too large, for everything is kept in
/// memory, or the network has no value head.
pub fn run(puzzle: &str, searched: Searched<'_>) -> Option<Vec<AtDistance>> {
    puzzle::visit(puzzle, Run(searched)).flatten()
}

struct Run<'a>(Searched<'a>);

impl Visitor for Run<'_> {
    type Output = Option<Vec<AtDistance>>;

    fn visit<P: Text>(self, puzzle: &P) -> Self::Output {
        let goal = puzzle.goal()?;
        let evaluator = self.0.evaluator(puzzle);
        if !SMALL.contains(&Puzzle::family(puzzle)) || !evaluator.heads().value {
            return None;
        }
        let layers = layers(puzzle, &goal)?;
        let measured = layers.iter().zip(0..);
        let measured = measured.map(|(layer, at)| measure(puzzle, &evaluator, layer, at));
        Some(measured.collect())
    }
}

fn measure<P: Puzzle>(
    puzzle: &P,
    evaluator: &impl Evaluator<P>,
    layer: &[P::State],
    distance: usize,
) -> AtDistance {
    let stride = layer.len().div_ceil(SAMPLE);
    let sample: Vec<P::State> = layer.iter().step_by(stride).cloned().collect();
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
