//! The solver behind the interface, on the library's [`quarterturn::Solver`].

use crate::answer::{Answer, MOVES, Status};
use quarterturn::models::{Model, ModelError};
use quarterturn::solver::{BuildError, SearchKind, Settings, SolveError};
use std::ffi::CStr;
use std::time::Duration;

/// No beam is wider: half a gigabyte.
const WIDEST: u32 = 1 << 20;
/// A year, in seconds: longer is no time limit that anyone means.
const LONGEST: f64 = 366.0 * 86_400.0;

/// `struct quarterturn_host_limits`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    seconds: f64,
    target_length: u32,
    width: u32,
}

/// A puzzle and what guides its searches.
#[derive(Debug)]
pub struct Solver {
    puzzle: String,
    guide: Guide,
}

/// What guides a search.
#[derive(Clone, Debug)]
enum Guide {
    Network(Box<Model>),
    /// A name that stands for no network, such as `bound`.
    Named(String),
    /// An exact search needs none.
    None(SearchKind),
}

impl Solver {
    /// A puzzle with a model by its name or the path of its file; where none is named, with the embedded
    /// one, or without a network by an exact search.
    pub fn of(puzzle: &str, model: Option<&str>) -> Result<Self, BuildError> {
        let with = |guide| Self {
            puzzle: puzzle.to_owned(),
            guide,
        };
        let mut builder = quarterturn::Solver::builder().puzzle(puzzle);
        if let Some(name) = model {
            builder = builder.model(name);
        }
        match builder.build() {
            Ok(built) => Ok(with(match (built.model(), model) {
                (Some(model), _) => Guide::Network(Box::new(model.clone())),
                (None, Some(name)) => Guide::Named(name.to_owned()),
                (None, None) => Guide::None(built.settings().kind()),
            })),
            Err(error @ BuildError::Model(ModelError::NoDefault(_))) => {
                let exact = [SearchKind::Direct, SearchKind::Bidirectional].map(Guide::None);
                let mut exact = exact.into_iter().map(with);
                exact
                    .find(|solver| solver.searching(Limits::default()).is_ok())
                    .ok_or(error)
            }
            Err(error) => Err(error),
        }
    }

    /// Reads and solves a state.
    pub fn solve(&self, state: &CStr, limits: Limits, answer: &mut Answer) -> Status {
        let Ok(state) = state.to_str() else {
            return answer.refuse(Status::Misuse, "the state is not UTF-8 text");
        };
        if !(0.0..=LONGEST).contains(&limits.seconds) || limits.width > WIDEST {
            let why = "seconds are 0 or more, and a width is at most 1048576";
            return answer.refuse(Status::Misuse, why);
        }
        let solver = match self.searching(limits) {
            Ok(solver) => solver,
            Err(error) => return answer.refuse(Status::Internal, error),
        };
        let task = match solver.read(state) {
            Ok(task) => task,
            Err(refusal) => {
                let hint = refusal.hint.map(|hint| format!("; {hint}"));
                let why = refusal.message + &hint.unwrap_or_default();
                return answer.refuse(Status::Invalid, why);
            }
        };
        let limits = quarterturn::Limits {
            max_length: solver.limits().max_length.min(MOVES),
            ..solver.limits().clone()
        };
        match task.solve(&limits) {
            Ok(found) => match (&found.outcome.solution, &found.solution) {
                (Some(moves), Some(text)) => answer.solve(moves, text),
                _ => {
                    let why = format_args!("no solution: {}", found.outcome.stopped.name());
                    answer.refuse(Status::Unsolved, why)
                }
            },
            Err(error @ SolveError::Wrong(_)) => answer.refuse(Status::Internal, error),
            Err(error) => answer.refuse(Status::Invalid, error),
        }
    }

    /// The search that the limits ask for.
    fn searching(&self, limits: Limits) -> Result<quarterturn::Solver, BuildError> {
        let search = match self.guide {
            Guide::None(search) => search,
            _ => SearchKind::default(),
        };
        // What an exact search keeps is not chosen.
        let width = (limits.width > 0).then_some(limits.width);
        let settings = Settings {
            search: Some(search),
            width: width.filter(|_| search.takes().contains(&"--width")),
            time_limit: (limits.seconds > 0.0).then(|| Duration::from_secs_f64(limits.seconds)),
            target_length: u16::try_from(limits.target_length).ok().filter(|&n| n > 0),
            ..Settings::default()
        };
        let builder = quarterturn::Solver::builder()
            .puzzle(&self.puzzle)
            .settings(settings);
        match &self.guide {
            Guide::Network(model) => builder.loaded_model(Model::clone(model)).build(),
            Guide::Named(name) => builder.model(name).build(),
            Guide::None(_) => builder.build(),
        }
    }
}
