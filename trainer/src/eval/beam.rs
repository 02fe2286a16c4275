//! Beam search on fixed held-out scrambles, through the library that will use the weights.

use quarterturn::eval::Evaluator;
use quarterturn::search::{Beam, Search};
use quarterturn::{Limits, Move, Puzzle};
use quarterturn_core::random::random_moves;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What beam search achieves on scrambles of one length.
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

/// Solves `count` scrambles of each of the given lengths; the same ones every time. Gives up on
/// what is left when `stop` is set.
pub fn run<P: Puzzle, E: Evaluator<P>>(
    puzzle: &P,
    evaluator: E,
    width: usize,
    depths: &[usize],
    count: usize,
    stop: &Arc<AtomicBool>,
) -> Vec<Solved> {
    let beam = Beam::new::<P>(evaluator, width);
    depths
        .iter()
        .map(|&d| at_depth(puzzle, &beam, width, d, count, stop))
        .collect()
}

/// Moves that a solution of a scramble of so many may have.
pub(super) fn most_moves(depth: usize) -> usize {
    2 * depth.max(10)
}

fn at_depth<P: Puzzle>(
    puzzle: &P,
    beam: &impl Search<P>,
    width: usize,
    depth: usize,
    count: usize,
    stop: &Arc<AtomicBool>,
) -> Solved {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(depth as u64);
    let limits = Limits {
        max_length: most_moves(depth),
        cancel: Arc::clone(stop),
        ..Limits::default()
    };
    let goal = puzzle.goal().expect("puzzles with one goal are trained");
    let (mut solved, mut length, mut evaluated, mut seconds) = (0, 0, 0, 0.0);
    for _ in 0..count {
        let scramble: Vec<Move> = random_moves(puzzle, goal, rng, depth).collect();
        let outcome = beam.run(puzzle, &puzzle.apply_all(&goal, &scramble), &limits);
        if let Some(solution) = &outcome.solution {
            solved += 1;
            length += solution.len();
        }
        evaluated += outcome.counters.evaluated;
        seconds += outcome.elapsed.as_secs_f64();
    }
    Solved {
        width,
        depth,
        scrambles: count,
        solved,
        mean_length: length as f64 / solved.max(1) as f64,
        evaluated: evaluated as f64 / count.max(1) as f64,
        seconds: seconds / count.max(1) as f64,
    }
}
