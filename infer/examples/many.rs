//! Many states on all cores, until a time is over: `cargo run --release --example many`.

use quarterturn::Puzzle;
use quarterturn::solver::{Settings, Solver};
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let cube = Puzzle::named("cube3")?;
    let states: Vec<String> = (0..100).map(|seed| cube.random(seed).to_string()).collect();

    let cancel = Arc::new(AtomicBool::new(false));
    let settings = Settings {
        width: Some(1024),
        ..Settings::default()
    };
    let solver = Solver::builder()
        .settings(settings)
        .cancel(cancel.clone())
        .build()?;
    thread::spawn(move || {
        thread::sleep(Duration::from_secs(10));
        cancel.store(true, Ordering::Relaxed);
    });

    let started = Instant::now();
    let answers = solver.solve_many(&states);
    let solved = answers.iter().flatten().filter_map(|answer| answer.length);
    let (count, sum) = solved.fold((0, 0), |(count, sum), length| (count + 1, sum + length));
    println!(
        "{count} of {} solved in {:.2?}",
        states.len(),
        started.elapsed()
    );
    println!("mean length {:.2}", sum as f64 / f64::from(count.max(1)));
    Ok(())
}
