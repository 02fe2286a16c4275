//! Builds a solver from the choices of a program or a user.

use super::{BuildError, News, SearchKind, Settings, SettingsError, Solver, Tell};
#[cfg(feature = "compare")]
use crate::baseline::PATTERNS;
use crate::costs::MoveCosts;
use crate::eval::{Bound, Device};
use crate::limits::Observer;
use crate::models::Model;
use crate::puzzles::{self, AnyPuzzle};
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What an [`Engine`](super::Engine) is made of.
pub struct Plan<'a> {
    /// The network that guides the search.
    pub model: Option<&'a Model>,
    /// What guides it where there is none.
    pub known: Known,
    /// Where the network runs.
    pub device: Device,
    /// The search.
    pub settings: &'a Settings,
    /// Whether something else answers when the time is over.
    pub fallback: bool,
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

/// What guides a search without a network: a lower bound, by which A* finds shortest solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The puzzle's own.
    Bound,
    /// Pattern databases.
    #[cfg(feature = "compare")]
    Patterns,
}

/// Where a model comes from.
enum Weights {
    /// The embedded one of the puzzle.
    Default,
    /// An embedded model or a file.
    Named(String),
    /// No network.
    Known(Known),
    Loaded(Model),
}

/// Where costs come from.
enum Costs {
    Toml(String),
    Given(MoveCosts),
}

/// Builds a [`Solver`]. The defaults are those of `quarterturn solve`: a beam with the embedded network of the
/// puzzle or, if there is none, an exact search without a network.
pub struct Builder {
    puzzle: Result<&'static dyn AnyPuzzle, SettingsError>,
    weights: Weights,
    device: Device,
    settings: Settings,
    costs: Option<Costs>,
    target: Option<String>,
    improve: Option<String>,
    cancel: Arc<AtomicBool>,
    observer: Option<Observer>,
    tell: Arc<Tell>,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            puzzle: find("cube3"),
            weights: Weights::Default,
            device: Device::Cpu,
            settings: Settings::default(),
            costs: None,
            target: None,
            improve: None,
            cancel: Arc::default(),
            observer: None,
            tell: Arc::new(|_| {}),
        }
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("puzzle", &self.puzzle.as_ref().map(|p| p.name()))
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

impl Builder {
    /// The puzzle of that name: `cube3`, `cube3-htm` and the others of [`puzzles::all`]; or the path of a
    /// file that defines one.
    pub fn puzzle(mut self, name: &str) -> Self {
        self.puzzle = find(name);
        self
    }

    /// The puzzle, as a value.
    pub fn any_puzzle(mut self, puzzle: &'static dyn AnyPuzzle) -> Self {
        self.puzzle = Ok(puzzle);
        self
    }

    /// An embedded model or a weight file, in place of the default model of the puzzle. `bound` is the puzzle's
    /// own lower bound, such as the Manhattan distance of sliding tiles. `patterns` is the lower bound of
    /// pattern databases, for the 3×3×3 cube and tiles up to 5×5 (feature `compare`).
    pub fn model(mut self, name: &str) -> Self {
        self.weights = match name {
            Bound::NAME => Weights::Known(Known::Bound),
            #[cfg(feature = "compare")]
            PATTERNS => Weights::Known(Known::Patterns),
            _ => Weights::Named(name.into()),
        };
        self
    }

    /// The model, already loaded.
    pub fn loaded_model(mut self, model: Model) -> Self {
        self.weights = Weights::Loaded(model);
        self
    }

    /// The device on which the network runs; by default the CPU, with the library's own code.
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

    /// A solution to shorten instead of searching for one.
    pub fn improve(mut self, moves: &str) -> Self {
        self.improve = Some(moves.into());
        self
    }

    /// Setting this flag stops every search of the solver soon.
    pub fn cancel(mut self, cancel: Arc<AtomicBool>) -> Self {
        self.cancel = cancel;
        self
    }

    /// Is told of every solution that is better than those before.
    pub fn observer(mut self, observer: Observer) -> Self {
        self.observer = Some(observer);
        self
    }

    /// Is told of progress while tables are made, which takes some solvers half a minute. The first number is the
    /// number of states whose distance is known, the second the number of all states.
    pub fn tell(self, tell: impl Fn(usize, usize) + Send + Sync + 'static) -> Self {
        self.news(move |news| {
            if let News::Tables { known, total } = news {
                tell(known, total);
            }
        })
    }

    /// Is told of progress while tables are made, and if they cannot be kept. Replaces [`Builder::tell`].
    pub fn news(mut self, news: impl Fn(News<'_>) + Send + Sync + 'static) -> Self {
        self.tell = Arc::new(news);
        self
    }

    /// The solver.
    ///
    /// # Errors
    /// [`BuildError`]: nothing of the name asked for, or settings that do not go together.
    pub fn build(self) -> Result<Solver, BuildError> {
        let puzzle = self.puzzle?;
        let mut settings = self.settings;
        settings.check()?;
        if self.costs.is_some() {
            settings.kind().check("--costs")?;
        }
        let own = matches!(self.weights, Weights::Default);
        let embedded = || Model::embedded_in(puzzle.family(), puzzle.metric().name());
        if own && settings.search.is_none() && embedded().is_err() {
            settings.search = exact(puzzle, &settings, self.costs.is_some());
        }
        let known = match self.weights {
            Weights::Known(known) => known,
            _ => Known::Bound,
        };
        let model = match self.weights {
            Weights::Known(_) => None,
            _ if !settings.kind().guided() => None,
            Weights::Default => Some(embedded()?),
            Weights::Named(name) => Some(Model::find(&name)?),
            Weights::Loaded(model) => Some(model),
        };
        settings.set_default_width(model.as_ref().and_then(|model| model.width));
        let costs = match self.costs {
            None => None,
            Some(Costs::Given(costs)) => Some(costs),
            Some(Costs::Toml(text)) => Some(puzzle.costs(&text)?),
        };
        let engine = puzzle.engine(&Plan {
            model: model.as_ref(),
            known,
            device: self.device,
            settings: &settings,
            fallback: settings.falls_back(own),
            costs: costs.map(Arc::new),
            target: self.target.as_deref(),
            improve: self.improve.as_deref(),
            tell: &self.tell,
        })?;
        let mut limits = settings.limits(self.cancel);
        limits.observer = self.observer;
        // Twice the depth of what can be enumerated from both ends: memory ends such a search.
        limits.max_length = match settings.kind() {
            SearchKind::Bidirectional => usize::MAX,
            _ => puzzle.longest(),
        };
        Ok(Solver {
            puzzle,
            model,
            device: self.device,
            settings,
            limits,
            engine,
        })
    }
}

/// The exact search for a puzzle without an embedded network, if it takes the options that were given.
fn exact(puzzle: &dyn AnyPuzzle, settings: &Settings, priced: bool) -> Option<SearchKind> {
    let exact = Settings {
        search: puzzle.exact_search(),
        ..settings.clone()
    };
    (exact.check().is_ok() && !priced).then_some(exact.search?)
}

fn find(name: &str) -> Result<&'static dyn AnyPuzzle, SettingsError> {
    if let Some(found) = puzzles::find(name) {
        return Ok(found);
    }
    if Path::new(name).is_file() {
        let opened = puzzles::open(name.as_ref());
        return opened.map_err(|e| SettingsError::PuzzleFile(e.to_string()));
    }
    let names: Vec<&str> = puzzles::all().map(|p| p.name()).collect();
    Err(SettingsError::NoPuzzle {
        name: name.into(),
        known: names.join(", "),
    })
}
