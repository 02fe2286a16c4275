//! States a second that walks from the goal give, that are labelled, and that become features, on the
//! host and as tables: `cargo bench -p quarterturn-trainer --bench walks`.

use quarterturn::Puzzle;
use quarterturn::puzzles::Text;
use quarterturn_trainer::dynamics::{Dynamics, OnHost, Tables};
use quarterturn_trainer::labels::distance;
use quarterturn_trainer::puzzle::{self, Visitor};
use quarterturn_trainer::tensor;
use std::time::Instant;
use tch::Device;

/// States in a pool.
const STATES: i64 = 1 << 20;
/// Walks in a batch.
const BATCH: i64 = 160;
const ROUNDS: u64 = 5;

/// Walks of this number of steps.
struct Measure(i64);

impl Visitor for Measure {
    type Output = ();

    fn visit<P: Text>(self, puzzle: &P) {
        let host = OnHost::new(puzzle, Device::Cpu).expect("it can be trained");
        let mut all: Vec<(&str, Box<dyn Dynamics>)> = vec![("host", Box::new(host))];
        if let Some(tables) = Tables::new(puzzle, Device::Cpu) {
            all.push(("tables", Box::new(tables)));
        }
        for (how, dynamics) in all {
            print!("{:12} {how:8} {:>5}", Puzzle::name(puzzle), self.0);
            for rate in measure(dynamics.as_ref(), self.0) {
                print!(" {rate:>14.0}");
            }
            println!();
        }
    }
}

/// The best rates of walks, labels and features.
fn measure(dynamics: &dyn Dynamics, steps: i64) -> [f64; 3] {
    let mut best = [0.0f64; 3];
    for round in 0..ROUNDS {
        tensor::seed(1, 1, round);
        let start = Instant::now();
        let walks = dynamics.walks(STATES / steps, steps);
        let walked = STATES as f64 / start.elapsed().as_secs_f64();
        let start = Instant::now();
        let labels = distance::labels(&walks);
        let labelled = labels.numel() as f64 / start.elapsed().as_secs_f64();
        let batch = walks.narrow(0, BATCH);
        let start = Instant::now();
        let features = batch.states.features();
        let shown = features.size()[0] as f64 / start.elapsed().as_secs_f64();
        for (best, rate) in best.iter_mut().zip([walked, labelled, shown]) {
            *best = best.max(rate);
        }
    }
    best
}

fn main() {
    println!("threads: {}; states a second", tch::get_num_threads());
    println!(
        "{:12} {:8} {:>5} {:>14} {:>14} {:>14}",
        "puzzle", "how", "steps", "walks", "labels", "features"
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
