//! Measures a network: greedy descent and beam search on held-out scrambles, and the value head against
//! true distances where they are known.

pub mod beam;
pub mod exact;
pub mod float;
pub mod greedy;

mod searched;

pub use searched::Searched;

use crate::checkpoint::Score;
use crate::dynamics::Dynamics;
use crate::net::Net;
use crate::recipe::Recipe;
use beam::{Benchmark, Solved};
use greedy::ByDepth;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Scrambles after which an evaluation during training gives up a network that has solved none.
const PATIENCE: usize = 10;

/// An evaluation during training.
#[derive(Clone, Debug)]
pub struct HeldOut {
    /// Greedy descent by scramble depth.
    pub greedy: ByDepth,
    /// Beam search on scrambles as long as the training walks, if asked for.
    pub beam: Option<Solved>,
}

impl HeldOut {
    /// The mean length of the beam's solutions. A scramble that is not solved counts as the most moves allowed.
    /// Without a beam it is the share that greedy descent does not solve.
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

/// Evaluates on fixed held-out scrambles: in integers if the network has such a form, because it will be used
/// so, else in float. Scrambles that are left after the time `most` count as unsolved. `None` if `stop` is set meanwhile.
pub fn held_out(
    recipe: &Recipe,
    dynamics: &dyn Dynamics,
    net: &mut dyn Net,
    stop: &Arc<AtomicBool>,
    most: Option<Duration>,
) -> Option<HeldOut> {
    let started = Instant::now();
    let depth = recipe.steps().min(40) as usize;
    let greedy = greedy::evaluate(dynamics, net, &recipe.net, depth, stop);
    let (width, scrambles) = recipe.benchmark();
    let beam = (width > 0 && scrambles > 0).then(|| {
        let benchmark = Benchmark {
            width,
            depths: vec![recipe.steps() as usize],
            scrambles,
            patience: PATIENCE,
            time: most.map(|most| most.saturating_sub(started.elapsed())),
        };
        let searched = Searched::new(recipe, dynamics, net);
        beam::run(&recipe.puzzle, searched, &benchmark, stop)
    });
    let result = HeldOut {
        greedy,
        beam: beam.flatten().and_then(|all| all.into_iter().next()),
    };
    (!stop.load(Ordering::Relaxed)).then_some(result)
}
