//! `quarterturn bench`: a whole test suite, one table.

use super::display::{count, counted};
use super::error::{CliError, Exit};
use super::interrupt::Interrupt;
use super::options::{INPUT, OUTPUT, SearchArgs};
use super::suites::{self, Suite};
use super::{signature, stream};
use crate::chart::{self, Distribution};
use quarterturn_core::Plain;
use quarterturn_lab::measure::{Measurement, percent};
#[cfg(feature = "libtorch")]
use quarterturn_torch::stages;
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;

/// Arguments of `bench`.
#[derive(clap::Args)]
#[command(after_long_help = suites::FORM)]
pub struct Args {
    /// States to solve: a file with one state a line, or the name of an embedded suite [default: the
    /// embedded suite of the puzzle: cube3-200 or puzzle15-200, with 200 states and their proven optima]
    #[arg(help_heading = INPUT, long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Solve only the first N states of the suite. Without --suite: N states spread evenly over the
    /// embedded suite, which begins with the easiest
    #[arg(help_heading = INPUT, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// Solve N uniformly random states in place of a suite, for any puzzle; --seed determines them. Their
    /// optimal lengths are shown where breadth-first search from both ends finds them in three million nodes
    #[arg(help_heading = INPUT, long, value_name = "N", conflicts_with_all = ["suite", "limit"], value_parser = clap::value_parser!(u32).range(1..))]
    random: Option<u32>,
    /// Scramble each of the --random states by N random moves
    #[arg(help_heading = INPUT, long, value_name = "N", requires = "random", value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    length: Option<u32>,
    /// Print a number computed from fixed scrambles, the embedded networks and every search: the same on
    /// every machine, another one if networks or searches change
    #[arg(help_heading = INPUT, long, conflicts_with = "suite", exclusive = true)]
    signature: bool,
    /// Stop the search of a state when its known optimum is found: the same lengths in less time
    #[arg(help_heading = INPUT, long, requires = "time_limit")]
    stop_at_optimum: bool,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Print on standard error where the time of a beam on a device goes. Waits for the device after each
    /// stage, so everything takes longer
    #[cfg(feature = "libtorch")]
    #[arg(help_heading = OUTPUT, long, hide = true)]
    stages: bool,
    /// Draw how lengths, seconds and states generated are distributed, into a file that ends in .png or .svg
    #[arg(help_heading = OUTPUT, long, value_name = "FILE", value_parser = chart::path)]
    plot: Option<PathBuf>,
    /// Print one JSON object
    #[arg(help_heading = OUTPUT, long)]
    json: bool,
}

/// The measurements of a suite.
#[derive(Serialize)]
struct Report {
    suite: String,
    puzzle: String,
    metric: &'static str,
    search: &'static str,
    /// The search and its settings, in words.
    settings: String,
    model: Option<String>,
    model_metric: Option<String>,
    /// Where the network ran.
    device: String,
    width: Option<usize>,
    threads: usize,
    /// Whether the search ended early where it had found the known optimum.
    stop_at_optimum: bool,
    #[serde(flatten)]
    measured: Measurement,
    interrupted: bool,
}

/// Runs a suite, or prints the signature.
pub fn run(args: &Args) -> Result<Exit, CliError> {
    if args.signature {
        return signature::run();
    }
    args.search.prepare(args.random.is_some())?;
    let interrupt = Interrupt::listen()?;
    let puzzle = &args.search.puzzle;
    let mut suite = match args.random {
        Some(count) => Suite::random(puzzle, count, &[args.length], args.search.seed.unwrap_or(0)),
        None => Suite::read(args.suite.as_deref(), puzzle, args.limit)?,
    };

    let builder = args.search.measured()?;
    let solver = args.search.build(builder)?;
    if args.random.is_some() {
        suite.find_optima(puzzle, &interrupt)?;
    }
    let Some(mut requests) = suite.requests(&solver, &interrupt) else {
        return Ok(Exit::Invalid);
    };
    solver.prepare();
    if args.stop_at_optimum {
        for (request, case) in requests.iter_mut().zip(&suite.cases) {
            let length = case.optimal.and_then(|length| length.try_into().ok());
            *request = match length {
                Some(length) => request.clone().target_length(length),
                None => continue,
            };
        }
    }
    #[cfg(feature = "libtorch")]
    if args.stages {
        stages::measure();
    }
    let results = suite.solve(requests, &interrupt, "")?;
    #[cfg(feature = "libtorch")]
    for (stage, took) in stages::spent().into_iter().filter(|_| args.stages) {
        writeln!(io::stderr(), "{stage:32} {:10.3} s", took.as_secs_f64())?;
    }

    let report = Report {
        suite: suite.name,
        puzzle: puzzle.name().into(),
        metric: puzzle.metric().name(),
        search: solver.settings().kind().name(),
        settings: solver.settings().to_string(),
        model: solver.model().map(|model| model.name.clone()),
        model_metric: solver.model().map(|model| model.metric.clone()),
        device: solver.device().to_string(),
        width: solver.settings().width(),
        threads: rayon::current_num_threads(),
        stop_at_optimum: args.stop_at_optimum,
        interrupted: interrupt.happened(),
        measured: Measurement::of(&results),
    };
    if let Some(path) = &args.plot {
        let title = [
            format!("{}: {}", report.puzzle, report.suite),
            format!("{}, {}", report.metric, counted(report.threads, "thread")),
        ];
        Distribution::new(title, [(&*report.settings, &*results)]).save(path)?;
    }
    if args.json {
        io::stdout().write_all(&stream::json(&report)?)?;
    } else {
        report.print()?;
    }
    Ok(if report.interrupted {
        Exit::Interrupted
    } else if report.measured.solved < report.measured.states {
        Exit::Unsolved
    } else {
        Exit::Done
    })
}

impl Report {
    fn print(&self) -> io::Result<()> {
        let measured = &self.measured;
        let mut out = io::stdout().lock();
        writeln!(out, "suite      {}", Plain(&self.suite))?;
        writeln!(out, "puzzle     {} ({})", self.puzzle, self.metric)?;
        let threads = counted(self.threads, "thread");
        writeln!(out, "search     {}, {threads}", self.settings)?;
        if let (Some(model), Some(metric)) = (&self.model, &self.model_metric) {
            writeln!(out, "model      {model} ({metric})")?;
            writeln!(out, "device     {}", self.device)?;
        }
        let (solved, states) = (measured.solved, measured.states);
        writeln!(
            out,
            "solved     {solved} of {states} ({:.1} %)",
            percent(solved, states)
        )?;
        if let (Some(mean), Some(five)) = (measured.mean_length, measured.length_quartiles) {
            let [least, first, median, third, most] = five;
            writeln!(
                out,
                "length     mean {mean:.3}, median {median}, quartiles {first} and {third}, from {least} to {most}"
            )?;
        }
        if let Some(mean) = measured.mean_optimal {
            let known = measured.known_optimal;
            writeln!(
                out,
                "optimal    {:.1} % optimal, {:.1} % at most 2 above (of {known})",
                percent(measured.optimal, known),
                percent(measured.within_two, known)
            )?;
            writeln!(out, "optimum    mean {mean:.3}")?;
        }
        writeln!(
            out,
            "nodes      mean {} generated, {} expanded, {} evaluated",
            count(measured.mean_generated as u64),
            count(measured.mean_expanded as u64),
            count(measured.mean_evaluated as u64)
        )?;
        writeln!(
            out,
            "seconds    mean {:.3}, median {:.3}, max {:.3}",
            measured.seconds_mean, measured.seconds_median, measured.seconds_max
        )?;
        if self.stop_at_optimum {
            writeln!(
                out,
                "           and no longer than until the known optimum was found"
            )?;
        }
        let mib = measured.peak_memory as f64 / f64::from(1 << 20);
        writeln!(out, "memory     {mib:.1} MiB at most for the search")?;
        if self.interrupted {
            writeln!(out, "interrupted: these are the states solved until then")?;
        }
        Ok(())
    }
}
