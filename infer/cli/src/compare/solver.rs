//! One line of the table: a solver as the user names it.

use crate::error::CliError;
use crate::options::SearchArgs;
use clap::Parser;
use quarterturn::Puzzle;
use quarterturn::models::Model;
use quarterturn::solver::{SearchKind, Settings, Solver};
use quarterturn_classic::Classical;
use quarterturn_lab::units::about;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Time for a state, unless one is given.
const TIME: Duration = Duration::from_secs(10);
/// The same for a solver that always takes all of it.
const ANYTIME: Duration = Duration::from_secs(1);
/// The two-phase algorithm, which has words of its own for its settings.
const TWO_PHASE: &str = "two-phase";

/// A solver ready to run.
pub struct Entry {
    /// As the user named it.
    pub name: String,
    pub solver: Solver,
    /// The search and what is set, in words.
    pub settings: String,
    /// The most time for a state, where there is a limit.
    pub time: Option<Duration>,
    /// Of its weights or tables.
    pub bytes: usize,
    /// Whether its solutions are certainly shortest ones.
    pub exact: bool,
    /// To load or make its weights or tables.
    pub setup_seconds: f64,
}

/// The solvers compared unless the user names some.
pub fn defaults(puzzle: &Puzzle) -> &'static [&'static str] {
    match puzzle.family() {
        "cube3" => &[
            "beam --width 1024 --views 1",
            "beam",
            "two-phase",
            "two-phase anytime",
            "korf",
        ],
        "puzzle15" | "puzzle24" => &["beam --width 1024 --views 1", "beam", "patterns"],
        family if Model::embedded_for(family).is_err() => match SearchKind::without_network(puzzle)
        {
            Some(SearchKind::Direct) => &["direct"],
            _ => &["bidirectional"],
        },
        _ => &["beam --width 1024 --views 1", "beam"],
    }
}

/// The options of a learned search, without the name of a program before them.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Words {
    #[command(flatten)]
    search: SearchArgs,
}

impl Entry {
    /// The settings with the time that it has.
    pub fn all_settings(&self) -> String {
        match self.time {
            Some(time) => format!("{}, at most {} a state", self.settings, about(time)),
            None => self.settings.clone(),
        }
    }

    /// Makes the solver that `words` name, with this much time for a state unless they give a limit.
    pub fn read(
        words: &str,
        puzzle: &Puzzle,
        cache: Option<&Path>,
        time: Option<Duration>,
    ) -> Result<Self, CliError> {
        let started = Instant::now();
        let name = words.to_owned();
        let words: Vec<&str> = words.split_whitespace().collect();
        let (search, settings, time) = match *words {
            [TWO_PHASE] => {
                let words = "two-phase, the first answer of at most 21 face turns";
                (unguided(SearchKind::TwoPhase, None), words.into(), None)
            }
            [TWO_PHASE, "anytime"] => {
                let time = time.unwrap_or(ANYTIME);
                let search = unguided(SearchKind::TwoPhase, Some(time));
                (
                    search,
                    "two-phase, fewer and fewer face turns".into(),
                    Some(time),
                )
            }
            _ => match Classical::read(&words, cache) {
                Some(kind) => {
                    let kind = kind?;
                    let words = in_words(&kind).into();
                    let search = SearchKind::Extension(Arc::new(kind));
                    (unguided(search, None), words, time.or(Some(TIME)))
                }
                None => return Self::learned(&words, name, puzzle, time),
            },
        };
        let args = SearchArgs::of(puzzle);
        let solver = args.build(args.builder_with(search)?)?;
        Ok(Self::made(name, solver, settings, time, started))
    }

    /// A search with the options of the command line.
    fn learned(
        words: &[&str],
        name: String,
        puzzle: &Puzzle,
        time: Option<Duration>,
    ) -> Result<Self, CliError> {
        let started = Instant::now();
        let shared = ["--puzzle", "--metric", "--threads", "--search"];
        if let Some(option) = words
            .iter()
            .find(|w| shared.iter().any(|s| w.starts_with(s)))
        {
            let message =
                format!("{option} is not an option of a solver: give it to compare itself");
            return Err(CliError::Usage(message));
        }
        let parsed = Words::try_parse_from(["--search"].iter().chain(words));
        let parsed = parsed.map_err(|e| CliError::Usage(first_line(&e, &name)))?;
        let args = SearchArgs {
            puzzle: puzzle.clone(),
            ..parsed.search
        };
        args.check()?;
        let solver = args.solver()?;
        let model = solver
            .model()
            .map(|model| format!(", model {}", model.name));
        let settings = solver.settings().to_string() + &model.unwrap_or_default();
        let own = solver.settings().time_limit;
        Ok(Self::made(
            name,
            solver,
            settings,
            own.or(time).or(Some(TIME)),
            started,
        ))
    }

    fn made(
        name: String,
        solver: Solver,
        settings: String,
        time: Option<Duration>,
        started: Instant,
    ) -> Self {
        solver.prepare();
        let tables = solver.made().tables;
        Self {
            name,
            settings,
            time,
            bytes: solver.model().map_or(tables, |model| model.bytes.len()),
            exact: solver.settings().kind().exact(),
            setup_seconds: started.elapsed().as_secs_f64(),
            solver,
        }
    }
}

/// A search that no network guides.
fn unguided(search: SearchKind, time_limit: Option<Duration>) -> Settings {
    Settings {
        search: Some(search),
        time_limit,
        ..Settings::default()
    }
}

/// A classical solver, in words.
fn in_words(kind: &Classical) -> &'static str {
    match kind {
        Classical::Korf(_) => "IDA* with pattern databases",
        Classical::Patterns(_) => "IDA* with additive pattern databases",
    }
}

/// What is wrong, without the usage text of a program that does not exist.
fn first_line(error: &clap::Error, solver: &str) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    let line = line
        .trim_start_matches("error: ")
        .replace("--search <NAME>", "solver");
    format!("--solver {solver:?}: {line}")
}
