//! `quarterturn analyse`: what many solutions have in common.

use super::display;
use super::error::{CliError, Exit};
use super::options::{INPUT, MetricArgs, OUTPUT, puzzle_parser};
use super::stream;
use quarterturn::Puzzle;
use quarterturn::lines::Lines;
use quarterturn::models::Model;
use quarterturn_core::Move;
use quarterturn_lab::analysis::{Analysis, Band, Estimates, Symmetry};
use quarterturn_lab::blocks::Blocks;
use quarterturn_lab::networks;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// Arguments of `analyse`.
#[derive(clap::Args)]
#[command(after_long_help = FORM)]
pub struct Args {
    /// What `solve` printed or wrote for many states; `-` for standard input
    #[arg(help_heading = INPUT, value_name = "SOLUTIONS")]
    solutions: PathBuf,
    /// The puzzle of the solutions
    #[arg(help_heading = INPUT, long, value_name = "NAME|FILE", default_value = "cube3", value_parser = puzzle_parser())]
    puzzle: Puzzle,
    #[command(flatten)]
    metric: MetricArgs,
    /// Solutions of the mirrored states, in the same order, to count how many are symmetric
    #[arg(help_heading = INPUT, long, value_name = "FILE")]
    mirrored: Option<PathBuf>,
    /// An embedded network or a weight file, whose value head is evaluated along the solutions. It is compared
    /// with the moves left, which are the true cost if the solutions are shortest
    #[arg(help_heading = INPUT, long, value_name = "NAME|PATH")]
    model: Option<String>,
    /// Print moves that lead to the mirrored states, one state a line, as input for `solve`
    #[arg(help_heading = OUTPUT, long, conflicts_with_all = ["mirrored", "model", "json"])]
    mirror: bool,
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
  quarterturn analyse one --mirrored other";

/// A line of JSON that `solve` wrote.
#[derive(Deserialize)]
struct Answer {
    puzzle: Option<String>,
    solution: Option<String>,
}

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
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimates: Option<Estimates>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_moves_left: Vec<Band>,
}

impl Args {
    /// See [`MetricArgs::settle`].
    pub fn settle(&mut self) -> Result<(), CliError> {
        self.metric.settle(&mut self.puzzle)
    }
}

/// Analyses a file of solutions.
pub fn run(args: &Args) -> Result<Exit, CliError> {
    let puzzle = &args.puzzle;
    let all = read(&args.solutions, puzzle)?;
    let solutions: Vec<&[Move]> = all.iter().flatten().map(Vec::as_slice).collect();
    if args.mirror {
        return mirror(puzzle, &all);
    }
    if solutions.is_empty() {
        let path = args.solutions.display();
        return Err(CliError::Invalid(format!("{path} holds no solution")));
    }
    let symmetry = match &args.mirrored {
        Some(path) => Some(symmetry(puzzle, &all, &read(path, puzzle)?)?),
        None => None,
    };
    let mut report = Report {
        puzzle: puzzle.name().into(),
        metric: puzzle.metric().name(),
        analysis: Analysis::of(puzzle, &solutions),
        corner_block: Blocks::of(puzzle, &solutions),
        symmetry,
        model: None,
        estimates: None,
        by_moves_left: Vec::new(),
    };
    if let Some(name) = &args.model {
        let model = Model::find(name)?;
        let values = networks::values_along(puzzle, &model, &solutions)?;
        report.estimates = Estimates::of(&values);
        report.by_moves_left = Band::all(&values);
        report.model = Some(model.name);
    }
    if args.json {
        io::stdout().write_all(&stream::json(&report)?)?;
    } else {
        report.print()?;
    }
    Ok(Exit::Done)
}

/// The solutions in a file, `None` where there is none.
fn read(path: &Path, puzzle: &Puzzle) -> Result<Vec<Option<Vec<Move>>>, CliError> {
    let fault = CliError::reading(path);
    let input: Box<dyn BufRead> = if path.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(path).map_err(&fault)?))
    };
    let mut all = Vec::new();
    for line in Lines::new(input) {
        let line = line.map_err(&fault)?;
        let refused = |refusal| CliError::Invalid(say(&refusal, &line.text, line.number));
        if let Some(refusal) = &line.fault {
            return Err(refused(refusal.clone()));
        }
        let Some(text) = solution(&line.text, line.number, puzzle)? else {
            continue;
        };
        let moves = text.map(|text| puzzle.moves_of(&text)).transpose();
        all.push(moves.map_err(refused)?);
    }
    Ok(all)
}

fn say(refusal: &quarterturn::Refusal, text: &str, number: usize) -> String {
    let text = display::refusal(refusal, text, Some(&format!("line {number}")));
    text.trim_start_matches("error: ").trim_end().into()
}

/// What a line says of a solution: nothing, that there is none, or its moves.
fn solution(
    line: &str,
    number: usize,
    puzzle: &Puzzle,
) -> Result<Option<Option<String>>, CliError> {
    if line.starts_with('{') {
        let wrong = |why| CliError::Invalid(format!("line {number}: {why}"));
        let answer: Answer = serde_json::from_str(line).map_err(|e| wrong(e.to_string()))?;
        return match answer.puzzle {
            Some(other) if other != puzzle.name() => {
                Err(wrong(format!("is of {other}; name it with --puzzle")))
            }
            _ => Ok(Some(answer.solution)),
        };
    }
    // What `solve` prints for people has a word, then two blanks or more.
    let said = match line.split_once("  ") {
        Some(("solution", rest)) => rest.trim(),
        Some((word, _)) if word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase()) => {
            return Ok(None);
        }
        _ => line.trim(),
    };
    Ok(Some(match said {
        "-" => None,
        said if said.starts_with("not found") => None,
        said if said.starts_with("none needed") => Some(String::new()),
        said => Some(said.to_owned()),
    }))
}

/// Prints moves that lead to the states in the mirror.
fn mirror(puzzle: &Puzzle, all: &[Option<Vec<Move>>]) -> Result<Exit, CliError> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for (nth, solution) in all.iter().enumerate() {
        let solution = solution.as_ref().ok_or_else(|| {
            let nth = nth + 1;
            CliError::Invalid(format!(
                "state {nth} has no solution that could be mirrored"
            ))
        })?;
        let image = puzzle.mirrored(solution).ok_or_else(|| no_mirror(puzzle))?;
        let back = image.iter().rev().map(|&mv| puzzle.undoing(mv));
        let back: Option<Vec<&str>> = back.map(|mv| Some(puzzle.name_of(mv?))).collect();
        let moves = back.ok_or_else(|| no_mirror(puzzle))?.join(" ");
        writeln!(out, "{moves}")?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn no_mirror(puzzle: &Puzzle) -> CliError {
    let puzzle = puzzle.name();
    CliError::Usage(format!("{puzzle} has no left-right mirror image"))
}

fn symmetry(
    puzzle: &Puzzle,
    one: &[Option<Vec<Move>>],
    other: &[Option<Vec<Move>>],
) -> Result<Symmetry, CliError> {
    if one.len() != other.len() {
        let (one, other) = (one.len(), other.len());
        let message = format!("{one} states, and {other} in the mirror");
        return Err(CliError::Invalid(message));
    }
    let pairs = one.iter().zip(other);
    let pairs = pairs.filter_map(|(one, other)| Some((one.as_deref()?, other.as_deref()?)));
    Symmetry::of(puzzle, &pairs.collect::<Vec<_>>()).ok_or_else(|| no_mirror(puzzle))
}

impl Report {
    fn print(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let Analysis {
            solutions,
            length_mean,
            triplets,
            forms,
            most_used,
            ..
        } = &self.analysis;
        let length = length_mean.unwrap_or(0.0);
        writeln!(out, "puzzle     {} ({})", self.puzzle, self.metric)?;
        writeln!(out, "solutions  {solutions}, mean length {length:.3}")?;
        writeln!(out, "triplets   {triplets}")?;
        for share in forms {
            let (form, percent) = (share.form, share.percent);
            writeln!(out, "  {form:<8} {percent:.2} %")?;
        }
        if let (Some(one), Some(other)) = (
            self.analysis.conjugation_uses_mean,
            self.analysis.other_uses_mean,
        ) {
            writeln!(
                out,
                "uses       {one:.1} of an a b a⁻¹, {other:.1} of another triplet, on average"
            )?;
        }
        let name = |used: &quarterturn_lab::analysis::Used| {
            let mark = if used.conjugation { "*" } else { "" };
            format!("{}{mark} {}", used.moves, used.count)
        };
        let names: Vec<String> = most_used.iter().map(name).collect();
        for (nth, names) in names.chunks(5).enumerate() {
            let head = if nth == 0 { "most used" } else { "" };
            writeln!(out, "{head:<10} {}", names.join(", "))?;
        }
        if most_used.iter().any(|used| used.conjugation) {
            writeln!(out, "{:<10} * a b a⁻¹", "")?;
        }
        if let Some(b) = &self.corner_block {
            writeln!(
                out,
                "2×2×2      complete after {:.1} % of the moves on average; halfway in {:.1} % of the solutions",
                b.first_percent_mean, b.halfway_percent
            )?;
        }
        if let Some(s) = &self.symmetry {
            writeln!(
                out,
                "mirrored   {:.2} % of {} symmetric; of the others {:.2} % as long",
                s.symmetric_percent, s.pairs, s.same_length_percent
            )?;
        }
        if let (Some(e), Some(model)) = (&self.estimates, &self.model) {
            writeln!(out, "model      {model}, on {} states", e.states)?;
            writeln!(
                out,
                "  not above the moves left {:.1} %, at most one above {:.1} %",
                e.not_above_percent, e.one_above_percent
            )?;
            writeln!(
                out,
                "  above by {:.2} on average; error {:+.2} on average",
                e.above_mean, e.error_mean
            )?;
            let error = |band: &Band| format!("{}: {:+.2}", band.from, band.error_mean);
            let errors: Vec<String> = self.by_moves_left.iter().map(error).collect();
            for errors in errors.chunks(6) {
                writeln!(out, "  error by moves left     {}", errors.join(", "))?;
            }
        }
        Ok(())
    }
}
