//! How many states a second a device evaluates, by the size of the batch.

use quarterturn::eval::{self, Device, Evaluator, Results};
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
        let network = eval::load_on(puzzle, &self.model.bytes, self.device);
        let network = network.map_err(ModelError::from)?;
        Ok(speed_of(puzzle, &*network, self.batches, self.seconds))
    }
}

/// The same for any evaluator.
pub fn speed_of<P: Text>(
    puzzle: &P,
    evaluator: &dyn Evaluator<P>,
    batches: &[usize],
    seconds: f64,
) -> Vec<(usize, f64)> {
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
        // Small batches take turns: a state that comes again and again finds its tables near the processor.
        let turn = batch.max(DIFFERENT) / batch * batch;
        let states: Vec<P::State> = different.iter().cycle().take(turn).cloned().collect();
        let mut results = Results::for_all(puzzle, evaluator.heads(), batch);
        let mut evaluate = || {
            for states in states.chunks(batch) {
                evaluator.evaluate(puzzle, states, results.outputs());
            }
        };
        // The first call of a size makes what later ones use again.
        evaluate();
        let (start, mut turns) = (Instant::now(), 0);
        while turns == 0 || start.elapsed().as_secs_f64() < seconds {
            evaluate();
            turns += 1;
        }
        let speed = (turns * turn) as f64 / start.elapsed().as_secs_f64();
        speeds.push((batch, speed));
    }
    speeds
}
