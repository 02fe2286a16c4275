//! Suites by name or from a file, and the one loop that solves them.

use super::display::{self, counted};
use super::error::{CliError, read_text};
use super::interrupt::Interrupt;
use super::progress::Progress;
use super::stream;
use quarterturn::Puzzle;
use quarterturn::puzzles::Seeded;
use quarterturn::solver::{Answer, Request, SearchKind, Settings, Solver};
use quarterturn_lab::measure::so_far;
use quarterturn_lab::suite::{self, Case, Embedded, SuiteError};
use std::path::Path;

/// Most nodes to find an optimal length, else it stays unknown: seconds, and twelve quarter turns of the
/// 3×3×3 cube.
const EXACT: u64 = 3_000_000;
/// After this many states in a row without an optimum, the others are taken to be too far as well.
const FAR: usize = 8;

/// What `bench --help` says about suites.
pub const FORM: &str = "\
A suite is a text file with one state a line. If a line holds more than the state, a header
before the first state names the columns. Columns are separated by tabs, and the state is the
last one:
  # index<TAB>optimal_qtm<TAB>scramble
  0<TAB>2<TAB>R U
A state is a move sequence from the solved puzzle, or facelets. Optimal lengths are in a column
`optimal`, `optimal_qtm` or `optimal_htm`; they may be missing. Other lines that start with '#'
are skipped. The embedded suites are cube3-200, puzzle15-200 and puzzle15-farthest.";

/// States to solve.
pub struct Suite {
    /// Their name: a file, an embedded suite, or their origin in words.
    pub name: String,
    /// The states.
    pub cases: Vec<Case>,
}

impl Suite {
    /// The first `limit` states of the file at `path` or the embedded suite of that name. Else those of the
    /// puzzle's own suite, which has the easiest first: `limit` of them at equal distances.
    pub fn read(
        path: Option<&Path>,
        puzzle: &Puzzle,
        limit: Option<u32>,
    ) -> Result<Self, CliError> {
        let embedded = |e: &&Embedded| match path {
            Some(path) => path.as_os_str() == e.name,
            None => e.family == puzzle.family(),
        };
        let (name, text) = match (suite::EMBEDDED.iter().find(embedded), path) {
            (Some(suite), _) if suite.family != puzzle.family() => {
                let (name, family) = (suite.name, suite.family);
                let message = format!("the suite {name} is for {family}: add --puzzle {family}");
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
        let (all, most) = (cases.len(), limit.map_or(usize::MAX, |n| n as usize));
        if path.is_none() && most < all {
            cases = (0..most)
                .map(|nth| cases[nth * all / most].clone())
                .collect();
        }
        cases.truncate(most);
        Ok(Self { name, cases })
    }

    /// `count` random states of each of some lengths of scramble; uniformly random ones where that is `None`.
    pub fn random(puzzle: &Puzzle, count: u32, lengths: &[Option<u32>], seed: u64) -> Self {
        let count = count as usize;
        let name = match *lengths {
            [None] => format!("{}, seed {seed}", counted(count, "random state")),
            [Some(length)] => {
                let moves = counted(length as usize, "move");
                format!("{} of {moves}, seed {seed}", counted(count, "scramble"))
            }
            _ => {
                let most = lengths.iter().flatten().max().copied().unwrap_or(0);
                let scrambles = counted(count, "scramble");
                format!("{scrambles} of each length from 1 to {most}, seed {seed}")
            }
        };
        let mut rng = Seeded::new(seed);
        let each = |&length: &Option<u32>| std::iter::repeat_n(length, count);
        let states = lengths.iter().flat_map(each);
        let case = |(line, length): (usize, Option<u32>)| Case {
            line,
            state: puzzle
                .draw(&mut rng, length.map(|n| n as usize))
                .state
                .to_string(),
            optimal: None,
        };
        let cases = (1..).zip(states).map(case).collect();
        Self { name, cases }
    }

    /// Finds the optimal lengths that are not known, where a state is near enough to the goal or the puzzle has
    /// a way to compute them.
    pub fn find_optima(&mut self, puzzle: &Puzzle, interrupt: &Interrupt) -> Result<(), CliError> {
        let exact = |search| {
            let settings = Settings {
                node_limit: (search == SearchKind::Bidirectional).then_some(EXACT),
                search: Some(search),
                ..Settings::default()
            };
            let builder = Solver::builder().puzzle(puzzle).settings(settings);
            builder.build().ok()
        };
        let Some(solver) = exact(SearchKind::Direct).or_else(|| exact(SearchKind::Bidirectional))
        else {
            return Ok(());
        };
        let (mut progress, mut far) = (Progress::new(self.cases.len()), 0);
        for case in &mut self.cases {
            // A state that cannot be read is refused when it is to be solved.
            if let (None, Ok(request)) = (case.optimal, solver.request(&case.state)) {
                let request = request.measured().cancel(&interrupt.cancel);
                case.optimal = interrupt.during(|| request.run())?.length();
            }
            far = case.optimal.map_or(far + 1, |_| 0);
            if interrupt.happened() || far == FAR {
                break;
            }
            progress.step("exact lengths");
        }
        Ok(())
    }

    /// Reads every state before the first is solved, so that an error shows at once; `None` after
    /// printing the first error.
    pub fn requests<'a>(
        &self,
        solver: &'a Solver,
        interrupt: &Interrupt,
    ) -> Option<Vec<Request<'a>>> {
        let mut requests = Vec::new();
        for case in &self.cases {
            match solver.request(&case.state) {
                Ok(request) => requests.push(request.measured().cancel(&interrupt.cancel)),
                Err(refusal) => {
                    let place = format!("{}: line {}", self.name, case.line);
                    stream::tell(&display::refusal(&refusal, &case.state, Some(&place)));
                    return None;
                }
            }
        }
        Some(requests)
    }

    /// Solves one state after the other, or as many as there are before an interrupt; each answer comes
    /// with the optimal length, where that is known. `label` is shown beside the progress.
    ///
    /// # Errors
    /// When a search breaks its contract, or an answer is shorter than the suite's optimal length.
    pub fn solve(
        &self,
        requests: Vec<Request<'_>>,
        interrupt: &Interrupt,
        label: &str,
    ) -> Result<Vec<(Option<usize>, Answer)>, CliError> {
        let mut progress = Progress::new(self.cases.len());
        let mut results = Vec::new();
        for (case, request) in self.cases.iter().zip(requests) {
            let answer = interrupt.during(|| request.run())?;
            if interrupt.happened() {
                break;
            }
            if let (Some(optimal), Some(length)) = (case.optimal, answer.length())
                && length < optimal
            {
                return Err(CliError::Suite {
                    path: (&self.name).into(),
                    source: SuiteError::NotOptimal {
                        line: case.line,
                        optimal,
                        length,
                        solution: answer.to_string(),
                    },
                });
            }
            results.push((case.optimal, answer));
            progress.step(&format!("{}{label}", so_far(&results)));
        }
        Ok(results)
    }
}
