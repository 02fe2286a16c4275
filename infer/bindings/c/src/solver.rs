//! The solver behind the interface: the library's front door.

use crate::answer::{Answer, MOVES, Status};
use quarterturn::models::Model;
use quarterturn::solver::{BuildError, Settings, SolveError};
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

/// A puzzle and its network, ready for searches.
#[derive(Debug)]
pub struct Solver {
    puzzle: String,
    /// None stands for the puzzle's own bound.
    model: Option<Model>,
}

impl Solver {
    /// The 3×3×3 cube with the embedded network; `None` is a defect.
    pub fn new() -> Option<Self> {
        Self::of("cube3", None).ok()
    }

    /// A puzzle with a model by its name or the path of its file, or the embedded one.
    pub fn of(puzzle: &str, model: Option<&str>) -> Result<Self, BuildError> {
        let mut builder = quarterturn::Solver::builder().puzzle(puzzle);
        if let Some(name) = model {
            builder = builder.model(name);
        }
        let built = builder.build()?;
        Ok(Self {
            puzzle: puzzle.to_owned(),
            model: built.model().cloned(),
        })
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
                let hint = refusal.hint.unwrap_or_default();
                let why = format_args!("{}; {hint}", refusal.message);
                return answer.refuse(Status::Invalid, why);
            }
        };
        let limits = quarterturn::Limits {
            max_length: MOVES,
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
        let settings = Settings {
            width: (limits.width > 0).then_some(limits.width),
            time_limit: (limits.seconds > 0.0).then(|| Duration::from_secs_f64(limits.seconds)),
            target_length: u16::try_from(limits.target_length).ok().filter(|&n| n > 0),
            ..Settings::default()
        };
        let builder = quarterturn::Solver::builder()
            .puzzle(&self.puzzle)
            .settings(settings);
        match &self.model {
            Some(model) => builder.loaded_model(model.clone()).build(),
            None => builder.model("bound").build(),
        }
    }
}
