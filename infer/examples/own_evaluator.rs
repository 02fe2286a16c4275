//! A search with your own evaluator: any function from states to costs.
//! `cargo run --release --example own_evaluator`

use quarterturn::core::cube::{Cube2, Cube2Qtm};
use quarterturn::eval::{Evaluator, Heads, MOVE_COST, Outputs};
use quarterturn::search::{Bwas, Search};
use quarterturn::{Limits, Puzzle};

/// A quarter of the corners that are not where they belong: a turn moves four.
struct Misplaced;

impl Evaluator<Cube2Qtm> for Misplaced {
    fn heads(&self) -> Heads {
        Heads {
            value: true,
            q: false,
            policy: false,
        }
    }

    fn preferred_batch(&self) -> usize {
        64
    }

    fn evaluate(&self, _: &Cube2Qtm, states: &[Cube2], out: Outputs<'_>) {
        for (value, state) in out.value.iter_mut().zip(states) {
            let slots = state.corners.slots().iter().enumerate();
            let misplaced = slots.filter(|&(i, &slot)| usize::from(slot) != 3 * i);
            *value = misplaced.count() as i32 * MOVE_COST / 4;
        }
    }

    fn name(&self) -> &str {
        "misplaced"
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cube: Cube2 = "R U F' U2 R' F".parse()?;
    // It never overestimates, so λ = 1 and one state at a time make the solution a shortest one.
    let search = Bwas {
        lambda: 1.0,
        batch: 1,
        ..Bwas::new(Misplaced)
    };
    let outcome = search.run(&Cube2Qtm, &cube, &Limits::default());
    let solution = outcome.solution.ok_or("no solution")?;
    let names: Vec<&str> = solution.iter().map(|&mv| Cube2Qtm.move_name(mv)).collect();
    println!(
        "{} ({} expanded)",
        names.join(" "),
        outcome.counters.expanded
    );
    Ok(())
}
