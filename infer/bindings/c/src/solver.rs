//! The search behind the interface.

use crate::answer::{Answer, MOVES, Status};
use quarterturn::core::cube::Cube3Qtm;
use quarterturn::core::device::read_cube;
use quarterturn::eval::{Evaluator, load};
use quarterturn::models::Model;
use quarterturn::search::{Anytime, Beam, Search};
use std::ffi::CStr;
use std::sync::Arc;
use std::time::Duration;

/// States per depth without a time limit, and of the first beams with one.
const WIDTH: u32 = 1 << 14;
const FIRST_WIDTH: u32 = 1 << 9;
/// No beam is wider: half a gigabyte.
const WIDEST: u32 = 1 << 20;
/// A year, in seconds: longer is no time limit that anyone means.
const LONGEST: f64 = 366.0 * 86_400.0;
/// A state and its inverse.
const VIEWS: usize = 2;

/// `struct quarterturn_host_limits`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    seconds: f64,
    target_length: u32,
    width: u32,
}

/// A network, ready for searches.
pub struct Solver {
    network: Arc<dyn Evaluator<Cube3Qtm>>,
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver").finish_non_exhaustive()
    }
}

impl Solver {
    /// With the embedded network; `None` is a defect.
    pub fn new() -> Option<Self> {
        let model = Model::embedded_for("cube3").ok()?;
        let network = load(&Cube3Qtm, &model.bytes).ok()?;
        Some(Self { network })
    }

    /// Reads and solves a cube.
    pub fn solve(&self, cube: &CStr, limits: Limits, answer: &mut Answer) -> Status {
        let Ok(cube) = cube.to_str() else {
            return answer.refuse(Status::Misuse, "the cube is not UTF-8 text");
        };
        if !(0.0..=LONGEST).contains(&limits.seconds) || limits.width > WIDEST {
            let why = "seconds are 0 or more, and a width is at most 1048576";
            return answer.refuse(Status::Misuse, why);
        }
        let mut reason = String::new();
        let Some(cube) = read_cube(cube, &mut reason) else {
            return answer.refuse(Status::Invalid, reason);
        };
        let search = self.search(limits);
        let outcome = search.run(&Cube3Qtm, &cube, &limits.of_a_search());
        match outcome.solution {
            Some(solution) => answer.solve(&solution),
            None => {
                let why = format_args!("no solution: {}", outcome.stopped.name());
                answer.refuse(Status::Unsolved, why)
            }
        }
    }

    /// Beams from both sides; with a time limit wider and wider ones.
    fn search(&self, limits: Limits) -> Anytime<Cube3Qtm> {
        let timed = limits.seconds > 0.0;
        let width = match limits.width {
            0 if timed => FIRST_WIDTH,
            0 => WIDTH,
            width => width,
        };
        let network = self.network.clone();
        let mut search = Anytime::new(move |doublings| {
            let wider = width.saturating_mul(1 << doublings).min(WIDEST);
            Box::new(Beam::new::<Cube3Qtm>(network.clone(), wider as usize))
        });
        search.views = VIEWS;
        search.sweep = VIEWS;
        if !timed && limits.target_length == 0 {
            search.attempts = VIEWS;
        }
        search
    }
}

impl Limits {
    fn of_a_search(self) -> quarterturn::Limits {
        quarterturn::Limits {
            time: (self.seconds > 0.0).then(|| Duration::from_secs_f64(self.seconds)),
            max_length: MOVES,
            target_length: (self.target_length > 0).then_some(self.target_length as usize),
            ..quarterturn::Limits::default()
        }
    }
}
