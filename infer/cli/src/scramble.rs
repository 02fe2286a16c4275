//! `quarterturn scramble`: states to solve.

use super::error::{CliError, Exit};
use super::options::{MetricArgs, puzzle_parser};
use super::stream;
use quarterturn::Puzzle;
use quarterturn::puzzles::{LONGEST_SCRAMBLE, Scramble, Seeded};
use serde::Serialize;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};

/// Moves of a scramble by default: more than the diameter of every cube here.
const LENGTH: u32 = 30;

/// Arguments of `scramble`.
#[derive(clap::Args)]
pub struct Args {
    /// The puzzle, or a file that defines one: GAP, KPuzzle, ksolve or twsearch, or Kaggle's; FILE#NAME is one of
    /// a file of several. puzzle3x4 is sliding tiles in 3 rows and 4 columns, and so on from 2 to 7
    #[arg(long, value_name = "NAME|FILE", default_value = "cube3", value_parser = puzzle_parser())]
    puzzle: Puzzle,
    #[command(flatten)]
    metric: MetricArgs,
    /// Number of scrambles
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,
    /// Number of random moves. Where another is possible, no move undoes the one before it
    /// or, in half turns, turns the same face again
    #[arg(long, value_name = "N", conflicts_with = "random_state", default_value_t = LENGTH,
          value_parser = clap::value_parser!(u32).range(..=LONGEST_SCRAMBLE as i64))]
    length: u32,
    /// Draw uniformly random states, and print them in the puzzle's own text form
    #[arg(long)]
    random_state: bool,
    /// Seed: the same seed makes the same scrambles [default: another one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    puzzle: &'a str,
    metric: &'a str,
    moves: Option<&'a str>,
    length: Option<usize>,
    state: &'a str,
    seed: u64,
    index: u64,
}

impl Args {
    /// See [`MetricArgs::settle`].
    pub fn settle(&mut self) -> Result<(), CliError> {
        self.metric.settle(&mut self.puzzle)
    }
}

/// Prints scrambles.
pub fn run(args: &Args) -> Result<Exit, CliError> {
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    let mut rng = Seeded::new(seed);
    let length = (!args.random_state).then_some(args.length);
    let mut out = io::BufWriter::new(io::stdout().lock());
    for index in 0..args.count {
        let scramble = args.puzzle.draw(&mut rng, length.map(|n| n as usize));
        let Scramble {
            moves,
            length: made,
            state,
        } = scramble;
        let state = state.to_string();
        let moves = moves.as_deref();
        if args.json {
            let (puzzle, metric) = (args.puzzle.name(), args.puzzle.metric().name());
            let report = Report {
                puzzle,
                metric,
                moves,
                length: made.or(length.map(|n| n as usize)),
                state: &state,
                seed,
                index,
            };
            out.write_all(&stream::json(&report)?)?;
        } else {
            writeln!(out, "{}", moves.unwrap_or(&state))?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}
