//! A robot that cannot turn the bottom face, and for which half turns are expensive.
//! `cargo run --release --example costs`

use quarterturn::Solver;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let solver = Solver::builder()
        .puzzle("cube3-htm")
        .costs("half = 1.5\nfaces.D = inf")
        .build()?;
    let answer = solver.solve("R U2 D F' L2")?;
    let solution = answer.solution.ok_or("no solution")?;
    println!("{solution} at a cost of {:?}", solution.cost());
    Ok(())
}
