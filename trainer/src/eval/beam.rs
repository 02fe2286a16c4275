//! Beam search on fixed held-out scrambles, through the library that will use the weights.

use super::Searched;
use crate::puzzle::{self, Visitor};
use quarterturn::Limits;
use quarterturn::eval::Evaluator;
use quarterturn::puzzles::{Seeded, Text};
use quarterturn::search::{Beam, Search};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The scrambles and the width of a benchmark.
#[derive(Clone, Debug)]
pub struct Benchmark {
    /// States kept per depth.
    pub width: usize,
    /// Lengths of the scrambles.
    pub depths: Vec<usize>,
    /// Scrambles of each length.
    pub scrambles: usize,
    /// If none of the first `patience` scrambles of a length is solved, the others count as unsolved.
    pub patience: usize,
    /// The time for all scrambles of a length; those that are left then count as unsolved.
    pub time: Option<Duration>,
}

/// The results of beam search on scrambles of one length.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Solved {
    /// States kept per depth.
    pub width: usize,
    /// Moves in each scramble.
    pub depth: usize,
    /// Number of scrambles.
    pub scrambles: usize,
    /// How many were solved.
    pub solved: usize,
    /// Mean length of the solutions.
    pub mean_length: f64,
    /// Mean number of states evaluated.
    pub evaluated: f64,
    /// Mean seconds of a search.
    pub seconds: f64,
}

/// Solves the benchmark's scrambles of the puzzle of that name; the same ones every time. When `stop` is
/// set, it ends at once, and the results of the scrambles that were left mean nothing. `None` if there is no such puzzle.
pub fn run(
    puzzle: &str,
    searched: Searched<'_>,
    benchmark: &Benchmark,
    stop: &Arc<AtomicBool>,
) -> Option<Vec<Solved>> {
    let run = Run {
        searched,
        benchmark,
        stop,
    };
    puzzle::visit(puzzle, run)
}

/// The longest solution that is looked for, for a scramble of `depth` moves.
pub(super) fn most_moves(depth: usize) -> usize {
    2 * depth.max(10)
}

struct Run<'a, 'n> {
    searched: Searched<'n>,
    benchmark: &'a Benchmark,
    stop: &'a Arc<AtomicBool>,
}

impl Visitor for Run<'_, '_> {
    type Output = Vec<Solved>;

    fn visit<P: Text>(self, puzzle: &P) -> Self::Output {
        let evaluator: Arc<dyn Evaluator<P> + '_> = self.searched.evaluator(puzzle);
        let beam = Beam::new(evaluator, self.benchmark.width);
        let depths = self.benchmark.depths.iter();
        let at = |&depth| at_depth(puzzle, &beam, self.benchmark, depth, self.stop);
        depths.map(at).collect()
    }
}

fn at_depth<P: Text>(
    puzzle: &P,
    beam: &impl Search<P>,
    benchmark: &Benchmark,
    depth: usize,
    stop: &Arc<AtomicBool>,
) -> Solved {
    let rng = &mut Seeded::new(depth as u64);
    let limits = Limits {
        max_length: most_moves(depth),
        cancel: Arc::clone(stop),
        ..Limits::default()
    };
    let count = benchmark.scrambles;
    let (mut tried, mut solved, mut length) = (0, 0, 0);
    let (mut evaluated, mut seconds) = (0, 0.0);
    let started = Instant::now();
    let left = || {
        let left = |time: Duration| time.saturating_sub(started.elapsed());
        benchmark.time.map(left)
    };
    let hopeful = |tried, solved| solved > 0 || tried < benchmark.patience;
    let goes_on = || !stop.load(Ordering::Relaxed) && left() != Some(Duration::ZERO);
    while tried < count && hopeful(tried, solved) && goes_on() {
        let (_, state) = puzzle.scramble(rng, depth);
        let limits = Limits {
            time: left(),
            ..limits.clone()
        };
        let outcome = beam.run(puzzle, &state, &limits);
        if let Some(solution) = &outcome.solution {
            solved += 1;
            length += solution.len();
        }
        evaluated += outcome.counters.evaluated;
        seconds += outcome.elapsed.as_secs_f64();
        tried += 1;
    }
    Solved {
        width: benchmark.width,
        depth,
        scrambles: count,
        solved,
        mean_length: length as f64 / solved.max(1) as f64,
        evaluated: evaluated as f64 / tried.max(1) as f64,
        seconds: seconds / tried.max(1) as f64,
    }
}
