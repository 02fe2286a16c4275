//! How many states a second a device evaluates, by the size of the batch.

use quarterturn::eval::{self, Device, Results};
use quarterturn::models::{Model, ModelError};
use quarterturn::puzzles::{Puzzle, Seeded, Text, Visitor};
use web_time::Instant;

/// Different states in a batch; a larger one has them again.
const DIFFERENT: usize = 4096;
/// A batch that would take more than this many times the wanted seconds is not tried.
const PATIENCE: f64 = 8.0;

/// Evaluates each batch size, smallest first, for at least `seconds`; states a second of each. Sizes that
/// would take too long are left out.
///
/// # Errors
/// [`ModelError`] when the model does not serve the puzzle or the device is not there.
pub fn speed(
    puzzle: &Puzzle,
    model: &Model,
    device: Device,
    batches: &[usize],
    seconds: f64,
) -> Result<Vec<(usize, f64)>, ModelError> {
    puzzle.visit(Speed {
        model,
        device,
        batches,
        seconds,
    })
}

struct Speed<'a> {
    model: &'a Model,
    device: Device,
    batches: &'a [usize],
    seconds: f64,
}

impl Visitor for Speed<'_> {
    type Output = Result<Vec<(usize, f64)>, ModelError>;

    fn visit<P: Text>(self, puzzle: &P) -> Self::Output {
        speeds(puzzle, self.model, self.device, self.batches, self.seconds)
    }
}

fn speeds<P: Text>(
    puzzle: &P,
    model: &Model,
    device: Device,
    batches: &[usize],
    seconds: f64,
) -> Result<Vec<(usize, f64)>, ModelError> {
    let network = eval::load_on(puzzle, &model.bytes, device).map_err(ModelError::from)?;
    let mut rng = Seeded::new(1);
    let different: Vec<P::State> = (0..DIFFERENT).map(|_| puzzle.random(&mut rng)).collect();
    let mut batches = batches.to_vec();
    batches.sort_unstable();
    let mut speeds: Vec<(usize, f64)> = Vec::new();
    for batch in batches {
        let slowest = speeds.last().map_or(0.0, |(_, speed)| batch as f64 / speed);
        if slowest > seconds * PATIENCE {
            break;
        }
        let states: Vec<P::State> = different.iter().cycle().take(batch).cloned().collect();
        let mut results = Results::for_all(puzzle, network.heads(), batch);
        // The first call of a size makes what later ones use again.
        network.evaluate(puzzle, &states, results.outputs());
        let (start, mut calls) = (Instant::now(), 0);
        while calls == 0 || start.elapsed().as_secs_f64() < seconds {
            network.evaluate(puzzle, &states, results.outputs());
            calls += 1;
        }
        let speed = (calls * batch) as f64 / start.elapsed().as_secs_f64();
        speeds.push((batch, speed));
    }
    Ok(speeds)
}
