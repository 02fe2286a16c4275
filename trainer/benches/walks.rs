//! States a second that walks from the goal give, that are labelled, and that become features:
//! `cargo bench -p quarterturn-trainer --bench walks`.

use quarterturn::puzzles::Text;
use quarterturn_core::Puzzle;
use quarterturn_trainer::dynamics::{Dynamics, OnHost};
use quarterturn_trainer::labels::distance;
use quarterturn_trainer::puzzle::{self, Visitor};
use quarterturn_trainer::random::seeded;
use quarterturn_trainer::threads;
use std::time::Instant;

/// States in a pool.
const STATES: usize = 1 << 20;
/// Walks in a batch.
const BATCH: usize = 160;
const ROUNDS: u64 = 5;

/// Walks of this number of steps.
struct Measure(usize);

impl Visitor for Measure {
    type Output = ();

    fn visit<P: Text>(self, puzzle: &P) {
        let dynamics = OnHost::new(puzzle).expect("it can be trained");
        print!("{:12} {:>5}", Puzzle::name(puzzle), self.0);
        for rate in measure(&dynamics, self.0) {
            print!(" {rate:>14.0}");
        }
        println!();
    }
}

/// The best rates of walks, labels and features.
fn measure(dynamics: &dyn Dynamics, steps: usize) -> [f64; 3] {
    let mut best = [0.0f64; 3];
    for round in 0..ROUNDS {
        let start = Instant::now();
        let walks = dynamics.walks(&mut seeded(1, 1, round), STATES / steps, steps);
        let walked = STATES as f64 / start.elapsed().as_secs_f64();
        let start = Instant::now();
        let labels = distance::labels(&walks);
        let labelled = labels.len() as f64 / start.elapsed().as_secs_f64();
        let batch = walks.narrow(0..BATCH);
        let start = Instant::now();
        let features = batch.states.features();
        let shown =
            (features.len() / dynamics.shape().active) as f64 / start.elapsed().as_secs_f64();
        for (best, rate) in best.iter_mut().zip([walked, labelled, shown]) {
            *best = best.max(rate);
        }
    }
    best
}

fn main() {
    println!("threads: {}; states a second", threads::count());
    println!(
        "{:12} {:>5} {:>14} {:>14} {:>14}",
        "puzzle", "steps", "walks", "labels", "features"
    );
    for (name, steps) in [
        ("cube3", 26),
        ("cube3-htm", 20),
        ("cube2", 17),
        ("puzzle15", 100),
        ("puzzle48", 300),
        ("lightsout7", 49),
    ] {
        puzzle::visit(name, Measure(steps)).expect("a puzzle");
    }
}
