//! A state to be solved, and how.

use super::typed::Reply;
use super::{
    Answer, BuildError, Improvement, Plan, SearchKind, Settings, Solution, SolveError, Solver,
};
use crate::costs::MoveCosts;
use crate::limits::{Found, Limits, Observer, Stopped};
use crate::parallel;
use crate::progress::{Progress, Reporter};
use crate::puzzles::State;
use crate::refusal::Refusal;
use crate::search::UNDONE;
use quarterturn_core::Move;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// A state to be solved. For this state, all settings may differ from those of the solver. What takes long to make, such
/// as the network made ready for the processor, belongs to the solver and serves all requests. Requests may run at once, and
/// share the solver's memory ([`Builder::memory_budget`](super::Builder::memory_budget)).
///
/// ```
/// use quarterturn::Solver;
/// use std::time::Duration;
///
/// let solver = Solver::new("cube2")?;
/// let answer = solver.request("R U2 F'")?.time_limit(Duration::from_millis(50)).run()?;
/// assert_eq!(answer.length(), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[must_use = "it does nothing until it is run"]
pub struct Request<'a> {
    solver: &'a Solver,
    state: State,
    settings: Settings,
    costs: Option<Arc<MoveCosts>>,
    target: Option<String>,
    improve: Option<String>,
    max_length: Option<usize>,
    deadline: Option<Duration>,
    measured: bool,
    cancel: Arc<AtomicBool>,
    better: Option<Arc<Better>>,
    progress: Option<Reporter>,
}

/// Is told of better solutions.
type Better = dyn Fn(Improvement) + Send + Sync;

/// Why a request was not answered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// Settings that do not go together.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The state was not searched.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl From<Refusal> for RequestError {
    fn from(refusal: Refusal) -> Self {
        Self::Solve(refusal.into())
    }
}

impl RequestError {
    /// A stable name of the kind of error: that of its source.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Build(error) => error.code(),
            Self::Solve(error) => error.code(),
        }
    }
}

impl fmt::Debug for Request<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Request({:?}, {})", self.state, self.settings)
    }
}

impl Solver {
    /// A request to solve the state that a text shows, with the solver's settings. Where the text is moves, undoing them is
    /// a solution too: it is the answer where it is better than what the search finds, and its
    /// [`Answer::by`] is [`UNDONE`].
    ///
    /// # Errors
    /// [`Refusal`] with the place.
    pub fn request(&self, text: &str) -> Result<Request<'_>, Refusal> {
        if let Some(target) = &self.target {
            return self.request_towards(text, target);
        }
        let state = self.puzzle.read(text);
        let state = state.map_err(|fault| super::typed::named(text, fault))?;
        Ok(self.request_for(state))
    }

    /// A request to solve the state that moves lead to from [`Puzzle::start`](crate::Puzzle::start), also where their text
    /// could be a state by itself.
    ///
    /// # Errors
    /// [`Refusal`] with the place.
    pub fn scrambled(&self, moves: &str) -> Result<Request<'_>, Refusal> {
        let state = self.puzzle.start().apply(moves)?;
        let moves = self.puzzle.moves_of(moves)?;
        Ok(self.request_for(state.after_all(moves)))
    }

    /// As [`Solver::request`], towards a target: also from a board of sliding tiles that moves lead to no other goal from.
    ///
    /// # Errors
    /// [`Refusal`] with the place.
    pub fn request_towards(&self, text: &str, target: &str) -> Result<Request<'_>, Refusal> {
        let state = self.puzzle.read_towards(text, target);
        let state = state.map_err(|fault| super::typed::named(text, fault))?;
        Ok(self.request_for(state).target(target))
    }

    /// A request to solve a state of the solver's puzzle.
    pub fn request_for(&self, state: State) -> Request<'_> {
        Request {
            solver: self,
            state,
            settings: self.asked.clone(),
            costs: self.costs.clone(),
            target: self.target.clone(),
            improve: None,
            max_length: None,
            deadline: None,
            measured: false,
            cancel: Arc::default(),
            better: None,
            progress: None,
        }
    }
}

impl Request<'_> {
    /// Several settings at once, limits among them. What they leave open stays as it is.
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings.over(self.settings);
        self
    }

    /// Forgets all settings of the solver but its search: each choice that is not made is the search's own.
    pub fn unset(mut self) -> Self {
        self.settings = Settings {
            search: self.settings.search,
            ..Settings::default()
        };
        self
    }

    /// The search.
    pub fn search(self, search: SearchKind) -> Self {
        self.settings(Settings {
            search: Some(search),
            ..Settings::default()
        })
    }

    /// States that a beam keeps of each depth.
    pub fn width(mut self, width: u32) -> Self {
        self.settings.width = Some(width);
        self
    }

    /// Looks for shorter and shorter solutions until this time is over.
    pub fn time_limit(mut self, time: Duration) -> Self {
        self.settings.time_limit = Some(time);
        self
    }

    /// Ends after this number of states has been made.
    pub fn node_limit(mut self, nodes: u64) -> Self {
        self.settings.node_limit = Some(nodes);
        self
    }

    /// The most memory that the search may use, in bytes.
    pub fn memory_limit(mut self, bytes: usize) -> Self {
        self.settings.memory_limit = Some(bytes);
        self
    }

    /// Tries again until a solution is at most this long.
    pub fn target_length(mut self, moves: u16) -> Self {
        self.settings.target_length = Some(moves);
        self
    }

    /// Looks for no solution of more moves than this.
    pub fn max_length(mut self, moves: usize) -> Self {
        self.max_length = Some(moves);
        self
    }

    /// Ends the search after this time. Unlike a time limit it does not make the search look for more.
    pub fn deadline(mut self, time: Duration) -> Self {
        self.deadline = Some(time);
        self
    }

    /// Takes no solution that undoes the moves of the input: what the search finds is measured.
    pub fn measured(mut self) -> Self {
        self.measured = true;
        self
    }

    /// What moves cost.
    pub fn costs(mut self, costs: MoveCosts) -> Self {
        self.costs = Some(costs.into());
        self
    }

    /// The state to reach instead of the goal, in any text form.
    pub fn target(mut self, text: &str) -> Self {
        self.target = Some(text.into());
        self
    }

    /// Shortens this solution, which is moves as text, instead of searching for one.
    pub fn improve(mut self, moves: &str) -> Self {
        self.improve = Some(moves.into());
        self
    }

    /// Setting this flag stops this search soon, and no other.
    pub fn cancel(mut self, cancel: &Arc<AtomicBool>) -> Self {
        self.cancel = cancel.clone();
        self
    }

    /// Is told of every solution that is better than those before, on the search's thread.
    pub fn on_better(mut self, tell: impl Fn(Improvement) + Send + Sync + 'static) -> Self {
        self.better = Some(Arc::new(tell));
        self
    }

    /// Is told how far the search has come, at most ten times a second, on the search's thread.
    pub fn on_progress(mut self, tell: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.progress = Some(Reporter::new(Duration::from_millis(100), tell));
        self
    }

    /// The state to be solved.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether all that the engine is made of is as the solver has it.
    fn is_as_built(&self) -> bool {
        let solver = self.solver;
        let costs = [&self.costs, &solver.costs].map(|costs| costs.as_ref().map(Arc::as_ptr));
        let same = self.settings == solver.asked && self.target == solver.target;
        same && costs[0] == costs[1] && self.improve.is_none()
    }

    /// Searches.
    ///
    /// # Errors
    /// [`RequestError`]. That no solution was found is none; see [`Solver::solve`].
    pub fn run(self) -> Result<Answer, RequestError> {
        // A search keeps the pool's threads to its end. Whoever comes meanwhile has a thread of its own, and the
        // system shares the processor out fairly.
        let running = self.solver.begin();
        if running.others > 0 {
            return parallel::alone(|| self.answer(1));
        }
        parallel::with_threads(|| self.answer(1))
    }

    /// Searches on the current pool, as one of `workers` that share the memory.
    pub(super) fn answer(self, workers: usize) -> Result<Answer, RequestError> {
        let as_built = self.is_as_built();
        let (solver, mut settings) = (self.solver, self.settings);
        settings.check().map_err(BuildError::from)?;
        if self.costs.is_some() {
            settings.kind().check_prices().map_err(BuildError::from)?;
        }
        let suited = settings.suit(&solver.puzzle, self.target.as_deref());
        suited.map_err(BuildError::from)?;
        let model = match &solver.model {
            Some(model) if settings.kind().guided() => Some(model.clone()),
            _ => {
                let model = solver.weights.model(&solver.puzzle, &settings.kind());
                model.map_err(BuildError::from)?
            }
        };
        settings.set_default_width(model.as_ref().and_then(|model| model.width));
        // What is free was read when the solver was built: that takes longer than an easy search.
        let usual = solver.budget.all().min(settings.kind().memory());
        settings.memory_limit = Some(settings.memory_limit.unwrap_or(usual) / workers);
        let usual = settings.limits_for(&solver.puzzle, self.cancel);
        let limits = Limits {
            observer: self.better.map(|tell| {
                let (state, costs) = (self.state.clone(), self.costs.clone());
                Observer::new(move |found: Found<'_>| {
                    tell(Improvement {
                        solution: Solution::of(&state, found.solution, costs.as_deref()),
                        elapsed: found.elapsed,
                    });
                })
            }),
            progress: self.progress,
            budget: Some(solver.budget.clone()),
            time: usual.time.into_iter().chain(self.deadline).min(),
            max_length: self.max_length.unwrap_or(usize::MAX).min(usual.max_length),
            ..usual
        };
        let plan = Plan {
            puzzle: &solver.puzzle,
            model: model.as_deref(),
            known: solver.weights.known(),
            device: solver.device,
            settings: &settings,
            fallback: settings.falls_back(solver.weights.are_own()),
            rescued: settings.is_rescued() && !self.measured,
            costs: self.costs,
            target: self.target.as_deref(),
            improve: self.improve.as_deref(),
            tell: &solver.tell,
        };
        let own = match as_built {
            true => None,
            false => Some(solver.engine.again(&plan)?),
        };
        let engine = own.as_deref().unwrap_or(&*solver.engine);
        let mut reply = engine.solve(&self.state, &limits)?;
        // Whoever cancels a request wants no answer, and nothing is shorter than an optimal one.
        let ended =
            self.measured || reply.outcome.stopped == Stopped::Cancelled || reply.outcome.optimal;
        let costs = plan.costs.as_deref();
        if plan.target.is_none() && plan.improve.is_none() && !ended {
            reply.at_most(&self.state, costs, limits.max_length);
        }
        let Reply {
            outcome,
            remembered,
            fallback,
        } = reply;
        let checked = |moves: &[Move]| Solution::checked(&self.state, moves, costs);
        let solution = outcome.solution.as_deref().map(checked).transpose();
        Ok(Answer {
            solution: solution.map_err(SolveError::from)?,
            stopped: outcome.stopped,
            optimal: outcome.optimal,
            by: outcome.by,
            fallback,
            doubt: self.state.doubt(),
            counters: outcome.counters,
            // One memory for all counts what all of them found there.
            remembered: remembered.filter(|_| workers == 1),
            memory: outcome.memory,
            narrowed: outcome.narrowed,
            elapsed: outcome.elapsed,
            search: settings.kind(),
            model,
        })
    }
}

impl Reply {
    /// Takes the solution that undoes the moves which led to the state, if it is better than what was found.
    fn at_most(&mut self, state: &State, costs: Option<&MoveCosts>, max_length: usize) {
        let found = self.outcome.solution.as_deref();
        let Some(way) = state.undone(costs, found) else {
            return;
        };
        if way.len() > max_length {
            return;
        }
        self.fallback = None;
        self.outcome.solution = Some(way);
        self.outcome.by = Some(UNDONE);
    }
}

impl Solver {
    /// Counts one request more until the value goes.
    pub(super) fn begin(&self) -> Running<'_> {
        Running {
            others: self.running.fetch_add(1, Ordering::Relaxed),
            running: &self.running,
        }
    }
}

/// One request less is under way when this goes.
pub(super) struct Running<'a> {
    /// The requests that were under way before it.
    others: usize,
    running: &'a AtomicUsize,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.running.fetch_sub(1, Ordering::Relaxed);
    }
}
