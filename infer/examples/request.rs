//! One solver, requests that differ: `cargo run --release --example request`.

use quarterturn::{Puzzle, Solver};
use std::error::Error;
use std::time::Duration;

/// Solves.
///
/// # Errors
/// Whatever went wrong, in words.
pub fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = Puzzle::named("cube3")?;
    let solver = Solver::new(&puzzle)?;
    let state = puzzle.scramble(1, 20).state;
    print!("{}", state.picture(false));
    for width in [64, 1024] {
        let answer = solver.request_for(state.clone()).width(width).run()?;
        println!("width {width}: {answer}");
    }
    let answer = solver
        .request("R U2 F' L D' B2")?
        .time_limit(Duration::from_secs(1))
        .on_better(|better| println!("so far {}", better.solution))
        .run()?;
    println!("{answer}");
    Ok(())
}
