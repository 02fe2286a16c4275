//! One state: `cargo run --release --example solve -- "R U2 F' L D' B2"`.

use quarterturn::Solver;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let input = std::env::args().nth(1);
    let solver = Solver::builder().puzzle("cube3").build()?;
    let answer = solver.solve(input.as_deref().unwrap_or("R U2 F' L D' B2"))?;
    println!("{answer} in {:?}", answer.elapsed);
    Ok(())
}
