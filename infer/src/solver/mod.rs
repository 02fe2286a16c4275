//! The main interface: everything that the command `solve` does, for programs.
//!
//! ```
//! use quarterturn::Solver;
//!
//! let solver = Solver::builder().puzzle("cube2").build()?;
//! let answer = solver.solve("R U2 F' R'")?;
//! println!("{answer}: {:?} moves in {:?}", answer.length, answer.elapsed());
//! # assert_eq!(answer.length, Some(5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A solver has one puzzle, one model and one search with its [`Settings`]. States are text, in every
//! form that the puzzle reads. [`Solver::solve_many`] uses all cores. For typed states and moves, or an
//! evaluator of your own, use the layer below: [`search`](crate::search) and [`eval`](crate::eval).

mod answer;
mod build;
mod builder;
mod error;
mod kind;
mod many;
mod settings;
mod typed;

pub use answer::{Answer, Refused, Report};
pub use builder::{Builder, Known, Plan};
pub use error::{BuildError, SettingsError, SolveError};
pub use kind::SearchKind;
pub use settings::Settings;
pub use typed::{Engine, Task};

pub(crate) use build::{Guidance, search};
pub(crate) use typed::Typed;

use crate::eval::Device;
use crate::limits::Limits;
use crate::models::Model;
use crate::puzzles::AnyPuzzle;
use crate::refusal::Refusal;
use std::error::Error;
use std::fmt;

/// Reports of a solver about its tables.
#[derive(Clone, Copy, Debug)]
pub enum News<'a> {
    /// Progress while they are made.
    Tables {
        /// States whose distance is known.
        known: usize,
        /// All of them.
        total: usize,
    },
    /// They are used, but cannot be stored: the next solver makes them again.
    Unkept(&'a (dyn Error + 'a)),
}

/// A callback for reports about tables.
pub type Tell = dyn Fn(News<'_>) + Send + Sync;

/// A puzzle, a model and a search, ready for states. It can be shared among threads.
pub struct Solver {
    puzzle: &'static dyn AnyPuzzle,
    model: Option<Model>,
    device: Device,
    settings: Settings,
    limits: Limits,
    engine: Box<dyn Engine>,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("puzzle", &self.puzzle.name())
            .field("model", &self.model.as_ref().map(|m| &m.name))
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

impl Solver {
    /// Begins with the 3×3×3 cube in quarter turns, its embedded model and the usual settings.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Reads a state and solves it, within the limits of the settings.
    ///
    /// # Errors
    /// [`SolveError::Refused`] when the text is not a state. That no solution was found is no error:
    /// [`Answer::solution`] is `None` then, and [`Outcome::stopped`](crate::Outcome::stopped) says why.
    pub fn solve(&self, text: &str) -> Result<Answer, SolveError> {
        self.read(text)?.solve(&self.limits)
    }

    /// Reads a state, to be looked at or solved.
    ///
    /// # Errors
    /// [`Refusal`] with the place.
    pub fn read(&self, text: &str) -> Result<Box<dyn Task + '_>, Refusal> {
        self.engine.read(text)
    }

    /// Makes the tables of a classical solver now, so that the first state does not wait for them.
    pub fn prepare(&self) {
        self.engine.prepare();
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &'static dyn AnyPuzzle {
        self.puzzle
    }

    /// The model; `None` if no network guides the search.
    pub fn model(&self) -> Option<&Model> {
        self.model.as_ref()
    }

    /// Where the network runs.
    pub fn device(&self) -> Device {
        self.device
    }

    /// Its settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The limits of each search.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }
}
