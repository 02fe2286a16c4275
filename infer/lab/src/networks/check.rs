//! Two evaluators asked the same: kernels against the portable one, a network against another.

use quarterturn::eval::{self, Checked, Device, Errors, Evaluator, Int8, Results};
use quarterturn::models::{Model, ModelError};
use quarterturn::puzzles::{Puzzle, Seeded, Text, Visitor};
use quarterturn_core::net::batch::Kernel;

/// What a model is compared with.
#[derive(Clone, Copy, Debug)]
pub enum Against<'a> {
    /// Itself: one kernel with another.
    Kernels(Kernel, Kernel),
    /// Itself: a device with our own code on the processor.
    Device(Device),
    /// Another model.
    Model(&'a Model),
}

/// Scrambles beyond this are as good as random.
const LONGEST: usize = 30;

/// Compares all outputs over `count` states: half of them uniformly random, half scrambled by 0 to
/// 30 moves, the same ones each time.
///
/// # Errors
/// [`ModelError`] when a model does not serve the puzzle.
pub fn check(
    puzzle: &Puzzle,
    model: &Model,
    against: Against<'_>,
    count: usize,
) -> Result<Errors, ModelError> {
    puzzle.visit(Check {
        model,
        against,
        count,
    })
}

struct Check<'a> {
    model: &'a Model,
    against: Against<'a>,
    count: usize,
}

impl Visitor for Check<'_> {
    type Output = Result<Errors, ModelError>;

    fn visit<P: Text>(self, puzzle: &P) -> Self::Output {
        errors(puzzle, self.model, self.against, self.count)
    }
}

fn errors<P: Text>(
    puzzle: &P,
    model: &Model,
    against: Against<'_>,
    count: usize,
) -> Result<Errors, ModelError> {
    let mut rng = Seeded::new(1);
    let state = |i: usize| match i % 2 {
        0 => puzzle.random(&mut rng),
        _ => puzzle.scramble(&mut rng, i / 2 % (LONGEST + 1)).1,
    };
    let states: Vec<P::State> = (0..count).map(state).collect();
    match against {
        Against::Kernels(first, second) => {
            let load = |kernel| Int8::load_with(puzzle, &model.bytes, kernel);
            let both = load(first).and_then(|first| Ok((first, load(second)?)));
            let (first, second) = both.map_err(ModelError::from)?;
            Ok(compare(puzzle, Checked::new(first, second), &states))
        }
        Against::Device(device) => {
            let there = eval::load_on(puzzle, &model.bytes, device).map_err(ModelError::from)?;
            let here = eval::load(puzzle, &model.bytes).map_err(ModelError::from)?;
            Ok(compare(puzzle, Checked::new(there, here), &states))
        }
        Against::Model(other) => {
            let load = |model: &Model| eval::load(puzzle, &model.bytes).map_err(ModelError::from);
            let pair = Checked::new(load(model)?, load(other)?);
            Ok(compare(puzzle, pair, &states))
        }
    }
}

/// The outputs that both have.
fn compare<P: Text, A, B>(puzzle: &P, pair: Checked<A, B>, states: &[P::State]) -> Errors
where
    A: Evaluator<P>,
    B: Evaluator<P>,
{
    let mut results = Results::for_all(puzzle, pair.heads(), states.len());
    pair.evaluate(puzzle, states, results.outputs());
    pair.errors()
}
