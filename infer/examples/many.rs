//! Many states on all cores, until a time is over: `cargo run --release --example many`.

use quarterturn::solver::{Answer, Settings, Solver};
use quarterturn::{Puzzle, Refusal};
use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
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
    let solver = Solver::builder().settings(settings).build()?;
    let stop = cancel.clone();
    thread::spawn(move || {
        thread::sleep(Duration::from_secs(10));
        stop.store(true, Ordering::Relaxed);
    });

    let started = Instant::now();
    let request = |text: &String| Ok(solver.request(text)?.cancel(&cancel));
    let requests: Vec<_> = states.iter().map(request).collect::<Result<_, Refusal>>()?;
    let answers = Mutex::new(Vec::new());
    solver.run_many(&requests, |_, answer| {
        let Ok(mut answers) = answers.lock() else {
            return;
        };
        answers.extend(answer);
    });
    let answers = answers.into_inner().unwrap_or_default();
    let solved = answers.iter().filter_map(Answer::length);
    let (count, sum) = solved.fold((0, 0), |(count, sum), length| (count + 1, sum + length));
    println!(
        "{count} of {} solved in {:.2?}",
        states.len(),
        started.elapsed()
    );
    println!("mean length {:.2}", sum as f64 / f64::from(count.max(1)));
    Ok(())
}
