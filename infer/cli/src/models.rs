//! `quarterturn models`: weight files, embedded and on disk.

use super::display::count;
use super::error::{CliError, Exit};
use super::stream;
use quarterturn::models::{EMBEDDED, Model};
use quarterturn::puzzles::is_identity;
use quarterturn_core::Plain;
use quarterturn_lab::networks::{self, Against};
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

/// Arguments of `models`.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// List the embedded weight files
    List {
        /// Print one JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Show what a weight file holds
    Show {
        /// An embedded network or a weight file
        #[arg(value_name = "NAME|PATH")]
        name: String,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Check that a weight file is whole and usable; if not, say what is wrong
    Verify {
        /// An embedded network or a weight file
        #[arg(value_name = "NAME|PATH")]
        name: String,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Compare two networks for one puzzle: a histogram of the differences of all outputs that both have
    Diff {
        /// An embedded network or a weight file
        #[arg(value_name = "NAME|PATH")]
        first: String,
        /// The network to compare it with
        #[arg(value_name = "NAME|PATH")]
        second: String,
        /// Number of states, half of them random and half scrambled by up to 30 moves
        #[arg(long, value_name = "N", default_value_t = 2000,
              value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
        states: u32,
    },
}

/// Lists, shows or verifies.
pub fn run(args: &Args) -> Result<Exit, CliError> {
    match &args.action {
        Action::List { json } => list(*json)?,
        Action::Show { name, json } => show(&Model::find(name)?, *json)?,
        Action::Verify { name, json } => {
            let embedded = EMBEDDED.iter().any(|e| e.name == name);
            let model = if embedded {
                Model::find(name)?
            } else {
                Model::open(Path::new(name))?
            };
            if !json {
                writeln!(io::stdout(), "{}: whole and usable", Plain(name))?;
            }
            show(&model, *json)?;
        }
        Action::Diff {
            first,
            second,
            states,
        } => diff(&Model::find(first)?, &Model::find(second)?, *states)?,
    }
    Ok(Exit::Done)
}

fn diff(first: &Model, second: &Model, states: u32) -> Result<(), CliError> {
    let puzzle = first.puzzle().ok_or_else(|| {
        CliError::Invalid(format!("{} is for no puzzle of this build", first.name))
    })?;
    let errors = networks::check(&puzzle, first, Against::Model(second), states as usize)?;
    let (outputs, states) = (count(errors.count()), count(states.into()));
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} and {}: {outputs} outputs for {states} states; difference in moves (policy: nats)",
        first.name, second.name
    )?;
    writeln!(out, "{errors}")?;
    Ok(())
}

fn list(json: bool) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    let models = EMBEDDED.iter().map(|own| Model::find(own.name));
    let models = models.collect::<Result<Vec<_>, _>>()?;
    if json {
        for model in &models {
            out.write_all(&stream::json(&Report::of(model))?)?;
        }
        return Ok(());
    }
    let rows: Vec<(&Model, String)> = models.iter().map(|m| (m, puzzle_of(m))).collect();
    let names = rows.iter().map(|(model, _)| model.name.len()).max();
    let puzzles = rows.iter().map(|(_, puzzle)| puzzle.len()).max();
    let (names, puzzles) = (names.unwrap_or(0), puzzles.unwrap_or(0));
    writeln!(
        out,
        "{:<names$} {:<puzzles$} {:<6} {:>9} {:<8} architecture",
        "name", "puzzle", "metric", "bytes", "crc-32"
    )?;
    for (model, puzzle) in rows {
        writeln!(
            out,
            "{:<names$} {puzzle:<puzzles$} {:<6} {:>9} {:08x} {}",
            model.name,
            model.metric,
            count(model.bytes.len() as u64),
            model.checksum(),
            // All in 80 columns.
            model.architecture.replace(" residual", "")
        )?;
    }
    Ok(())
}

/// The family that a model serves; the name of its puzzle where that is one of a family of its own.
fn puzzle_of(model: &Model) -> String {
    let own = is_identity(&model.family).then(|| model.puzzle());
    own.flatten()
        .map_or_else(|| model.family.clone(), |puzzle| puzzle.name().to_owned())
}

/// What `--json` prints of a model.
#[derive(Serialize)]
struct Report<'a> {
    name: &'a str,
    puzzle: &'a str,
    metric: &'a str,
    architecture: &'a str,
    numbers: &'a str,
    heads: Vec<&'static str>,
    above_bound: bool,
    moves: usize,
    bytes: usize,
    crc32: String,
    examples: u64,
    recipe: String,
    run: String,
}

impl<'a> Report<'a> {
    fn of(model: &'a Model) -> Self {
        let heads = model.heads;
        let heads = [
            ("value", heads.value),
            ("q", heads.q),
            ("policy", heads.policy),
        ];
        Self {
            name: &model.name,
            puzzle: &model.family,
            metric: &model.metric,
            architecture: &model.architecture,
            numbers: model.numbers,
            heads: heads.iter().filter(|h| h.1).map(|h| h.0).collect(),
            above_bound: model.heads.above_bound,
            moves: model.heads.moves,
            bytes: model.bytes.len(),
            crc32: format!("{:08x}", model.checksum()),
            examples: model.examples,
            recipe: format!("{:08x}", model.recipe),
            run: format!("{:016x}", model.run),
        }
    }
}

fn show(model: &Model, json: bool) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    let report = Report::of(model);
    if json {
        return Ok(out.write_all(&stream::json(&report)?)?);
    }
    writeln!(out, "name          {}", report.name)?;
    writeln!(out, "puzzle        {}", report.puzzle)?;
    writeln!(out, "metric        {}", report.metric)?;
    writeln!(out, "architecture  {}", report.architecture)?;
    writeln!(out, "numbers       {}", report.numbers)?;
    let (heads, moves) = (report.heads.join(", "), report.moves);
    let from = ["", "; costs are above the puzzle's bound"][usize::from(report.above_bound)];
    writeln!(out, "heads         {heads} ({moves} moves{from})")?;
    writeln!(out, "bytes         {}", count(report.bytes as u64))?;
    writeln!(out, "crc-32        {}", report.crc32)?;
    writeln!(out, "examples      {}", count(report.examples))?;
    writeln!(out, "recipe        {}", report.recipe)?;
    writeln!(out, "run           {}", report.run)?;
    Ok(())
}
