//! One line of the table: a solver as the user names it.

use crate::error::CliError;
use crate::options::{SearchArgs, tables_bar};
use clap::Parser;
use quarterturn::Puzzle;
use quarterturn::Refusal;
use quarterturn::limits::Limits;
use quarterturn::models::Model;
use quarterturn::solver::{Engine, Extension, SearchKind, Solver, Task};
use quarterturn_classic::{Classical, Tightened, TwoPhase};
use quarterturn_lab::units::about;
use std::env;
use std::path::Path;
use std::time::{Duration, Instant};

/// The command with which [`Tightened`] starts this program.
pub const WORKER: &str = "two-phase-worker";

/// Time for a state, unless one is given.
const TIME: Duration = Duration::from_secs(10);
/// The same for a solver that always takes all of it.
const ANYTIME: Duration = Duration::from_secs(1);
/// The description of a solver that ends at its first answer.
const FIRST_ANSWER: &str = "two-phase, the first answer";

/// A solver ready to run.
pub struct Entry {
    /// As the user named it.
    pub name: String,
    pub engine: Box<dyn Engine>,
    /// The search and what is set, in words.
    pub settings: String,
    /// Its own limits, and those of all.
    pub limits: Limits,
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
    /// Whether it has a time limit.
    pub fn has_time_limit(&self) -> bool {
        !self.settings.starts_with(FIRST_ANSWER)
    }

    /// The settings with the time that it has.
    pub fn all_settings(&self) -> String {
        match self.limits.time.filter(|_| self.has_time_limit()) {
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
        let classical = match *words {
            ["two-phase", "anytime"] => Some(tightened().map(Classical::Tightened)),
            _ => Classical::read(&words, cache).map(|kind| kind.map_err(CliError::from)),
        };
        if let Some(kind) = classical {
            let kind = kind?;
            let (engine, bytes) = kind.engine(puzzle, &tables_bar())?;
            return Ok(Self {
                name,
                engine,
                settings: in_words(&kind),
                limits: Limits {
                    time: time.or(Some(match kind {
                        Classical::Tightened(_) => ANYTIME,
                        _ => TIME,
                    })),
                    max_length: puzzle.longest(),
                    ..Limits::default()
                },
                bytes,
                exact: kind.exact(),
                setup_seconds: started.elapsed().as_secs_f64(),
            });
        }
        let shared = ["--puzzle", "--metric", "--threads", "--search"];
        if let Some(option) = words
            .iter()
            .find(|w| shared.iter().any(|s| w.starts_with(s)))
        {
            let message =
                format!("{option} is not an option of a solver: give it to compare itself");
            return Err(CliError::Usage(message));
        }
        let parsed = Words::try_parse_from(["--search"].iter().chain(&words));
        let parsed = parsed.map_err(|e| CliError::Usage(first_line(&e, &name)))?;
        let args = SearchArgs {
            puzzle: puzzle.clone(),
            ..parsed.search
        };
        args.check()?;
        let solver = args.solver()?;
        solver.prepare();
        let model = solver
            .model()
            .map(|model| format!(", model {}", model.name));
        let limits = solver.limits().clone();
        Ok(Self {
            name,
            settings: solver.settings().to_string() + &model.unwrap_or_default(),
            limits: Limits {
                time: limits.time.or(time).or(Some(TIME)),
                ..limits
            },
            bytes: solver.model().map_or(0, |model| model.bytes.len()),
            exact: solver.settings().kind().exact(),
            engine: Box::new(Learned(solver)),
            setup_seconds: started.elapsed().as_secs_f64(),
        })
    }
}

/// A classical solver, in words.
fn in_words(kind: &Classical) -> String {
    match kind {
        Classical::TwoPhase(TwoPhase { turns }) => {
            format!("{FIRST_ANSWER} of at most {turns} face turns")
        }
        Classical::Tightened(_) => "two-phase, fewer and fewer face turns".into(),
        Classical::Korf(_) => "IDA* with pattern databases".into(),
        Classical::Patterns(_) => "IDA* with additive pattern databases".into(),
    }
}

/// The two-phase algorithm until the time is over: this program does it, as a process of its own.
fn tightened() -> Result<Tightened, CliError> {
    let program = env::current_exe();
    let program =
        program.map_err(|e| CliError::System(format!("cannot find this program: {e}")))?;
    Ok(Tightened {
        program,
        arguments: vec![WORKER.into()],
    })
}

/// A whole solver as an engine.
struct Learned(Solver);

impl Engine for Learned {
    fn read(&self, text: &str) -> Result<Box<dyn Task + '_>, Refusal> {
        self.0.read(text)
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
