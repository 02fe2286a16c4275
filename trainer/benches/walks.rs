//! States a second that walks from the goal give, that are labelled, that become features, and that children give with
//! their features, on the host and by LibTorch from the puzzle's tables:
//! `cargo bench -p quarterturn-trainer --bench walks`.

use quarterturn::puzzles::Text;
use quarterturn_core::Puzzle;
use quarterturn_trainer::dynamics::{Dynamics, OnHost, States};
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

/// States whose children are made at once.
const PARENTS: usize = 1 << 12;

/// The best rates of walks, labels, features, and children in both ways.
fn measure(dynamics: &dyn Dynamics, steps: usize) -> [f64; 5] {
    let mut best = [0.0f64; 5];
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
        let parents = || walks.states.narrow(0..PARENTS);
        let [here, there] = children(dynamics, &parents);
        for (best, rate) in best.iter_mut().zip([walked, labelled, shown, here, there]) {
            *best = best.max(rate);
        }
    }
    best
}

/// Children a second with their features: on the host, and by tables.
#[cfg(feature = "libtorch")]
fn children(dynamics: &dyn Dynamics, parents: &dyn Fn() -> Box<dyn States>) -> [f64; 2] {
    use quarterturn_trainer::libtorch::field::Ground;
    let host = Some(Ground::new(dynamics, tch::Device::Cpu));
    let tables = Ground::by_tables(dynamics, tch::Device::Cpu);
    [host, tables].map(|ground| {
        ground.map_or(f64::NAN, |ground| {
            let (parents, start) = (parents(), Instant::now());
            let children = ground.place(parents).offspring().states;
            let _ = children.features();
            children.count() as f64 / start.elapsed().as_secs_f64()
        })
    })
}

/// Without LibTorch on the host alone.
#[cfg(not(feature = "libtorch"))]
fn children(_: &dyn Dynamics, parents: &dyn Fn() -> Box<dyn States>) -> [f64; 2] {
    let (parents, start) = (parents(), Instant::now());
    let children = parents.children().states;
    let _ = children.features();
    [
        children.count() as f64 / start.elapsed().as_secs_f64(),
        f64::NAN,
    ]
}

fn main() {
    println!("threads: {}; states a second", threads::count());
    println!(
        "{:12} {:>5} {:>14} {:>14} {:>14} {:>14} {:>14}",
        "puzzle", "steps", "walks", "labels", "features", "children", "by tables"
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
