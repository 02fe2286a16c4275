//! `quarterturn compare`: learned searches beside classical solvers on the same states.

mod depths;
mod plot;
mod report;
mod solver;

use super::chart::{self, Distribution};
use super::display::counted;
use super::error::{CliError, Exit};
use super::interrupt::Interrupt;
use super::options::{self, INPUT, MetricArgs, OUTPUT, puzzle_parser};
use super::stream;
use super::suites::Suite;
use clap::ArgGroup;
use quarterturn::Puzzle;
use quarterturn_lab::units::{about, time};
use report::Report;
use solver::Entry;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  quarterturn compare --random 20 --length 12
  quarterturn compare --suite states.tsv --limit 30 --plot compare.svg
  quarterturn compare --random 50 --depths 20 --solver greedy --solver mcts --plot depths.svg
  quarterturn compare --random 10 --solver \"beam --width 65536\" --solver \"bwas --lambda 0.8\"

A solver is a search with its options, as `quarterturn solve --search` takes them,
or one of
  two-phase          Kociemba's algorithm: an answer of at most 21 face turns. It
                     minimises the number of face turns and has no time limit
  two-phase anytime  the same, for fewer and fewer face turns, until the time is over
                     (without --time-limit: one second)
  korf               optimal: iterative-deepening A* with pattern databases of 120 MB.
                     87 MB of them are made in about 20 seconds and kept in the cache
                     folder. Beyond 17 quarter turns it needs minutes
  patterns           optimal, for sliding tiles up to 6×6: iterative-deepening A*
                     with additive pattern databases, which are made in seconds (6×6:
                     423 MB, in minutes) and kept in the cache folder";

/// Arguments of `compare`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, group = ArgGroup::new("states").required(true).args(["suite", "random"]))]
pub struct Args {
    /// The puzzle, or a file that defines one: GAP, KPuzzle, ksolve or twsearch, or Kaggle's; FILE#NAME is one of
    /// a file of several. puzzle3x4 is sliding tiles in 3 rows and 4 columns, and so on from 2 to 7
    #[arg(long, value_name = "NAME|FILE", default_value = "cube3", value_parser = puzzle_parser())]
    puzzle: Puzzle,
    #[command(flatten)]
    metric: MetricArgs,
    /// States to solve, as `bench --suite` takes them
    #[arg(help_heading = INPUT, long, value_name = "FILE", conflicts_with_all = ["random", "length", "depths", "seed"])]
    suite: Option<PathBuf>,
    /// Solve only the first N states of the suite
    #[arg(help_heading = INPUT, long, value_name = "N", requires = "suite", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// Solve N uniformly random states in place of a suite
    #[arg(help_heading = INPUT, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    random: Option<u32>,
    /// Scramble each of the --random states by N random moves
    #[arg(help_heading = INPUT, long, value_name = "N", requires = "random", value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    length: Option<u32>,
    /// Scramble by 1 to N random moves, with as many states of each length as `--random` says. The picture
    /// then shows the share solved by scramble length
    #[arg(help_heading = INPUT, long, value_name = "N", requires = "random", conflicts_with = "length", value_parser = clap::value_parser!(u32).range(1..=1000))]
    depths: Option<u32>,
    /// Seed of the random states
    #[arg(help_heading = INPUT, long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// A solver and its options; may be given several times [default: beam --width 1024 --views 1, and
    /// beam; for the 3×3×3 cube also two-phase, two-phase anytime and korf; for tiles of 4×4 and 5×5 also
    /// patterns]
    #[arg(long, value_name = "\"NAME OPTIONS\"")]
    solver: Vec<String>,
    /// Most time for a state, for solvers whose options set none [default: 10s; for two-phase anytime,
    /// which always uses all of it, 1s]
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = time)]
    time_limit: Option<Duration>,
    /// Number of threads of each solver [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Folder in which pattern databases are kept [default: the user's cache folder]
    #[arg(long, visible_alias = "tables", value_name = "DIR")]
    cache: Option<PathBuf>,
    /// Draw length against time, and against the size of weights or tables, into a file that ends in .svg
    /// or .png
    #[arg(help_heading = OUTPUT, long, value_name = "FILE", value_parser = chart::path)]
    plot: Option<PathBuf>,
    /// Draw how lengths, seconds and states generated are distributed, into a file that ends in .svg or .png
    #[arg(help_heading = OUTPUT, long, value_name = "FILE", value_parser = chart::path)]
    distribution: Option<PathBuf>,
    /// Print one JSON object
    #[arg(help_heading = OUTPUT, long)]
    json: bool,
}

/// Runs every solver over all states and prints the table.
pub fn run(args: &Args) -> Result<Exit, CliError> {
    options::threads(args.threads)?;
    let suite = args.suite()?;
    let interrupt = Interrupt::listen()?;
    // All of them first: a fault in the last one should not wait for the others.
    let entries = args.entries()?;
    stream::tell(&most_time(&entries, suite.cases.len()));
    let mut all = Vec::new();
    for entry in &entries {
        let Some(mut requests) = suite.requests(&entry.solver, &interrupt) else {
            return Ok(Exit::Invalid);
        };
        if let Some(time) = entry.time {
            let ends = requests.into_iter().map(|request| request.deadline(time));
            requests = ends.collect();
        }
        let name = format!(": {}", entry.name);
        let results = suite.solve(requests, &interrupt, &name)?;
        all.push(results);
        if interrupt.happened() {
            break;
        }
    }
    let distribution = args.distribution.as_ref().map(|path| {
        let title = [
            format!("{}: {}", args.puzzle.name(), suite.name),
            counted(rayon::current_num_threads(), "thread"),
        ];
        let names = entries.iter().map(|entry| &*entry.name);
        (
            path,
            Distribution::new(title, names.zip(all.iter().map(|results| &**results))),
        )
    });
    let report = Report::new(
        &args.puzzle,
        suite.name,
        &entries,
        all,
        args.depths.and(args.random),
        interrupt.happened(),
    );
    report.print(args.json)?;
    if let Some((path, distribution)) = distribution {
        distribution.save(path)?;
    }
    if let Some(path) = &args.plot {
        match args.depths {
            Some(_) => depths::draw(&report, path)?,
            None => plot::draw(&report, path)?,
        }
    }
    Ok(report.exit())
}

/// How long the comparison will take at most, in words.
fn most_time(entries: &[Entry], states: usize) -> String {
    let (solvers, states) = (entries.len(), states as u32);
    let what = format!(
        "comparing {} on {}",
        counted(solvers, "solver"),
        counted(states as usize, "state")
    );
    let limits = entries.iter().filter_map(|entry| entry.time);
    let each: Duration = limits.fold(Duration::ZERO, Duration::saturating_add);
    match each.checked_mul(states) {
        Some(whole) if !whole.is_zero() => format!("{what}: at most {}", about(whole)),
        _ => what,
    }
}

impl Args {
    /// See [`MetricArgs::settle`].
    pub fn settle(&mut self) -> Result<(), CliError> {
        self.metric.settle(&mut self.puzzle)
    }

    fn suite(&self) -> Result<Suite, CliError> {
        if self.suite.is_some() {
            return Suite::read(self.suite.as_deref(), &self.puzzle, self.limit);
        }
        let lengths: Vec<Option<u32>> = match self.depths {
            Some(most) => (1..=most).map(Some).collect(),
            None => vec![self.length],
        };
        let count = self.random.unwrap_or(0);
        Ok(Suite::random(&self.puzzle, count, &lengths, self.seed))
    }

    fn entries(&self) -> Result<Vec<Entry>, CliError> {
        let named = self.solver.iter().map(String::as_str);
        let default = solver::defaults(&self.puzzle).iter().copied();
        let chosen: Vec<&str> = if self.solver.is_empty() {
            default.collect()
        } else {
            named.collect()
        };
        let entry =
            |words: &str| Entry::read(words, &self.puzzle, self.cache.as_deref(), self.time_limit);
        chosen.into_iter().map(entry).collect()
    }
}
