//! The main interface.
//!
//! ```
//! use quarterturn::Solver;
//!
//! let solver = Solver::builder().puzzle("cube2").build()?;
//! let answer = solver.solve("R U2 F' R'")?;
//! println!("{answer} in {:?}", answer.elapsed);
//! # assert_eq!(answer.length(), Some(5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A solver has one puzzle, one model and one search with its [`Settings`]. States are text, in every
//! form that the puzzle reads. [`Solver::solve_many`] uses all cores. For typed states and moves, or an
//! evaluator of your own, use the layer below: [`search`](crate::search) and [`eval`](crate::eval).

mod answer;
mod build;
mod builder;
mod dear;
mod elsewhere;
mod engine;
mod estimate;
mod extension;
mod finer;
mod kind;
mod many;
mod only;
mod open;
mod renamed;
#[cfg(feature = "serde")]
mod report;
mod request;
mod setting;
mod settings;
mod typed;
mod weights;

pub use crate::error::{BuildError, SettingsError, SolveError};
pub use crate::news::{News, Tell};
pub use answer::{Answer, Improvement, Solution};
pub use builder::Builder;
pub use estimate::Estimate;
pub use extension::{AnyBound, AnySearch, Extension};
pub use kind::SearchKind;
#[cfg(feature = "serde")]
pub use report::{Refused, Report};
pub use request::{Request, RequestError};
pub use setting::{Value, Values, Wrong};
pub use settings::{Setting, Settings};
pub use weights::Known;

use crate::costs::MoveCosts;
use crate::eval::Device;
use crate::memory::budget::Budget;
use crate::models::Model;
use crate::parallel;
use crate::puzzles::{Puzzle, Which};
use builder::Plan;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use typed::Engine;
use weights::Weights;

/// A puzzle, a model and a search, ready for states. It can be shared among threads.
///
/// Without optimisation searches take fifty times as long or more. For debug builds of a program that solves, put
/// `[profile.dev.package."*"]` with `opt-level = 3` into its `Cargo.toml`.
pub struct Solver {
    puzzle: Puzzle,
    model: Option<Arc<Model>>,
    /// Where other models would come from.
    weights: Weights,
    device: Device,
    /// What was asked for, before the puzzle and the network chose the rest.
    asked: Settings,
    settings: Settings,
    costs: Option<Arc<MoveCosts>>,
    target: Option<String>,
    tell: Arc<Tell>,
    engine: Box<dyn Engine>,
    budget: Arc<Budget>,
    /// Requests that are under way.
    running: AtomicUsize,
}

/// What a solver has made once for all requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Made {
    /// Networks, or lower bounds, made ready.
    pub networks: usize,
    /// End-game tables.
    pub balls: usize,
    /// Bytes of the tables of the search.
    pub tables: usize,
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

    /// A solver of a puzzle, or of that of a name or a file, with the usual settings.
    ///
    /// # Errors
    /// [`BuildError`] where there is no such puzzle.
    pub fn new(puzzle: impl Which) -> Result<Self, BuildError> {
        Self::builder().puzzle(puzzle).build()
    }

    /// Reads a state and solves it, within the limits of the settings; see [`Solver::request`].
    ///
    /// # Errors
    /// [`SolveError::Refused`] when the text is not a state. That no solution was found is no error:
    /// [`Answer::solution`] is `None` then, and [`Answer::stopped`] says why.
    pub fn solve(&self, text: &str) -> Result<Answer, RequestError> {
        self.request(text)?.run()
    }

    /// Makes the tables of a classical solver now, so that the first state does not wait for them.
    pub fn prepare(&self) {
        parallel::with_threads(|| self.engine.prepare());
    }

    /// What it has made once for all requests.
    pub fn made(&self) -> Made {
        self.engine.made()
    }

    /// The memory that requests share.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The model; `None` if no network guides the search.
    pub fn model(&self) -> Option<&Model> {
        self.model.as_deref()
    }

    /// Where the network runs.
    pub fn device(&self) -> Device {
        self.device
    }

    /// Its settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }
}
