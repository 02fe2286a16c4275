//! `quarterturn analyse`: what many solutions have in common.

mod mirror;
mod print;
mod read;

use super::chart::{self, Along, Triplets};
use super::display::counted;
use super::error::{CliError, Exit};
use super::options::{INPUT, MetricArgs, OUTPUT, puzzle_of, puzzle_parser};
use super::stream;
use quarterturn::Puzzle;
use quarterturn::models::Model;
use quarterturn::puzzles::{Cube3Turns, Kind};
use quarterturn_core::Move;
use quarterturn_lab::along::{Costs, Step};
use quarterturn_lab::analysis::{Analysis, Band, Estimates, Pair, Symmetry};
use quarterturn_lab::blocks::Blocks;
use quarterturn_lab::networks;
use read::read;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;
use std::path::PathBuf;

/// Arguments of `analyse`.
#[derive(clap::Args)]
#[command(after_long_help = FORM)]
pub struct Args {
    /// What `solve` printed or wrote for many states; `-` for standard input
    #[arg(help_heading = INPUT, value_name = "SOLUTIONS")]
    solutions: PathBuf,
    /// The puzzle of the solutions [default: the puzzle of the network of --model, else cube3]
    #[arg(help_heading = INPUT, long = "puzzle", value_name = "NAME|FILE", value_parser = puzzle_parser())]
    given: Option<Puzzle>,
    /// The puzzle that is meant, once [`Args::settle`] has found it.
    #[arg(skip = Kind::Cube3(Cube3Turns::Quarter))]
    puzzle: Puzzle,
    #[command(flatten)]
    metric: MetricArgs,
    /// Solutions of the mirrored states, in the same order, to count how many are symmetric
    #[arg(help_heading = INPUT, long, value_name = "FILE")]
    mirrored: Option<PathBuf>,
    /// Show the first N pairs of solutions of --mirrored, move below move
    #[arg(help_heading = OUTPUT, long, value_name = "N", requires = "mirrored")]
    pairs: Option<usize>,
    /// An embedded network or a weight file, whose value head is evaluated along the solutions. It is compared
    /// with the moves left, which are the true cost if the solutions are shortest
    #[arg(help_heading = INPUT, long, value_name = "NAME|PATH")]
    model: Option<String>,
    /// Print moves that lead to the mirrored states, one state a line, as input for `solve`
    #[arg(help_heading = OUTPUT, long, conflicts_with_all = ["mirrored", "model", "json"])]
    mirror: bool,
    /// Draw how often triplets are used, into a file that ends in .svg or .png; with --model, what the network says by
    /// the moves left
    #[arg(help_heading = OUTPUT, long, value_name = "FILE", conflicts_with = "mirror", value_parser = chart::path)]
    plot: Option<PathBuf>,
    /// Print one JSON object
    #[arg(help_heading = OUTPUT, long)]
    json: bool,
}

const FORM: &str = "\
Solutions are lines of JSON (`solve --json`, `solve --out`), what `solve` prints for people, or
moves alone, one solution a line (`solve --quiet`), with `-` where there is none. In a quarter-turn
puzzle a half turn counts as two equal clockwise turns.
To find out how often solutions of mirrored states are symmetric:
  quarterturn solve --from STATES --json > one
  quarterturn analyse one --mirror | quarterturn solve - --json > other
  quarterturn analyse one --mirrored other --pairs 3
To draw what a network says along optimal solutions:
  quarterturn analyse OPTIMAL --model cube3-base --plot costs.svg";

#[derive(Serialize)]
struct Report {
    puzzle: String,
    metric: &'static str,
    #[serde(flatten)]
    analysis: Analysis,
    #[serde(skip_serializing_if = "Option::is_none")]
    corner_block: Option<Blocks>,
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetry: Option<Symmetry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pairs: Vec<Pair>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimates: Option<Estimates>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_moves_left: Vec<Band>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    costs: Vec<Costs>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    first_solution: Vec<Step>,
}

impl Args {
    /// See [`MetricArgs::settle`].
    pub fn settle(&mut self) -> Result<(), CliError> {
        let given = self.given.take().map(Ok);
        let named = || puzzle_of(self.model.as_deref()).transpose();
        if let Some(puzzle) = given.or_else(named).transpose()? {
            self.puzzle = puzzle;
        }
        self.metric.settle(&mut self.puzzle)
    }
}

/// Analyses a file of solutions.
pub fn run(args: &Args) -> Result<Exit, CliError> {
    let puzzle = &args.puzzle;
    let all = read(&args.solutions, puzzle)?;
    let solutions: Vec<&[Move]> = all.iter().flatten().map(Vec::as_slice).collect();
    if args.mirror {
        return mirror::scrambles(puzzle, &all);
    }
    if solutions.is_empty() {
        let path = args.solutions.display();
        return Err(CliError::Invalid(format!("{path} holds no solution")));
    }
    let mirrored = match &args.mirrored {
        Some(path) => {
            let other = read(path, puzzle)?;
            Some(mirror::symmetry(
                puzzle,
                &all,
                &other,
                args.pairs.unwrap_or(0),
            )?)
        }
        None => None,
    };
    let (symmetry, pairs) = mirrored.unzip();
    let mut report = Report {
        puzzle: puzzle.name().into(),
        metric: puzzle.metric().name(),
        analysis: Analysis::of(puzzle, &solutions),
        corner_block: Blocks::of(puzzle, &solutions),
        symmetry,
        pairs: pairs.unwrap_or_default(),
        model: None,
        estimates: None,
        by_moves_left: Vec::new(),
        costs: Vec::new(),
        first_solution: Vec::new(),
    };
    if let Some(name) = &args.model {
        let model = Model::find(name)?;
        let values = networks::values_along(puzzle, &model, &solutions)?;
        report.estimates = Estimates::of(&values);
        report.by_moves_left = Band::all(&values);
        report.costs = Costs::all(&values);
        report.first_solution = Step::first(&values);
        report.model = Some(model.name);
    }
    if let Some(path) = &args.plot {
        report.plot(path)?;
    }
    if args.json {
        io::stdout().write_all(&stream::json(&report)?)?;
    } else {
        report.print()?;
    }
    Ok(Exit::Done)
}

impl Report {
    /// Draws what the network says, or the triplets where there is none.
    fn plot(&self, path: &Path) -> Result<(), CliError> {
        let solutions = counted(self.analysis.solutions, "solution");
        let of = format!("{}: {solutions} ({})", self.puzzle, self.metric);
        let nothing = |what| Err(CliError::Invalid(format!("no solution has {what} to draw")));
        match &self.model {
            Some(_) if self.costs.is_empty() => nothing("a move"),
            None if self.analysis.triplets == 0 => nothing("three moves"),
            Some(model) => Along {
                title: format!("{of}, {model}"),
                costs: &self.costs,
                first: &self.first_solution,
            }
            .save(path),
            None => Triplets {
                title: of,
                analysis: &self.analysis,
            }
            .save(path),
        }
    }
}
