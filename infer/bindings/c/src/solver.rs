//! The solver behind the interface, on the library's [`quarterturn::Solver`].

use crate::answer::{Answer, MOVES, Status};
use quarterturn::solver::{BuildError, RequestError, Setting, Settings, SolveError};
use std::ffi::CStr;
use std::time::Duration;

/// No beam is wider: half a gigabyte.
pub const WIDEST: u32 = 1 << 20;
/// A year, in seconds: longer is no time limit that anyone means.
pub const LONGEST: f64 = 366.0 * 86_400.0;

/// `struct quarterturn_host_limits`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    seconds: f64,
    target_length: u32,
    width: u32,
}

/// A puzzle and what guides its searches: made once, for all requests.
#[derive(Debug)]
pub struct Solver(pub quarterturn::Solver);

impl Solver {
    /// A puzzle with a model by its name or the path of its file; where none is named, with the embedded
    /// one, or without a network by an exact search.
    pub fn of(puzzle: &str, model: Option<&str>) -> Result<Self, BuildError> {
        let mut builder = quarterturn::Solver::builder().puzzle(puzzle);
        if let Some(name) = model {
            builder = builder.model(name);
        }
        builder.build().map(Self)
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
        let request = match self.0.request(state) {
            Ok(request) => request,
            Err(refusal) => {
                let hint = refusal.hint.map(|hint| format!("; {hint}"));
                let why = refusal.message + &hint.unwrap_or_default();
                return answer.refuse(Status::Invalid, why);
            }
        };
        let request = request.settings(self.settings(limits)).max_length(MOVES);
        match request.run() {
            Ok(found) => match &found.solution {
                Some(solution) => answer.solve(solution),
                None => {
                    let why = format_args!("no solution: {}", found.stopped.name());
                    answer.refuse(Status::Unsolved, why)
                }
            },
            Err(error @ RequestError::Solve(SolveError::Refused(_) | SolveError::NoSolution)) => {
                answer.refuse(Status::Invalid, error)
            }
            Err(error) => answer.refuse(Status::Internal, error),
        }
    }

    /// What the limits ask for.
    fn settings(&self, limits: Limits) -> Settings {
        let search = self.0.settings().kind();
        // What an exact search keeps is not chosen.
        let width = (limits.width > 0).then_some(limits.width);
        Settings {
            width: width.filter(|_| search.takes(Setting::Width)),
            time_limit: (limits.seconds > 0.0).then(|| Duration::from_secs_f64(limits.seconds)),
            target_length: u16::try_from(limits.target_length).ok().filter(|&n| n > 0),
            ..Settings::default()
        }
    }
}
