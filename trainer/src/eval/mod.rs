//! How good a network is: greedy descent and beam search on held-out scrambles, and the value
//! head against the truth where that is known.

pub mod beam;
pub mod exact;
pub mod float;
pub mod greedy;

use crate::checkpoint::Score;
use crate::dynamics::Dynamics;
use crate::export::{self, Origin};
use crate::net::Net;
use crate::puzzle::{self, Visitor};
use crate::recipe::Recipe;
use beam::Solved;
use float::Float;
use greedy::ByDepth;
use quarterturn::Puzzle;
use quarterturn::eval::Int8;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Scrambles that the beam search of an evaluation during training is given.
const SCRAMBLES: usize = 10;

/// An evaluation during training.
#[derive(Clone, Debug)]
pub struct HeldOut {
    /// Greedy descent by scramble depth.
    pub greedy: ByDepth,
    /// Beam search on scrambles as long as the training walks, if asked for.
    pub beam: Option<Solved>,
}

impl HeldOut {
    /// The mean length of the beam's solutions, a scramble that is not solved counting as if it had
    /// taken all the moves that were allowed; without a beam the share that greedy descent leaves
    /// unsolved.
    pub fn score(&self) -> Score {
        let Some(beam) = &self.beam else {
            let solved = &self.greedy.solved;
            let mean = solved.iter().sum::<f64>() / solved.len().max(1) as f64;
            return Score {
                benchmark: format!("greedy to depth {}", solved.len()),
                cost: 1.0 - mean,
            };
        };
        let unsolved = (beam.scrambles - beam.solved) * beam::most_moves(beam.depth);
        let moves = beam.mean_length * beam.solved as f64 + unsolved as f64;
        Score {
            benchmark: format!(
                "beam {} on {} scrambles of {}",
                beam.width, beam.scrambles, beam.depth
            ),
            cost: moves / beam.scrambles.max(1) as f64,
        }
    }

    /// One line for people.
    pub fn summary(&self) -> String {
        let greedy = self.greedy.summary();
        match &self.beam {
            Some(b) => format!(
                "{greedy}, beam {}/{} ({:.1})",
                b.solved, b.scrambles, b.mean_length
            ),
            None => greedy,
        }
    }
}

/// Evaluates on fixed held-out scrambles: in integers where the network has such a form, as it
/// will be used, else in float. `None` when `stop` is set meanwhile.
pub fn held_out(
    recipe: &Recipe,
    dynamics: &dyn Dynamics,
    net: &mut dyn Net,
    stop: &Arc<AtomicBool>,
) -> Option<HeldOut> {
    let greedy = greedy::evaluate(dynamics, net, recipe.steps().min(40), stop);
    let beam = (recipe.run.evaluate_width > 0).then(|| {
        let search = Search {
            recipe,
            dynamics,
            net,
            stop,
        };
        puzzle::visit(&recipe.puzzle, search)
    });
    let result = HeldOut {
        greedy,
        beam: beam.flatten().flatten(),
    };
    (!stop.load(Ordering::Relaxed)).then_some(result)
}

struct Search<'a> {
    recipe: &'a Recipe,
    dynamics: &'a dyn Dynamics,
    net: &'a mut dyn Net,
    stop: &'a Arc<AtomicBool>,
}

impl Visitor for Search<'_> {
    type Output = Option<Solved>;

    fn visit<P: Puzzle>(self, puzzle: &P) -> Self::Output {
        let width = self.recipe.run.evaluate_width;
        let depths = [self.recipe.steps() as usize];
        let origin = Origin {
            name: "evaluation".into(),
            recipe: 0,
            examples: 0,
            run: 0,
        };
        // Early in training a weight may not fit the integers yet: then in float.
        let integer = export::encode(self.recipe, self.dynamics.shape(), self.net, origin).ok();
        let integer = integer.and_then(|(file, _)| Int8::load(puzzle, &file).ok());
        let results = match integer {
            Some(int8) => beam::run(puzzle, int8, width, &depths, SCRAMBLES, self.stop),
            None => {
                let float = Float::new(self.net, self.dynamics.device());
                beam::run(puzzle, float, width, &depths, SCRAMBLES, self.stop)
            }
        };
        results.into_iter().next()
    }
}
