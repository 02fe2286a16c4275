//! A program's own evaluator in place of a network.

use super::extension::unsolved;
use super::{AnyBound, AnySearch, BuildError, Extension, Tell};
use crate::eval::{Evaluator, Heads, MOVE_COST, Outputs};
use crate::puzzles::{Kind, Puzzle, State, Text, by_type};
use std::fmt;
use std::sync::Arc;

/// An evaluator of your own. It guides any search that asks for the cost-to-go of states.
///
/// ```
/// use quarterturn::solver::{Estimate, SearchKind, Settings};
/// use quarterturn::{Solver, State};
///
/// /// Counts the corners of a 2×2×2 that are not as they are when it is solved.
/// struct Corners(String);
///
/// impl Estimate for Corners {
///     fn cost_to_go(&self, states: &[State]) -> Vec<f32> {
///         let astray = |state: &State| {
///             let text = state.to_string();
///             let pairs = text.bytes().zip(self.0.bytes());
///             pairs.filter(|(here, there)| here != there).count() as f32
///         };
///         states.iter().map(astray).collect()
///     }
/// }
///
/// let solved = quarterturn::Puzzle::named("cube2")?.start().to_string();
/// let settings = Settings { search: Some(SearchKind::Beam), width: Some(500), ..Settings::default() };
/// let solver = Solver::builder().puzzle("cube2").evaluator(Corners(solved)).settings(settings).build()?;
/// assert_eq!(solver.solve("R U F")?.length(), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Estimate: Send + Sync {
    /// The estimated number of moves to the goal, for each of the states. Searches call it from several threads.
    fn cost_to_go(&self, states: &[State]) -> Vec<f32>;

    /// How many states it likes to be given at once.
    fn batch(&self) -> usize {
        1024
    }

    /// Its name, where an answer names what guided the search.
    fn name(&self) -> &str {
        "own"
    }
}

/// It as the lower bound of another crate, which goes where networks go.
pub(super) struct Own(pub Arc<dyn Estimate>);

impl Extension for Own {
    fn name(&self) -> &'static str {
        "own"
    }

    fn search(&self, puzzle: &Puzzle, _tell: &Arc<Tell>) -> Result<AnySearch, BuildError> {
        Err(unsolved("own", puzzle))
    }

    fn bound(&self, puzzle: &Puzzle, _tell: &Arc<Tell>) -> Result<AnyBound, BuildError> {
        let own = Typed(self.0.clone());
        Ok(by_type!(puzzle.kind(), puzzle => own.of(puzzle)))
    }
}

struct Typed(Arc<dyn Estimate>);

impl Typed {
    fn of<P: Text + Into<Kind>>(self, _puzzle: &P) -> AnyBound {
        AnyBound::new::<P>(Arc::new(self))
    }
}

impl fmt::Debug for Typed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Estimate({})", self.0.name())
    }
}

impl<P: Text + Into<Kind>> Evaluator<P> for Typed {
    fn heads(&self) -> Heads {
        Heads::VALUE
    }

    fn preferred_batch(&self) -> usize {
        self.0.batch().max(1)
    }

    /// # Panics
    /// If there are not as many estimates as states.
    fn evaluate(&self, puzzle: &P, states: &[P::State], out: Outputs<'_>) {
        out.check(puzzle, Heads::VALUE, states.len());
        if out.value.is_empty() {
            return;
        }
        let values: Vec<State> = states
            .iter()
            .map(|state| State::of(puzzle, state.clone()))
            .collect();
        let estimates = self.0.cost_to_go(&values);
        assert_eq!(estimates.len(), states.len(), "an estimate for each state");
        for (value, estimate) in out.value.iter_mut().zip(estimates) {
            *value = (estimate.max(0.0) * MOVE_COST as f32) as i32;
        }
    }

    fn name(&self) -> &str {
        self.0.name()
    }
}
