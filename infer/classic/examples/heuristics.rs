//! Seconds that a heuristic takes for a state: networks singly and in batches, and pattern databases.
//!
//! ```console
//! $ RAYON_NUM_THREADS=1 cargo run --release -p quarterturn-classic --example heuristics
//! ```
//!
//! These are the rows of DeepCubeA's Table 3. Tables that are not in the user's cache yet are made first.

use quarterturn::Puzzle;
use quarterturn::eval;
use quarterturn::models::Model;
use quarterturn::puzzles::{Text, Visitor};
use quarterturn_classic::{Classical, folder};
use quarterturn_lab::networks::speed_of;
use std::error::Error;

const PUZZLES: [&str; 7] = [
    "cube3",
    "puzzle15",
    "puzzle24",
    "puzzle35",
    "puzzle48",
    "lightsout7",
    "sokoban",
];
/// States in a batch.
const BATCHES: [usize; 2] = [1, 1 << 14];
/// Seconds of each measurement at least.
const SECONDS: f64 = 1.0;

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "| puzzle | network, singly | by {} | pattern databases, singly |",
        BATCHES[1]
    );
    println!("|---|---|---|---|");
    for name in PUZZLES {
        let row = Puzzle::named(name)?.visit(Row)?;
        println!("| `{name}` | {} |", row.join(" | "));
    }
    Ok(())
}

struct Row;

impl Visitor for Row {
    type Output = Result<Vec<String>, Box<dyn Error>>;

    fn visit<P: Text>(self, puzzle: &P) -> Self::Output {
        let model = Model::embedded_for(puzzle.family())?;
        let network = eval::load(puzzle, &model.bytes)?;
        let speeds = speed_of(puzzle, &*network, &BATCHES, SECONDS);
        let mut row: Vec<String> = speeds.into_iter().map(seconds).collect();
        let kind = match puzzle.family() {
            "cube3" => Classical::Korf(folder(None)?),
            _ => Classical::patterns(None),
        };
        // Some puzzles have no such tables.
        let bound = kind.build(puzzle, &|_| {}).ok();
        row.push(match bound.map(|made| made.bound) {
            Some(bound) => speed_of(puzzle, &*bound, &BATCHES[..1], SECONDS)
                .into_iter()
                .map(seconds)
                .collect(),
            None => String::new(),
        });
        Ok(row)
    }
}

fn seconds((_, speed): (usize, f64)) -> String {
    format!("{:.1e}", 1.0 / speed)
}
