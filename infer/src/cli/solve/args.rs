//! What `solve` takes.

#[cfg(feature = "compare")]
use crate::cli::chart;
use crate::cli::display;
use crate::cli::error::CliError;
use crate::cli::options::{INPUT, OUTPUT, SearchArgs};
use crate::cli::progress;
use indicatif::ProgressBar;
use quarterturn::models::Model;
use quarterturn::puzzles::AnyPuzzle;
use quarterturn::solver::BuildError;
use quarterturn::states::States;
use std::fs::File;
use std::io::{self, BufReader, IsTerminal};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  quarterturn solve \"R U2 F' L D' B2\"
  quarterturn scramble --count 10 | quarterturn solve - --json
  quarterturn solve --from cubes.txt --quiet --time-limit 500ms
  quarterturn solve --from cubes.txt --out answers.jsonl --shard 1/4
  quarterturn solve \"R U\" --improve \"F F' U' R'\"
  quarterturn solve \"R U2\" --target \"R2 L2 U2 D2 F2 B2\"
  quarterturn solve --puzzle cube3-htm --costs robot.toml \"R U2 F'\"";

/// What to say where nothing is to be solved.
const NO_INPUT: &str = "\
something to solve is required: moves, facelets, '-' for standard input, or --from FILE
  quarterturn solve \"R U2 F' L D' B2\"
  quarterturn solve UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB
  quarterturn scramble --count 10 | quarterturn solve -
  quarterturn solve --from cubes.txt";

/// Arguments of `solve`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, override_usage = "quarterturn solve [OPTIONS] <INPUT>\n       quarterturn solve [OPTIONS] --from <FILE>")]
pub struct Args {
    /// A move sequence from the solved puzzle, in quotes, or its facelets, in URFDLB order or as a net,
    /// or '-' for one state a line on standard input. Another order of the faces stands before them:
    /// "ULFRBD: …"
    #[arg(value_name = "INPUT", num_args = 0.., conflicts_with = "from")]
    pub input: Vec<String>,
    /// Read one state a line, or one over several lines as `solve` draws it (a net, a board, a level),
    /// from a file, or '-' for standard input; blank lines and remarks, which start with #, are skipped.
    /// On standard input a line that is a state by itself is one, unless it is set in as pictures are
    #[arg(help_heading = INPUT, long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Append one JSON object a line to a file; a run that was interrupted goes on where it stopped
    #[arg(help_heading = OUTPUT, long, value_name = "FILE", conflicts_with_all = ["quiet", "improve"])]
    pub out: Option<PathBuf>,
    /// Only each N-th state, beginning with the I-th, from 1: N runs share the work
    #[arg(help_heading = INPUT, long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<(usize, usize)>,
    /// Go to this state instead of the solved one; a move sequence or facelets
    #[arg(help_heading = INPUT, long, value_name = "STATE", allow_hyphen_values = true)]
    pub target: Option<String>,
    /// Shorten this solution instead: windows of it are searched anew, 8 moves exactly and 20 with
    /// the search asked for
    #[arg(help_heading = INPUT, long, value_name = "MOVES", allow_hyphen_values = true, conflicts_with_all = ["from", "costs"])]
    pub improve: Option<String>,
    /// Of a cube that is none, change the one or two stickers, or turn the piece, that make a cube of it,
    /// and say so; if there is more than one way to change stickers, they are in the refusal
    #[arg(help_heading = INPUT, long)]
    pub repair: bool,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Draw the state and its solution into a file, as a terminal shows them; it ends in .svg or .png
    #[cfg(feature = "compare")]
    #[arg(help_heading = OUTPUT, long, value_name = "FILE", value_parser = chart::path, conflicts_with = "from")]
    pub picture: Option<PathBuf>,
    /// Print one JSON object a line
    #[arg(help_heading = OUTPUT, long)]
    pub json: bool,
    /// Print the bare solutions, one a line, and errors; for each of many states that is refused or
    /// not solved the line is '-'
    #[arg(help_heading = OUTPUT, short, long)]
    pub quiet: bool,
}

impl Args {
    /// A fingerprint of all that the answers depend on but their inputs.
    pub fn settings(&self, model: Option<&Model>) -> Result<String, CliError> {
        let mut own = format!("{:?}", (&self.target, self.shard));
        if self.repair {
            own += " repaired";
        }
        let all = self.search.fingerprint(model)? + &own;
        Ok(format!("{:08x}", crc32fast::hash(all.as_bytes())))
    }

    /// What is given to be solved, unless it is in a file.
    pub fn input(&self) -> Result<Option<&str>, CliError> {
        match &*self.input {
            [] if self.from.is_none() => Err(CliError::Usage(NO_INPUT.into())),
            [] => Ok(None),
            [one] => Ok(Some(one)),
            words => Err(CliError::Usage(format!(
                "{} inputs instead of one: put moves into double quotes, as in\n  quarterturn solve \"{}\"",
                words.len(),
                words.join(" ")
            ))),
        }
    }

    /// An error with its place, where it is in a text that an option gave.
    pub fn located(&self, error: CliError) -> CliError {
        let CliError::Build {
            error: BuildError::Option { option, refusal },
        } = &error
        else {
            return error;
        };
        let text = match *option {
            "--target" => &self.target,
            _ => &self.improve,
        };
        let text = text.as_deref().unwrap_or_default();
        let said = display::refusal(refusal, text, Some(option));
        CliError::Invalid(said.trim_start_matches("error: ").trim_end().into())
    }

    /// Whether a person waits for better solutions.
    pub fn watched(&self) -> bool {
        let goes_on = self.search.settings.goes_on();
        goes_on && !self.json && !self.quiet && io::stderr().is_terminal()
    }

    /// Progress over many states, for runs that print nothing else.
    pub fn bar(&self) -> ProgressBar {
        if self.out.is_none() || !io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let (first, step) = self.shard.unwrap_or((1, 1));
        let count = |path| count(path, self.search.puzzle);
        let total = self.from.as_deref().and_then(count);
        progress::states(total.map(|n| (n + step - first) / step))
    }
}

/// Reads `I/N`, with I from 1 to N.
fn shard(text: &str) -> Result<(usize, usize), String> {
    let numbers = text
        .split_once('/')
        .and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match numbers {
        Some((i, n)) if (1..=n).contains(&i) => Ok((i, n)),
        _ => Err("not of the form I/N with I from 1 to N".into()),
    }
}

/// Number of states in a file; `None` where it cannot be read twice.
fn count(path: &Path, puzzle: &dyn AnyPuzzle) -> Option<usize> {
    let file = File::open(path).ok()?;
    let whole = file.metadata().is_ok_and(|m| m.is_file());
    whole.then(|| {
        States::of_file(BufReader::new(file), puzzle)
            .map_while(Result::ok)
            .count()
    })
}
