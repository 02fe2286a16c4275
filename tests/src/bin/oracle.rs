//! The text that the program prints, judged by the sticker model: all puzzles, searches and prices.
//!
//! `cargo build --release && cargo run --release -p quarterturn-tests --bin oracle -- --states 1400`

use clap::Parser;
use quarterturn_support::beside;
use quarterturn_support::oracle::{Tally, cells};
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

/// Has states of every puzzle solved by every search, with and without prices, and judges what is
/// printed.
#[derive(Parser)]
struct Args {
    /// States a cell
    #[arg(long, default_value_t = 200)]
    states: usize,
    /// The program [default: quarterturn, in the folder of this program]
    #[arg(long)]
    binary: Option<PathBuf>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args = Args::parse();
    let binary = args.binary.map_or_else(|| beside("quarterturn"), Ok)?;
    let folder = std::env::temp_dir().join(format!("quarterturn-oracle-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    println!(
        "{:10} {:10} {:34} {:>7} {:>7}  failures",
        "puzzle", "prices", "search", "tried", "solved"
    );
    let mut all = Tally::default();
    for (i, cell) in cells().iter().enumerate() {
        let tally = cell.run(&binary, &folder, args.states, args.seed + i as u64)?;
        let (puzzle, prices) = (
            cell.puzzle.name,
            format!("{:?}", cell.pricing).to_lowercase(),
        );
        let Tally { tried, solved, .. } = tally;
        let (words, failures) = (cell.search.words, tally.failures());
        let kinds: Vec<String> = tally
            .faults
            .iter()
            .map(|(k, n)| format!("{k} {n}"))
            .collect();
        let kinds = kinds.join(", ");
        println!("{puzzle:10} {prices:10} {words:34} {tried:7} {solved:7}  {failures} {kinds}");
        tally
            .examples
            .iter()
            .for_each(|example| eprintln!("FAILED {example}"));
        all.tried += tried;
        all.solved += solved;
        for (kind, n) in tally.faults {
            *all.faults.entry(kind).or_default() += n;
        }
    }
    std::fs::remove_dir_all(folder)?;
    println!(
        "{} tried, {} solved, {} failures {:?}",
        all.tried,
        all.solved,
        all.failures(),
        all.faults
    );
    Ok(if all.failures() == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
