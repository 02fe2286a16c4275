//! What a network says of states.

use quarterturn::eval::{self, Outputs, Results};
use quarterturn::models::{Model, ModelError};
use quarterturn::puzzles::{Puzzle, Text, Visitor};
use quarterturn::solver::{BuildError, SettingsError};
use quarterturn_core::Move;

/// Everything a model says about states in the puzzle's own text form: all values, all Q, all policy, as far
/// as it has them.
///
/// # Errors
/// [`BuildError`] when the model does not serve the puzzle or a text is no state.
pub fn outputs(puzzle: &Puzzle, model: &Model, states: &[String]) -> Result<Vec<i32>, BuildError> {
    puzzle.visit(All { model, states })
}

struct All<'a> {
    model: &'a Model,
    states: &'a [String],
}

impl Visitor for All<'_> {
    type Output = Result<Vec<i32>, BuildError>;

    fn visit<P: Text>(self, puzzle: &P) -> Self::Output {
        let evaluator = eval::load(puzzle, &self.model.bytes).map_err(ModelError::from)?;
        let states = self.states.iter().map(|state| Ok(puzzle.read(state)?.1));
        let states: Result<Vec<_>, _> = states.collect();
        let states = states.map_err(|refusal| BuildError::Option {
            option: "state",
            refusal,
        })?;
        let mut all = Results::for_all(puzzle, evaluator.heads(), states.len());
        evaluator.evaluate(puzzle, &states, all.outputs());
        Ok([all.value, all.q, all.policy].concat())
    }
}

/// What a model says of the states on solutions, in units of [`quarterturn::eval::MOVE_COST`], with the moves left
/// from there; the solved states are left out.
///
/// # Errors
/// [`BuildError`] when the model does not serve the puzzle or has no value head.
pub fn values_along(
    puzzle: &Puzzle,
    model: &Model,
    solutions: &[&[Move]],
) -> Result<Vec<(i32, usize)>, BuildError> {
    puzzle.visit(Along { model, solutions })
}

struct Along<'a> {
    model: &'a Model,
    solutions: &'a [&'a [Move]],
}

impl Visitor for Along<'_> {
    type Output = Result<Vec<(i32, usize)>, BuildError>;

    fn visit<P: Text>(self, puzzle: &P) -> Self::Output {
        let evaluator = eval::load(puzzle, &self.model.bytes).map_err(ModelError::from)?;
        if !evaluator.heads().value {
            return Err(BuildError::Settings(SettingsError::NoHead {
                search: "analyse",
                head: "value",
                model: evaluator.name().into(),
                puzzle: puzzle.name().into(),
            }));
        }
        let (mut states, mut left) = (Vec::new(), Vec::new());
        for solution in self.solutions {
            let back = solution.iter().rev().map_while(|&mv| puzzle.undo(mv));
            let mut state = puzzle.start();
            for (nth, mv) in back.enumerate() {
                state = puzzle.apply(&state, mv);
                states.push(state.clone());
                left.push(nth + 1);
            }
        }
        let mut value = vec![0; states.len()];
        let out = Outputs {
            value: &mut value,
            ..Outputs::default()
        };
        evaluator.evaluate(puzzle, &states, out);
        Ok(value.into_iter().zip(left).collect())
    }
}
