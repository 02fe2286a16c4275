//! `quarterturn plot`: measurements of many runs, and what others published, in one picture.

use super::chart::{self, Chart, Entry, Names, Panel};
use super::display::counted;
use super::error::{CliError, Exit, read_text};
use super::options::{INPUT, OUTPUT};
use serde::Deserialize;
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

const FORM: &str = "\
Measurements are JSON, one object a line: what `bench --json` prints, or written by hand:
  {\"name\": \"DeepCubeA, 4 GPUs\", \"seconds_mean\": 24.2, \"length_mean\": 21.5, \"optimal_share\": 0.603}
Only seconds_mean is required; the picture shows what the others give. A name replaces the
settings that `bench` prints. The part before its first comma is the project; each project has one colour.
For example:
  quarterturn bench --suite STATES --width 8192 --json > measured.jsonl
  quarterturn bench --suite STATES --time-limit 10 --json >> measured.jsonl
  quarterturn plot measured.jsonl published.jsonl --out time.svg";

/// Numbers that can be drawn.
const DRAWN: RangeInclusive<f64> = 0.0..=1e12;

/// Arguments of `plot`.
#[derive(clap::Args)]
#[command(after_long_help = FORM)]
pub struct Args {
    /// Files with measurements
    #[arg(help_heading = INPUT, value_name = "MEASUREMENTS", required = true)]
    files: Vec<PathBuf>,
    /// Title of the picture
    #[arg(help_heading = INPUT, long, value_name = "TEXT", default_value = "")]
    title: String,
    /// The picture to write; its name ends in .svg or .png
    #[arg(help_heading = OUTPUT, long, value_name = "FILE", value_parser = chart::path)]
    out: PathBuf,
}

/// A measurement, of `bench` or published.
#[derive(Deserialize)]
struct Row {
    name: Option<String>,
    settings: Option<String>,
    threads: Option<usize>,
    seconds_mean: f64,
    length_mean: Option<f64>,
    optimal_mean: Option<f64>,
    optimal_share: Option<f64>,
    optimal: Option<f64>,
    known_optimal: Option<f64>,
}

/// Draws the files' measurements.
pub fn run(args: &Args) -> Result<Exit, CliError> {
    let mut rows = Vec::new();
    for path in &args.files {
        rows.extend(read(path)?);
    }
    if rows.is_empty() {
        return Err(CliError::Invalid("there is no measurement to draw".into()));
    }
    let points = |of: fn(&Row) -> Option<f64>| {
        let rows = rows.iter().enumerate();
        let at = |(i, row): (usize, &Row)| Some((i, (row.seconds_mean.max(1e-4), of(row)?)));
        rows.filter_map(at).collect()
    };
    let optimum = rows.iter().find_map(|row| row.optimal_mean);
    let panel = |along, of, line| Panel {
        across: "mean seconds a state",
        along,
        points: points(of),
        line,
    };
    let mut projects: Vec<_> = rows.iter().map(Row::project).collect();
    let mut seen = HashSet::new();
    projects.retain(|&project| seen.insert(project));
    let entry = |row: &Row| Entry {
        text: row.text(),
        colour: projects
            .iter()
            .position(|&p| p == row.project())
            .unwrap_or(0),
        marked: row.length_mean.or(row.share()).is_some(),
    };
    Chart {
        title: [args.title.clone(), String::new()],
        panels: [
            panel("solved optimally (%)", Row::share, None),
            panel("mean length", |row| row.length_mean, optimum),
        ],
        legend: rows.iter().map(entry).collect(),
        line: optimum.map(|optimum| format!("optimum, {optimum:.2}")),
        names: Names::Beside,
    }
    .save(&args.out)?;
    Ok(Exit::Done)
}

fn read(path: &Path) -> Result<Vec<Row>, CliError> {
    let text = read_text(path)?;
    let lines = text.lines().zip(1..);
    let lines = lines.filter(|(line, _)| !line.trim().is_empty());
    let row = |(line, nth): (&str, usize)| {
        Row::read(line).map_err(|why| {
            let path = path.display();
            let hint = "`quarterturn plot --help` says what a measurement is";
            CliError::Invalid(format!("{path}, line {nth}: {why}; {hint}"))
        })
    };
    lines.map(row).collect()
}

impl Row {
    fn read(line: &str) -> Result<Self, String> {
        let row: Self = serde_json::from_str(line).map_err(|e| e.to_string())?;
        let seconds = Some(row.seconds_mean);
        let numbers = [seconds, row.length_mean, row.optimal_mean, row.share()];
        let mut numbers = numbers.into_iter().flatten();
        match numbers.find(|x| !DRAWN.contains(x)) {
            Some(x) if x < 0.0 => Err(format!("{x} is less than nothing")),
            Some(x) => Err(format!("{x} is too much for a picture")),
            None => Ok(row),
        }
    }

    /// Solved optimally, in per cent of those whose optimum is known.
    fn share(&self) -> Option<f64> {
        let counted = || Some(self.optimal? / self.known_optimal.filter(|&known| known > 0.0)?);
        Some(100.0 * self.optimal_share.or_else(counted)?)
    }

    /// Whose it is; all that `bench` printed is one project's.
    fn project(&self) -> &str {
        let name = self.name.as_deref().unwrap_or_default();
        name.split(',').next().unwrap_or_default()
    }

    fn text(&self) -> String {
        let named = self.name.clone().or(self.settings.clone());
        let mut text = named.unwrap_or_default();
        if let (None, Some(threads)) = (&self.name, self.threads) {
            text += &format!(", {}", counted(threads, "thread"));
        }
        text
    }
}
