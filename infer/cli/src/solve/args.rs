//! What `solve` takes.

use crate::chart;
use crate::display;
use crate::error::CliError;
use crate::flags;
use crate::options::{INPUT, OUTPUT, SearchArgs};
use crate::progress;
use indicatif::ProgressBar;
use quarterturn::Puzzle;
use quarterturn::models::Model;
use quarterturn::solver::BuildError;
use quarterturn_lab::states::States;
use std::fs::File;
use std::io::{self, BufReader, IsTerminal};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  quarterturn solve \"R U2 F' L D' B2\"
  quarterturn scramble --count 10 | quarterturn solve - --json
  quarterturn scramble --count 100 > cubes.txt
  quarterturn solve --from cubes.txt --quiet --time-limit 500ms
  quarterturn solve --from cubes.txt --out answers.jsonl --shard 1/4
  quarterturn solve \"R U\" --improve \"F F' U' R'\"
  quarterturn solve \"R U2\" --target \"R2 L2 U2 D2 F2 B2\"
  quarterturn solve --metric htm \"R U2 F'\"
  echo 'half = 1.5' > robot.toml
  quarterturn solve --metric htm --costs robot.toml \"R U2 F'\"";

/// What to say if no input is given.
const NO_INPUT: &str = "\
an input is required: moves, facelets, '-' for standard input, or --from FILE
  quarterturn solve \"R U2 F' L D' B2\"
  quarterturn solve UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB
  quarterturn scramble --count 10 | quarterturn solve -
  quarterturn solve --from cubes.txt";

/// Arguments of `solve`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, override_usage = "quarterturn solve [OPTIONS] <INPUT>\n       quarterturn solve [OPTIONS] --from <FILE>")]
pub struct Args {
    /// What to solve: a move sequence from the solved puzzle, in quotes; or facelets, in URFDLB order or as
    /// a net; or '-' to read one state a line from standard input. If the faces come in another order, write
    /// it first: "ULFRBD: …"
    #[arg(value_name = "INPUT", num_args = 0.., conflicts_with = "from")]
    pub input: Vec<String>,
    /// Read the states from a file, or from standard input if FILE is '-'. A state takes one line, or several
    /// as `solve` draws it (a net, a board, a level). Blank lines and lines that start with # are skipped. On
    /// standard input a line that can be a state by itself is one, unless it is indented as pictures are
    #[arg(help_heading = INPUT, long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Append the answers to a file, one JSON object a line. A run that was interrupted resumes where it
    /// stopped
    #[arg(help_heading = OUTPUT, long, value_name = "FILE", conflicts_with_all = ["quiet", "improve"])]
    pub out: Option<PathBuf>,
    /// Solve only each N-th state, beginning with the I-th (counted from 1), so that N runs share the work
    #[arg(help_heading = INPUT, long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<(usize, usize)>,
    /// Go to this state, not to the solved one: a move sequence or facelets
    #[arg(help_heading = INPUT, long, value_name = "STATE", allow_hyphen_values = true)]
    pub target: Option<String>,
    /// Shorten this solution: windows of 8 moves are replaced by shortest ones, windows of 20 moves by what
    /// the chosen search finds
    #[arg(help_heading = INPUT, long, value_name = "MOVES", allow_hyphen_values = true, conflicts_with_all = ["from", "costs"])]
    pub improve: Option<String>,
    /// If no cube looks like this, make the smallest repair and say which: change one or two stickers, or
    /// turn or swap pieces. If several changes of stickers would do, none is made and the error lists them
    #[arg(help_heading = INPUT, long)]
    pub repair: bool,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Draw the state and its solution into a file, as a terminal shows them; it ends in .svg or .png
    #[arg(help_heading = OUTPUT, long, value_name = "FILE", value_parser = chart::path, conflicts_with = "from")]
    pub picture: Option<PathBuf>,
    /// Print one JSON object a line
    #[arg(help_heading = OUTPUT, long)]
    pub json: bool,
    /// Print only the solutions, one a line, and errors. Of many states, one that is refused or not solved
    /// gets the line '-'
    #[arg(help_heading = OUTPUT, short, long)]
    pub quiet: bool,
}

impl Args {
    /// A fingerprint of everything that the answers depend on, except their inputs.
    pub fn settings(&self, model: Option<&Model>) -> Result<String, CliError> {
        let mut own = format!("{:?}", (&self.target, self.shard));
        if self.repair {
            own += " repaired";
        }
        let all = self.search.fingerprint(model)? + &own;
        Ok(format!("{:08x}", crc32fast::hash(all.as_bytes())))
    }

    /// The input on the command line; `None` if it is in a file.
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

    /// The error with its place, if it is in the text of an option.
    pub fn located(&self, error: CliError) -> CliError {
        let CliError::Build {
            error: BuildError::Option { option, refusal },
        } = &error
        else {
            return error;
        };
        let text = match *option {
            "target" => &self.target,
            _ => &self.improve,
        };
        let text = text.as_deref().unwrap_or_default();
        let said = display::refusal(refusal, text, Some(&flags::flag(option)));
        CliError::Invalid(said.trim_start_matches("error: ").trim_end().into())
    }

    /// Whether a person watches for better solutions.
    pub fn watched(&self) -> bool {
        let settings = self.search.settings.settings();
        let anytime = settings.is_ok_and(|settings| settings.is_anytime());
        anytime && !self.json && !self.quiet && io::stderr().is_terminal()
    }

    /// Progress over many states, for runs that print nothing else.
    pub fn bar(&self) -> ProgressBar {
        if self.out.is_none() || !io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let (first, step) = self.shard.unwrap_or((1, 1));
        let count = |path| count(path, &self.search.puzzle);
        let total = self.from.as_deref().and_then(count);
        progress::states(total.map(|n| (n + step - first) / step))
    }
}

/// Reads `I/N`, with I from 1 to N.
pub fn shard(text: &str) -> Result<(usize, usize), String> {
    let numbers = text
        .split_once('/')
        .and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match numbers {
        Some((i, n)) if (1..=n).contains(&i) => Ok((i, n)),
        _ => Err("not of the form I/N with I from 1 to N".into()),
    }
}

/// Number of states in a file; `None` where it cannot be read twice.
fn count(path: &Path, puzzle: &Puzzle) -> Option<usize> {
    let file = File::open(path).ok()?;
    let whole = file.metadata().is_ok_and(|m| m.is_file());
    whole.then(|| {
        States::of_file(BufReader::new(file), puzzle)
            .map_while(Result::ok)
            .count()
    })
}
