//! Suites by name or from a file, and the one loop that solves them.

use super::error::{CliError, read_text};
use super::interrupt::Interrupt;
use super::{display, progress, stream};
use quarterturn::Refusal;
use quarterturn::limits::Limits;
use quarterturn::measure::so_far;
use quarterturn::puzzles::AnyPuzzle;
use quarterturn::solver::{Answer, Task};
use quarterturn::suite::{self, Case, Embedded, SuiteError};
use std::path::Path;

/// What `bench --help` says of suites.
pub const FORM: &str = "\
A suite is a text file with one state a line. Where a line holds more than the state, a header before
the first state names the columns, all set apart by tabs; the state is the last one:
  # index<TAB>optimal_qtm<TAB>scramble
  0<TAB>2<TAB>R U
A state is a move sequence from the solved puzzle or facelets. Optimal lengths may be missing. Other
lines that start with '#' are remarks. `--suite cube3-200`, `puzzle15-200` and `puzzle15-farthest`
name the suites in this program.";

/// How a text becomes a state.
pub type Read<'a> = dyn Fn(&str) -> Result<Box<dyn Task + 'a>, Refusal> + 'a;

/// States to solve.
pub struct Suite {
    /// What they are called: a file, a suite in this program, or where they are from in words.
    pub name: String,
    /// The states.
    pub cases: Vec<Case>,
}

impl Suite {
    /// The first `limit` states of the file at `path` or the embedded suite of that name, else of the
    /// puzzle's own suite.
    pub fn read(
        path: Option<&Path>,
        puzzle: &dyn AnyPuzzle,
        limit: Option<u32>,
    ) -> Result<Self, CliError> {
        let embedded = |e: &&Embedded| match path {
            Some(path) => path.as_os_str() == e.name,
            None => e.family == puzzle.family(),
        };
        let (name, text) = match (suite::EMBEDDED.iter().find(embedded), path) {
            (Some(suite), _) if suite.family != puzzle.family() => {
                let (name, family) = (suite.name, suite.family);
                let message = format!("the suite {name} is of {family}: add --puzzle {family}");
                return Err(CliError::Usage(message));
            }
            (Some(suite), _) => (suite.name.into(), suite.text.into()),
            (None, Some(path)) => (path.display().to_string(), read_text(path)?),
            (None, None) => {
                let puzzle = puzzle.name();
                let message =
                    format!("this program has no suite for {puzzle}: name one with --suite FILE");
                return Err(CliError::Usage(message));
            }
        };
        let mut cases = suite::parse_of(puzzle, &text).map_err(|source| CliError::Suite {
            path: (&name).into(),
            source,
        })?;
        cases.truncate(limit.map_or(usize::MAX, |n| n as usize));
        Ok(Self { name, cases })
    }

    /// Reads every state before the first is solved, so that a fault shows at once; `None` after
    /// saying what is wrong with the first.
    pub fn tasks<'a>(&self, read: &Read<'a>) -> Option<Vec<Box<dyn Task + 'a>>> {
        let mut tasks = Vec::new();
        for case in &self.cases {
            match read(&case.state) {
                Ok(task) => tasks.push(task),
                Err(refusal) => {
                    let place = format!("{}: line {}", self.name, case.line);
                    stream::tell(&display::refusal(&refusal, &case.state, Some(&place)));
                    return None;
                }
            }
        }
        Some(tasks)
    }

    /// Solves one state after the other, or as many as there are before an interrupt; each answer comes
    /// with the optimal length, where that is known. `limits` are those of a state; `label` is shown
    /// beside the progress.
    ///
    /// # Errors
    /// When a search breaks its contract, or an answer is shorter than the suite's optimal length.
    pub fn solve(
        &self,
        tasks: Vec<Box<dyn Task + '_>>,
        limits: &dyn Fn(&Case) -> Limits,
        interrupt: &Interrupt,
        label: &str,
    ) -> Result<Vec<(Option<usize>, Answer)>, CliError> {
        let bar = progress::states(Some(self.cases.len()));
        let mut results = Vec::new();
        for (case, task) in self.cases.iter().zip(tasks) {
            let answer = interrupt.during(|| task.solve(&limits(case)))?;
            if interrupt.happened() {
                break;
            }
            if let (Some(optimal), Some(length)) = (case.optimal, answer.length)
                && length < optimal
            {
                return Err(CliError::Suite {
                    path: (&self.name).into(),
                    source: SuiteError::NotOptimal {
                        line: case.line,
                        optimal,
                        length,
                        solution: answer.solution.unwrap_or_default(),
                    },
                });
            }
            results.push((case.optimal, answer));
            bar.set_message(format!("{}{label}", so_far(&results)));
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(results)
    }
}
