//! The table, for people and for programs.

use super::solver::Entry;
use crate::display::{self, count, counted};
use crate::error::{CliError, Exit};
use crate::stream;
use quarterturn::Answer;
use quarterturn::Puzzle;
use quarterturn::puzzles::Turns;
use quarterturn::solver::Solution;
use quarterturn_core::{Metric, Plain};
use quarterturn_lab::measure::{Measurement, mean, percent};
use serde::{Serialize, Serializer};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Columns that the numbers of a row take, with the spaces before them.
const NUMBERS: usize = 77;

/// All rows.
#[derive(Serialize)]
pub struct Report {
    pub puzzle: String,
    #[serde(serialize_with = "named")]
    metric: Metric,
    /// Where the states are from, in words.
    suite: String,
    /// The same under its former name.
    pub states: String,
    pub threads: usize,
    pub rows: Vec<Row>,
    interrupted: bool,
}

/// One solver.
#[derive(Serialize)]
pub struct Row {
    pub solver: String,
    /// What it is and what is set, in words.
    settings: String,
    /// Whether its solutions are certainly shortest ones.
    exact: bool,
    /// Mean number of quarter turns, a half turn being two; of moves where these are not turns.
    qtm_mean: Option<f64>,
    /// Mean number of face turns; of moves where these are not turns.
    htm_mean: Option<f64>,
    /// The same under their former names.
    mean_qtm: Option<f64>,
    mean_htm: Option<f64>,
    /// Of weights or tables.
    pub bytes: usize,
    setup_seconds: f64,
    /// The share solved of each length of scramble from 1, where those were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub solved_by_depth: Vec<f64>,
    #[serde(flatten)]
    pub measured: Measurement,
}

impl Report {
    /// Measures the answers of each solver. What an exact solver found is optimal for all. With `each`,
    /// the states come in groups of this size, one group for each length of scramble.
    pub fn new(
        puzzle: &Puzzle,
        states: String,
        entries: &[Entry],
        mut all: Vec<Vec<(Option<usize>, Answer)>>,
        each: Option<u32>,
        interrupted: bool,
    ) -> Self {
        let most = all.iter().map(Vec::len).max().unwrap_or(0);
        for state in 0..most {
            let exact = entries.iter().zip(&all).filter(|(entry, _)| entry.exact);
            let found = exact
                .filter_map(|(_, results)| results.get(state)?.1.length())
                .min();
            for (optimal, _) in all.iter_mut().filter_map(|results| results.get_mut(state)) {
                *optimal = optimal.or(found);
            }
        }
        let row = |(entry, results): (&Entry, &Vec<(Option<usize>, Answer)>)| {
            let measured = Measurement::of(results);
            let solutions = results.iter().filter_map(|(_, a)| a.solution.as_ref());
            let turns: Vec<Turns> = solutions.filter_map(Solution::turns).collect();
            let (qtm, htm) = match puzzle.metric() {
                Metric::Quarter | Metric::Half => (
                    mean(turns.iter().map(|turns| turns.quarter as f64)),
                    mean(turns.iter().map(|turns| turns.half as f64)),
                ),
                Metric::Moves => (measured.mean_length, measured.mean_length),
            };
            let solved = |some: &[(Option<usize>, Answer)]| {
                some.iter().filter(|(_, a)| a.length().is_some()).count() as f64 / some.len() as f64
            };
            let by_depth = each.map(|n| results.chunks(n as usize).map(solved).collect());
            Row {
                solver: entry.name.clone(),
                settings: entry.all_settings(),
                exact: entry.exact,
                qtm_mean: qtm,
                htm_mean: htm,
                mean_qtm: qtm,
                mean_htm: htm,
                bytes: entry.bytes,
                setup_seconds: entry.setup_seconds,
                solved_by_depth: by_depth.unwrap_or_default(),
                measured,
            }
        };
        Self {
            puzzle: puzzle.name().into(),
            metric: puzzle.metric(),
            suite: states.clone(),
            states,
            threads: rayon::current_num_threads(),
            rows: entries.iter().zip(&all).map(row).collect(),
            interrupted,
        }
    }

    /// The mean of the shortest solutions' lengths, where all are known.
    pub fn mean_optimal(&self) -> Option<f64> {
        let whole = |m: &&Measurement| m.states > 0 && m.known_optimal == m.states;
        self.rows
            .iter()
            .map(|row| &row.measured)
            .find(whole)?
            .mean_optimal
    }

    /// What a move is.
    pub fn metric_in_words(&self) -> &'static str {
        match self.metric {
            Metric::Quarter => "lengths in quarter turns",
            Metric::Half => "lengths in face turns",
            Metric::Moves => "lengths in moves",
        }
    }

    /// The exit code. Unsolved states are a result of the comparison, not a failure.
    pub fn exit(&self) -> Exit {
        if self.interrupted {
            Exit::Interrupted
        } else {
            Exit::Done
        }
    }

    /// Prints the table or, with `json`, one object.
    pub fn print(&self, json: bool) -> Result<(), CliError> {
        let mut out = io::stdout().lock();
        if json {
            return Ok(out.write_all(&stream::json(self)?)?);
        }
        let (puzzle, metric) = (&self.puzzle, self.metric);
        let (states, threads) = (Plain(&self.states), counted(self.threads, "thread"));
        writeln!(out, "{puzzle} ({metric}), {states}, {threads}")?;
        let turns = metric != Metric::Moves;
        let lengths = |qtm: &str, htm: &str| match turns {
            true => format!("{qtm:>5}  {htm:>5}"),
            false => format!("{htm:>12}"),
        };
        let head_lengths = lengths("qtm", if turns { "htm" } else { "moves" });
        let longest = self
            .rows
            .iter()
            .map(|r| Plain(&r.solver).to_string().width())
            .max();
        let longest = longest.unwrap_or(0).max("solver".len());
        // Names that leave no room beside them stand on lines of their own.
        let beside = longest + NUMBERS <= display::columns();
        let width = if beside { longest } else { 2 };
        let head = if beside { "solver" } else { "" };
        writeln!(
            out,
            "{head:width$}  {:>7}  {head_lengths}  {:>7}  {:>11}  {:>6}  {:>6}  {:>6}  {:>6}",
            "solved", "optimal", "bytes", "MiB", "s mean", "s max", "setup"
        )?;
        for row in &self.rows {
            let m = &row.measured;
            let optimal = m.optimal_percent();
            let optimal = optimal.map_or("?".into(), |p| format!("{p:.1} %"));
            let solver = Plain(&row.solver).to_string();
            if beside {
                // By the columns that it takes, which `format!` does not know.
                write!(out, "{solver}{:1$}", "", width - solver.width())?;
            } else {
                write!(out, "{solver}\n{:width$}", "")?;
            }
            writeln!(
                out,
                "  {:>5.1} %  {}  {optimal:>7}  {:>11}  {:>6.1}  {:>6}  {:>6}  {:>6}",
                percent(m.solved, m.states),
                lengths(&two_places(row.qtm_mean), &two_places(row.htm_mean)),
                count(row.bytes as u64),
                m.peak_memory as f64 / f64::from(1 << 20),
                seconds(m.seconds_mean),
                seconds(m.seconds_max),
                seconds(row.setup_seconds),
            )?;
        }
        writeln!(out, "settings")?;
        for row in &self.rows {
            writeln!(
                out,
                "  {}\n    {}",
                Plain(&row.solver),
                Plain(&row.settings)
            )?;
        }
        let lengths = if turns { "qtm, htm" } else { "moves" };
        writeln!(out, "{lengths}: mean lengths of what each solved")?;
        writeln!(
            out,
            "optimal: in {metric}, of the solved states whose optimum is known"
        )?;
        writeln!(
            out,
            "bytes: weights or tables · MiB: most that the search itself held"
        )?;
        if self.interrupted {
            writeln!(out, "interrupted: these are the states solved until then")?;
        }
        Ok(())
    }
}

fn named<S: Serializer>(metric: &Metric, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(metric)
}

/// Seconds in at most six characters.
fn seconds(x: f64) -> String {
    let decimals = match x {
        ..10.0 => 4,
        ..100.0 => 3,
        ..1000.0 => 2,
        _ => 0,
    };
    format!("{x:.decimals$}")
}

fn two_places(x: Option<f64>) -> String {
    x.map_or("-".into(), |x| format!("{x:.2}"))
}
