//! Builds a solver from the choices of a program or a user.

use super::engine::engine;
use super::estimate::{Estimate, Own};
use super::weights::{Known, Weights};
use super::{BuildError, Extension, News, SearchKind, Settings, Solver, Tell};
use crate::costs::MoveCosts;
use crate::eval::{Bound, Device};
use crate::memory;
use crate::memory::budget::Budget;
use crate::models::Model;
use crate::puzzles::{Puzzle, PuzzleError, Which};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

/// What an engine is made of.
pub(crate) struct Plan<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The network that guides the search.
    pub model: Option<&'a Model>,
    /// What guides it where there is none.
    pub known: Known,
    /// Where the network runs.
    pub device: Device,
    /// The search.
    pub settings: &'a Settings,
    /// Whether the two-phase algorithm answers when the time is over.
    pub fallback: bool,
    /// Whether the chain answers where a network's search finds nothing.
    pub rescued: bool,
    /// What moves cost.
    pub costs: Option<Arc<MoveCosts>>,
    /// The state to reach instead of the goal, in any text form.
    pub target: Option<&'a str>,
    /// A solution to shorten instead of searching for one.
    pub improve: Option<&'a str>,
    /// Is told of progress while tables are made.
    pub tell: &'a Arc<Tell>,
}

impl fmt::Debug for Plan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Plan({})", self.settings)
    }
}

/// Where costs come from.
enum Costs {
    #[cfg(feature = "config")]
    Toml(String),
    Given(MoveCosts),
}

/// Builds a [`Solver`]. By default its search is a beam with the embedded network of the
/// puzzle or, if there is none, an exact search without a network.
pub struct Builder {
    puzzle: Option<Result<Puzzle, PuzzleError>>,
    weights: Weights,
    device: Device,
    settings: Settings,
    costs: Option<Costs>,
    target: Option<String>,
    tell: Arc<Tell>,
    budget: Option<usize>,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            puzzle: None,
            weights: Weights::Default,
            device: Device::Cpu,
            settings: Settings::default(),
            costs: None,
            target: None,
            tell: Arc::new(|_| {}),
            budget: None,
        }
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("puzzle", &self.puzzle)
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

impl Builder {
    /// A [`Puzzle`]; or the puzzle of that name, `cube3`, `cube3-htm` and the others of
    /// [`puzzles::all`](crate::puzzles::all); or the path of a file that defines one. Where none is given it is the
    /// puzzle that the weight file of [`Builder::model`] defines, else `cube3`.
    pub fn puzzle(mut self, puzzle: impl Which) -> Self {
        self.puzzle = Some(puzzle.which());
        self
    }

    /// An embedded model or a weight file, in place of the default model of the puzzle. `bound` is the puzzle's
    /// own lower bound, such as the Manhattan distance of sliding tiles.
    pub fn model(mut self, name: &str) -> Self {
        self.weights = match name {
            Bound::NAME => Weights::Known(Known::Bound),
            _ => Weights::Named(name.into()),
        };
        self
    }

    /// The lower bound of another crate, in place of a network.
    pub fn bound(mut self, bound: Arc<dyn Extension>) -> Self {
        self.weights = Weights::Known(Known::Extension(bound));
        self
    }

    /// An evaluator of your own, in place of a network.
    pub fn evaluator(self, evaluator: impl Estimate + 'static) -> Self {
        self.bound(Arc::new(Own(Arc::new(evaluator))))
    }

    /// The model, already loaded.
    pub fn loaded_model(mut self, model: Model) -> Self {
        self.weights = Weights::Loaded(model.into());
        self
    }

    /// The device on which the network runs, or several that share batches ([`Device::several`]); by default the
    /// CPU, with the library's own code.
    pub fn device(mut self, device: Device) -> Self {
        self.device = device;
        self
    }

    /// The search, its tuning and its limits.
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// What moves cost, as TOML; see [`MoveCosts::parse`].
    #[cfg(feature = "config")]
    pub fn costs(mut self, toml: &str) -> Self {
        self.costs = Some(Costs::Toml(toml.into()));
        self
    }

    /// What moves cost, as a value; see [`MoveCosts::of_moves`].
    pub fn move_costs(mut self, costs: MoveCosts) -> Self {
        self.costs = Some(Costs::Given(costs));
        self
    }

    /// The state to reach instead of the goal, in any text form.
    pub fn target(mut self, text: &str) -> Self {
        self.target = Some(text.into());
        self
    }

    /// Is told of progress while tables are made, and if they cannot be kept.
    pub fn news(mut self, news: impl Fn(News<'_>) + Send + Sync + 'static) -> Self {
        self.tell = Arc::new(news);
        self
    }

    /// The most memory that all requests hold together, in bytes. At first half of what is free, 4 GiB at most.
    pub fn memory_budget(mut self, bytes: usize) -> Self {
        self.budget = Some(bytes);
        self
    }

    /// The solver.
    ///
    /// # Errors
    /// [`BuildError`]: nothing of the name asked for, or settings that do not go together.
    pub fn build(mut self) -> Result<Solver, BuildError> {
        let puzzle = match self.puzzle.take() {
            Some(puzzle) => puzzle?,
            None => self.weights.puzzle()?,
        };
        let mut settings = self.settings;
        settings.check()?;
        if self.costs.is_some() {
            settings.kind().check_prices()?;
        }
        settings.suit(&puzzle, self.target.as_deref())?;
        let weights = self.weights;
        let embedded = || Model::embedded_in(puzzle.family(), puzzle.metric().name());
        if weights.are_own() && settings.search.is_none() && embedded().is_err() {
            settings.search = exact(&puzzle, &settings, self.costs.is_some());
        }
        let model = weights.model(&puzzle, &settings.kind())?;
        let asked = settings.clone();
        settings.set_default_width(model.as_ref().and_then(|model| model.width));
        let costs = match self.costs {
            None => None,
            Some(Costs::Given(costs)) => Some(costs),
            #[cfg(feature = "config")]
            Some(Costs::Toml(text)) => Some(puzzle.costs(&text)?),
        };
        let costs = costs.map(Arc::new);
        let plan = Plan {
            puzzle: &puzzle,
            model: model.as_deref(),
            known: weights.known(),
            device: self.device,
            settings: &settings,
            fallback: settings.falls_back(weights.are_own()),
            rescued: settings.is_rescued(),
            costs: costs.clone(),
            target: self.target.as_deref(),
            improve: None,
            tell: &self.tell,
        };
        let engine = engine(&puzzle, &plan)?;
        let budget = Budget::new(self.budget.unwrap_or_else(memory::usual));
        Ok(Solver {
            puzzle,
            model,
            weights,
            device: self.device,
            asked,
            settings,
            costs,
            target: self.target,
            tell: self.tell,
            engine,
            budget: Arc::new(budget),
            running: AtomicUsize::new(0),
        })
    }
}

/// The exact search for a puzzle without an embedded network, if it takes the options that were given.
fn exact(puzzle: &Puzzle, settings: &Settings, priced: bool) -> Option<SearchKind> {
    let exact = Settings {
        search: SearchKind::without_network(puzzle),
        ..settings.clone()
    };
    (exact.check().is_ok() && !priced).then_some(exact.search?)
}
