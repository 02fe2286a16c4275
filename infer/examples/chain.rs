//! How short solutions without a network become with time: `cargo run --release --example chain -- FILE STATES SECONDS`.
//!
//! Random states of a puzzle, each solved by the chain within a time limit. Every solution is replayed by the library.

use quarterturn::solver::SearchKind;
use quarterturn::{Puzzle, Solver};
use std::error::Error;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Seconds after which lengths are compared; at 0 that of the first solution.
const MARKS: [f64; 4] = [0.0, 1.0, 10.0, 60.0];

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, states, seconds] = &args[..] else {
        return Err("give a file, a number of states, and seconds for each".into());
    };
    let puzzle = Puzzle::open(file)?;
    let limit = Duration::from_secs(seconds.parse()?);
    let solver = Solver::builder().puzzle(&puzzle).build()?;
    let (states, mut lengths) = (states.parse()?, MARKS.map(|_| Vec::new()));
    // The first state waits until the puzzle is known.
    let warm = solver
        .request_for(puzzle.random(states))
        .search(SearchKind::Chain);
    let warm = warm.time_limit(Duration::from_millis(1)).run()?;
    println!(
        "{file}: {} stickers, ready in {:.1?}",
        stickers(&puzzle),
        warm.elapsed
    );
    for seed in 0..states {
        let told = Arc::new(Mutex::new(Vec::new()));
        let better = told.clone();
        let request = solver
            .request_for(puzzle.random(seed))
            .search(SearchKind::Chain);
        let answer = request.time_limit(limit).on_better(move |found| {
            if let Ok(mut better) = better.lock() {
                better.push((found.elapsed.as_secs_f64(), found.solution.length()));
            }
        });
        let answer = answer.run()?;
        let told = told.lock().map_err(|_| "a search failed")?;
        let Some(&(first, _)) = told.first() else {
            println!("seed {seed}: {:?}", answer.stopped);
            continue;
        };
        for (mark, lengths) in MARKS.iter().zip(&mut lengths) {
            let by = told.iter().filter(|(at, _)| *at <= mark.max(first));
            lengths.extend(by.map(|&(_, length)| length).min());
        }
    }
    for (mark, lengths) in MARKS
        .iter()
        .zip(&lengths)
        .filter(|(_, lengths)| !lengths.is_empty())
    {
        let mean = lengths.iter().sum::<usize>() as f64 / lengths.len() as f64;
        let worst = lengths.iter().max().copied().unwrap_or_default();
        println!(
            "after {mark} s: mean {mean:.1}, worst {worst}, of {} solved",
            lengths.len()
        );
    }
    Ok(())
}

fn stickers(puzzle: &Puzzle) -> usize {
    puzzle
        .described()
        .map_or(0, |described| described.tables.stickers())
}
