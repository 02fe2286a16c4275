//! `quarterturn bench`: a whole test suite, one table.

use super::display::count;
use super::error::{CliError, Exit};
use super::interrupt::Interrupt;
use super::options::SearchArgs;
use super::puzzles::{Answer, Solver, Task};
use super::{display, signature};
use indicatif::{ProgressBar, ProgressStyle};
use quarterturn::suite::{self, Case};
use serde::Serialize;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// Arguments of `bench`.
#[derive(clap::Args)]
pub struct Args {
    /// States to solve: tab-separated, the state last, optimal lengths in a column `optimal`,
    /// `optimal_qtm` or `optimal_htm`
    #[arg(long, value_name = "FILE", required_unless_present = "signature")]
    suite: Option<PathBuf>,
    /// Only the first N states
    #[arg(long, value_name = "N", requires = "suite", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// Print a number over fixed scrambles and the embedded weights: the same on every machine,
    /// another one when nets or searches change
    #[arg(long, conflicts_with = "suite", exclusive = true)]
    signature: bool,
    #[command(flatten)]
    search: SearchArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The measurements of a suite.
#[derive(Serialize)]
struct Report {
    suite: String,
    puzzle: &'static str,
    metric: &'static str,
    search: &'static str,
    model: String,
    model_metric: String,
    width: Option<usize>,
    threads: usize,
    /// States tried.
    states: usize,
    solved: usize,
    /// Over the solved ones.
    mean_length: Option<f64>,
    /// Over the solved ones whose optimal length is known.
    known_optimal: usize,
    mean_optimal: Option<f64>,
    optimal: usize,
    /// At most two moves above the optimum.
    within_two: usize,
    mean_generated: f64,
    mean_expanded: f64,
    mean_evaluated: f64,
    seconds_mean: f64,
    seconds_median: f64,
    seconds_max: f64,
    /// Bytes.
    peak_memory: usize,
    interrupted: bool,
}

/// Runs a suite, or prints the signature.
pub fn run(args: &Args) -> Result<Exit, CliError> {
    let Some(path) = &args.suite else {
        return signature::run();
    };
    args.search.prepare()?;
    let text = fs::read_to_string(path).map_err(|source| CliError::Read {
        path: path.clone(),
        source,
    })?;
    let puzzle = args.search.puzzle;
    let mut cases = suite::parse(&text, puzzle.metric()).map_err(|source| CliError::Suite {
        path: path.clone(),
        source,
    })?;
    cases.truncate(args.limit.map_or(usize::MAX, |n| n as usize));

    let model = args.search.load()?;
    let solver = args.search.solver(&model)?;
    let tasks = read_all(&cases, solver.as_ref())?;
    let Some(tasks) = tasks else {
        return Ok(Exit::Invalid);
    };
    let interrupt = Interrupt::listen()?;
    let limits = args.search.limits(interrupt.cancel.clone());
    let bar = progress(cases.len());
    let mut results: Vec<(Option<usize>, Answer)> = Vec::new();
    for (case, task) in cases.iter().zip(tasks) {
        let answer = interrupt.during(|| task.solve(&limits))?;
        if interrupt.happened() {
            break;
        }
        results.push((case.optimal, answer));
        bar.set_message(so_far(&results));
        bar.inc(1);
    }
    bar.finish_and_clear();

    let report = Report {
        suite: path.display().to_string(),
        puzzle: puzzle.name(),
        metric: puzzle.metric().name(),
        search: args.search.search.name(),
        model: model.name,
        model_metric: model.metric,
        width: args.search.width(),
        threads: rayon::current_num_threads(),
        interrupted: interrupt.happened(),
        ..Report::measure(&results)
    };
    if args.json {
        serde_json::to_writer(io::stdout(), &report).map_err(io::Error::from)?;
        writeln!(io::stdout())?;
    } else {
        report.print(&args.search.describe())?;
    }
    Ok(if report.interrupted {
        Exit::Interrupted
    } else if report.solved < report.states {
        Exit::Unsolved
    } else {
        Exit::Done
    })
}

/// Reads every state before the first is solved, so that a fault shows at once; `None` after
/// saying what is wrong with the first.
fn read_all<'a>(
    cases: &[Case],
    solver: &'a dyn Solver,
) -> Result<Option<Vec<Box<dyn Task + 'a>>>, CliError> {
    let mut tasks = Vec::new();
    for case in cases {
        match solver.read(&case.state) {
            Ok(task) => tasks.push(task),
            Err(refusal) => {
                eprint!(
                    "{}",
                    display::refusal(&refusal, &case.state, Some(case.line))
                );
                return Ok(None);
            }
        }
    }
    Ok(Some(tasks))
}

fn progress(total: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len}  {msg}  {eta} left");
    let bar = ProgressBar::new(total as u64);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn so_far(results: &[(Option<usize>, Answer)]) -> String {
    let lengths: Vec<f64> = lengths(results).collect();
    let mean = mean(lengths.iter().copied()).unwrap_or(0.0);
    format!("{} solved, mean length {mean:.2}", lengths.len())
}

fn lengths(results: &[(Option<usize>, Answer)]) -> impl Iterator<Item = f64> {
    results
        .iter()
        .filter_map(|(_, a)| a.length)
        .map(|n| n as f64)
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, n) = values.fold((0.0, 0), |(sum, n), x| (sum + x, n + 1));
    (n > 0).then(|| sum / f64::from(n))
}

impl Report {
    fn measure(results: &[(Option<usize>, Answer)]) -> Self {
        let known = || {
            results
                .iter()
                .filter_map(|(best, a)| Some(((*best)?, a.length?)))
        };
        let counted =
            |f: fn(&Answer) -> u64| mean(results.iter().map(|(_, a)| f(a) as f64)).unwrap_or(0.0);
        let mut seconds: Vec<f64> = results
            .iter()
            .map(|(_, a)| a.outcome.elapsed.as_secs_f64())
            .collect();
        seconds.sort_by(f64::total_cmp);
        let n = seconds.len();
        // The mean of the two in the middle, which are one and the same for odd counts.
        let middle = [n.saturating_sub(1) / 2, n / 2].map(|i| seconds.get(i).copied());
        Self {
            suite: String::new(),
            puzzle: "",
            metric: "",
            search: "",
            model: String::new(),
            model_metric: String::new(),
            width: None,
            threads: 0,
            interrupted: false,
            states: n,
            solved: lengths(results).count(),
            mean_length: mean(lengths(results)),
            known_optimal: known().count(),
            mean_optimal: mean(known().map(|(best, _)| best as f64)),
            optimal: known().filter(|(best, found)| found <= best).count(),
            within_two: known().filter(|(best, found)| *found <= best + 2).count(),
            mean_generated: counted(|a| a.outcome.counters.generated),
            mean_expanded: counted(|a| a.outcome.counters.expanded),
            mean_evaluated: counted(|a| a.outcome.counters.evaluated),
            seconds_mean: mean(seconds.iter().copied()).unwrap_or(0.0),
            seconds_median: mean(middle.into_iter().flatten()).unwrap_or(0.0),
            seconds_max: seconds.last().copied().unwrap_or(0.0),
            peak_memory: results
                .iter()
                .map(|(_, a)| a.outcome.memory)
                .max()
                .unwrap_or(0),
        }
    }

    fn print(&self, search: &str) -> io::Result<()> {
        let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        let mut out = io::stdout().lock();
        writeln!(out, "suite      {}", self.suite)?;
        writeln!(out, "puzzle     {} ({})", self.puzzle, self.metric)?;
        writeln!(
            out,
            "search     {search}, model {} ({}), {} threads",
            self.model, self.model_metric, self.threads
        )?;
        let (solved, states) = (self.solved, self.states);
        writeln!(
            out,
            "solved     {solved} of {states} ({:.1} %)",
            percent(solved, states)
        )?;
        if let Some(mean) = self.mean_length {
            writeln!(out, "length     mean {mean:.3}")?;
        }
        if let Some(mean) = self.mean_optimal {
            let known = self.known_optimal;
            writeln!(
                out,
                "optimal    {:.1} % optimal, {:.1} % at most 2 above (of {known}; mean optimum {mean:.3})",
                percent(self.optimal, known),
                percent(self.within_two, known)
            )?;
        }
        writeln!(
            out,
            "nodes      mean {} generated, {} expanded, {} evaluated",
            count(self.mean_generated as u64),
            count(self.mean_expanded as u64),
            count(self.mean_evaluated as u64)
        )?;
        writeln!(
            out,
            "seconds    mean {:.3}, median {:.3}, max {:.3}",
            self.seconds_mean, self.seconds_median, self.seconds_max
        )?;
        let mib = self.peak_memory as f64 / f64::from(1 << 20);
        writeln!(out, "memory     {mib:.1} MiB at most for the search")?;
        if self.interrupted {
            writeln!(out, "interrupted: these are the states solved until then")?;
        }
        Ok(())
    }
}
