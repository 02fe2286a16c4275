//! Fixed random states that show how well a network solves, beside their exact distances where those are found.

use crate::progress::tell;
use quarterturn::models::Model;
use quarterturn::puzzles::{Puzzle, State};
use quarterturn::solver::{BuildError, SearchKind, Settings, Solver};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How many states.
const STATES: u64 = 20;
/// States that a beam keeps at each depth.
const WIDTH: u32 = 1024;
/// The time for one exact search, and for all of them; of the time for everything at most a part, as a divisor.
const EXACT: Duration = Duration::from_millis(500);
const ALL_EXACT: Duration = Duration::from_secs(5);
const PART: u32 = 12;
/// The least time for the test, and the time between two lines about it.
const LEAST: Duration = Duration::from_secs(2);
const QUIET: Duration = Duration::from_secs(10);
/// If none of this many states is solved, the others are not either.
const PATIENCE: usize = 5;

/// The states of a puzzle.
#[derive(Debug)]
pub struct Probe {
    puzzle: Puzzle,
    states: Vec<State>,
    /// The shortest solution of each state, where it was found.
    exact: Vec<Option<usize>>,
}

/// How a network solved them.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// Number of states that were tried to the end.
    pub states: usize,
    /// The length of each solution that was found, and the shortest, where it is known.
    pub lengths: Vec<(usize, Option<usize>)>,
}

impl Probe {
    /// The states, the same for every network of a puzzle. Those with an exact distance take up to five seconds, and a
    /// twelfth of `time`.
    ///
    /// # Errors
    /// [`BuildError`] where no solver can be made.
    pub fn new(
        puzzle: &Puzzle,
        time: Duration,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, BuildError> {
        let states: Vec<State> = (0..STATES).map(|seed| puzzle.random(seed)).collect();
        let mut exact = vec![None; states.len()];
        let settings = Settings {
            search: Some(SearchKind::Bidirectional),
            time_limit: Some(EXACT),
            ..Settings::default()
        };
        let solver = Solver::builder()
            .puzzle(puzzle)
            .settings(settings)
            .build()?;
        let started = Instant::now();
        for (state, exact) in states.iter().zip(&mut exact) {
            if started.elapsed() > ALL_EXACT.min(time / PART) || stop.load(Ordering::Relaxed) {
                break;
            }
            let found = solver.request_for(state.clone()).cancel(stop).run().ok();
            *exact = found.and_then(|answer| answer.length());
        }
        Ok(Self {
            puzzle: puzzle.clone(),
            states,
            exact,
        })
    }

    /// Solves them with a network, as many as it can until `end`, and says now and then how far it has come.
    ///
    /// # Errors
    /// [`BuildError`] where the network does not fit.
    pub fn solve(
        &self,
        model: Model,
        end: Instant,
        stop: &Arc<AtomicBool>,
    ) -> Result<Solved, BuildError> {
        let solver = Solver::builder()
            .puzzle(&self.puzzle)
            .loaded_model(model)
            .build()?;
        let (end, mut said) = (end.max(Instant::now() + LEAST), Instant::now());
        let (mut states, mut lengths) = (0, Vec::new());
        // A time limit would make the beams wider. The searches say whether they are to go on.
        let over = Arc::new(AtomicBool::new(false));
        let is_over = {
            let stop = Arc::clone(stop);
            move || stop.load(Ordering::Relaxed) || Instant::now() >= end
        };
        for (state, &exact) in self.states.iter().zip(&self.exact) {
            if is_over() || states >= PATIENCE && lengths.is_empty() {
                break;
            }
            if said.elapsed() >= QUIET {
                said = Instant::now();
                let (solved, all) = (lengths.len(), self.states.len());
                tell(&format!(
                    "test: {states} of {all} random states tried, {solved} solved"
                ));
            }
            let (flag, is_over) = (Arc::clone(&over), is_over.clone());
            let request = solver.request_for(state.clone()).width(WIDTH).cancel(&over);
            let request = request.on_progress(move |_| {
                if is_over() {
                    flag.store(true, Ordering::Relaxed);
                }
            });
            let found = request.run().ok();
            let length = found.and_then(|answer| answer.length());
            if length.is_none() && over.load(Ordering::Relaxed) {
                break;
            }
            states += 1;
            lengths.extend(length.map(|length| (length, exact)));
        }
        Ok(Solved { states, lengths })
    }
}

impl fmt::Display for Solved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let solved = self.lengths.len();
        if self.states == 0 {
            return write!(
                f,
                "there was no time for a test: not one beam of {WIDTH} states came to an end"
            );
        }
        write!(
            f,
            "beams of {WIDTH} states solve {solved} of {} random states",
            self.states
        )?;
        if solved == 0 {
            return Ok(());
        }
        let mean = |lengths: &[usize]| lengths.iter().sum::<usize>() as f64 / lengths.len() as f64;
        let all: Vec<usize> = self.lengths.iter().map(|(length, _)| *length).collect();
        write!(f, ", {:.2} moves on average", mean(&all))?;
        let known: Vec<(usize, usize)> = self
            .lengths
            .iter()
            .filter_map(|&(length, exact)| Some((length, exact?)))
            .collect();
        if known.is_empty() {
            return Ok(());
        }
        let (found, exact): (Vec<usize>, Vec<usize>) = known.into_iter().unzip();
        let best = found.iter().zip(&exact).filter(|(a, b)| a == b).count();
        write!(
            f,
            "; of the {} whose distance is known, {best} in the fewest moves ({:.2}, fewest {:.2})",
            found.len(),
            mean(&found),
            mean(&exact)
        )
    }
}
