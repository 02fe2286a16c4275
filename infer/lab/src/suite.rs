//! Test suites: tab-separated files of states, with their optimal lengths where known.
//!
//! A header before the first state, `# name<TAB>name…`, names the columns. The state is the last one;
//! a column named `optimal`, or `optimal_qtm` and `optimal_htm` for cubes, holds the length of a
//! shortest solution and may be empty. Without a header there is one state per line. Blank lines and
//! further lines that start with `#` are skipped, unless the puzzle has states that begin so.

use crate::lines::is_remark;
use quarterturn::puzzles::Puzzle;
use quarterturn_core::Metric;

/// One state to solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Where it stands in the file, from 1.
    pub line: usize,
    /// The state, in any text form that its puzzle reads.
    pub state: String,
    /// Length of a shortest solution, where known.
    pub optimal: Option<usize>,
}

/// A suite that is part of the library.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// Its name.
    pub name: &'static str,
    /// The puzzle family whose states it holds.
    pub family: &'static str,
    /// The file, for [`parse`].
    pub text: &'static str,
}

/// Every embedded suite; the first of a family is its default.
pub const EMBEDDED: &[Embedded] = &[
    Embedded {
        name: "cube3-200",
        family: "cube3",
        text: include_str!("../suites/cube3-200.tsv"),
    },
    Embedded {
        name: "puzzle15-200",
        family: "puzzle15",
        text: include_str!("../suites/puzzle15-200.tsv"),
    },
    Embedded {
        name: "puzzle15-farthest",
        family: "puzzle15",
        text: include_str!("../suites/puzzle15-farthest.tsv"),
    },
];

/// Why a text is not a suite.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SuiteError {
    /// No line holds a state.
    #[error("the suite has no states")]
    Empty,
    /// A line with fewer or more columns than the header.
    #[error("line {line}: {} where the header has {expected}", columns(*.found))]
    Columns {
        /// The line, from 1.
        line: usize,
        /// Its number of columns.
        found: usize,
        /// The header's.
        expected: usize,
    },
    /// A line with several columns and nothing that names them.
    #[error(
        "line {line}: {found} columns, and no header that names them: begin the file with a line such as \
         \"# optimal_qtm<TAB>scramble\", where the state is the last column"
    )]
    NoHeader {
        /// The line, from 1.
        line: usize,
        /// Its number of columns.
        found: usize,
    },
    /// An optimal length that is not a number.
    #[error("line {line}: the optimal length {text:?} is not a number")]
    Optimal {
        /// The line, from 1.
        line: usize,
        /// The text in its place.
        text: String,
    },
    /// An optimal length that a solution undercuts.
    #[error(
        "line {line}: {optimal} is not the optimal length: {solution} is a solution of {length}. Is the \
suite in another metric? For cubes, --metric names it"
    )]
    NotOptimal {
        /// The line, from 1.
        line: usize,
        /// What the suite says.
        optimal: usize,
        /// The solution's length.
        length: usize,
        /// The solution.
        solution: String,
    },
}

fn columns(count: usize) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} column{plural}")
}

/// Reads a suite whose optimal lengths count in `metric`; lengths in another metric are ignored.
///
/// # Errors
/// [`SuiteError`]. The states themselves are not read.
pub fn parse(text: &str, metric: Metric) -> Result<Vec<Case>, SuiteError> {
    parse_with(text, metric, &is_remark)
}

/// As [`parse`], for a puzzle that may have its own form of remarks and states.
///
/// # Errors
/// Those of [`parse`].
pub fn parse_of(puzzle: &Puzzle, text: &str) -> Result<Vec<Case>, SuiteError> {
    parse_with(text, puzzle.metric(), &|line| puzzle.is_remark(line))
}

fn parse_with(
    text: &str,
    metric: Metric,
    is_remark: &dyn Fn(&str) -> bool,
) -> Result<Vec<Case>, SuiteError> {
    let named = format!("optimal_{metric}");
    let mut header: Vec<&str> = Vec::new();
    let mut optimal = None;
    let mut cases = Vec::new();
    for (line, text) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        if is_remark(text) {
            let remark = text.strip_prefix('#').unwrap_or_default();
            if header.is_empty() && cases.is_empty() && remark.contains('\t') {
                header = remark.split('\t').map(str::trim).collect();
                optimal = header.iter().position(|&c| c == "optimal" || c == named);
            }
            continue;
        }
        if text.trim().is_empty() {
            continue;
        }
        let columns: Vec<&str> = text.split('\t').map(str::trim).collect();
        let expected = header.len().max(1);
        let found = columns.len();
        if found != expected && header.is_empty() {
            return Err(SuiteError::NoHeader { line, found });
        }
        if found != expected {
            return Err(SuiteError::Columns {
                line,
                found,
                expected,
            });
        }
        let optimal = match optimal.map(|c| columns[c]) {
            None | Some("") => None,
            Some(text) => Some(text.parse().map_err(|_| SuiteError::Optimal {
                line,
                text: text.into(),
            })?),
        };
        let state = columns[expected - 1].into();
        cases.push(Case {
            line,
            state,
            optimal,
        });
    }
    if cases.is_empty() {
        return Err(SuiteError::Empty);
    }
    Ok(cases)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarterturn::puzzles::{Cube3Turns, Text};
    use quarterturn_core::Puzzle as _;
    use quarterturn_core::puzzle::sliding::Puzzle15;

    const FILE: &str = "# index\toptimal_qtm\tscramble\n0\t2\tR U\n\n1\t\tF\n";

    #[test]
    fn columns_are_found_by_name() {
        let cases = parse(FILE, Metric::Quarter).unwrap();
        assert_eq!(cases.len(), 2);
        assert_eq!((cases[0].line, cases[0].optimal), (2, Some(2)));
        assert_eq!((cases[1].line, cases[1].optimal), (4, None));
        assert_eq!(cases[1].state, "F");
    }

    #[test]
    fn the_puzzle_says_what_is_a_remark() {
        let lights = &Puzzle::named("lightsout3").unwrap();
        let cases = parse_of(lights, "# optimal\tlights\n# remark\n4\t###......\n").unwrap();
        assert_eq!((cases.len(), cases[0].optimal), (1, Some(4)));
        let cases = parse_of(lights, "# remark\n###......\n").unwrap();
        assert_eq!(cases[0].state, "###......");
    }

    #[test]
    fn an_optimum_in_another_metric_is_ignored() {
        let cases = parse(FILE, Metric::Half).unwrap();
        assert_eq!(cases[0].optimal, None);
    }

    #[test]
    fn bare_states_need_no_header() {
        let cases = parse("R U F\r\n# remark\nF2\n", Metric::Half).unwrap();
        let states: Vec<_> = cases.iter().map(|c| c.state.as_str()).collect();
        assert_eq!(states, ["R U F", "F2"]);
    }

    #[test]
    fn a_header_may_follow_remarks_but_not_states() {
        let cases = parse("# made by hand\n\n# optimal\ts\n3\tR\n", Metric::Half).unwrap();
        assert_eq!((cases[0].line, cases[0].optimal), (4, Some(3)));
        let late = parse("R\n# optimal\ts\n3\tR\n", Metric::Half);
        assert_eq!(late, Err(SuiteError::NoHeader { line: 3, found: 2 }));
    }

    /// Every state of an embedded suite, after its solution led to the goal in as many moves as it says.
    fn replayed<P: Text>(puzzle: P, suite: &Embedded) -> Vec<P::State> {
        assert_eq!(suite.family, puzzle.family());
        let cases = parse(suite.text, puzzle.metric()).unwrap();
        let replay = |case: &Case| {
            let line = suite.text.lines().nth(case.line - 1).unwrap();
            let (puzzle, state) = puzzle.read(&case.state).unwrap();
            let solution = line.split('\t').nth(2).unwrap();
            let solution = puzzle.read_moves(solution).unwrap();
            assert_eq!(case.optimal, Some(solution.len()), "{line}");
            assert!(
                puzzle.is_solved(&puzzle.apply_all(&state, &solution)),
                "{line}"
            );
            state
        };
        cases.iter().map(replay).collect()
    }

    #[test]
    fn what_is_embedded_is_solved_by_its_solutions() {
        let [cubes, tiles, farthest] = EMBEDDED else {
            panic!("{} suites", EMBEDDED.len());
        };
        assert_eq!(replayed(Cube3Turns::Quarter, cubes).len(), 200);
        assert_eq!(replayed(Puzzle15, tiles).len(), 200);
        assert_eq!(replayed(Puzzle15, farthest).len(), 17);
    }

    /// Seventeen states are farthest, 80 moves from the goal; a mirror image is as far.
    #[test]
    fn the_farthest_are_closed_under_the_mirror() {
        let suite = &EMBEDDED[2];
        let states = replayed(Puzzle15, suite);
        for state in &states {
            assert!(states.contains(&Puzzle15.conjugate(state, 1)));
        }
        let cases = parse(suite.text, Metric::Moves).unwrap();
        assert!(cases.iter().all(|c| c.optimal == Some(80)));
    }

    #[test]
    fn faults_name_the_line() {
        assert_eq!(parse("# a\tb\n", Metric::Half), Err(SuiteError::Empty));
        let (found, expected) = (1, 3);
        let fault = SuiteError::Columns {
            line: 2,
            found,
            expected,
        };
        assert_eq!(parse("# a\tb\tc\nR\n", Metric::Half), Err(fault));
        let text = "many".into();
        let fault = SuiteError::Optimal { line: 2, text };
        assert_eq!(parse("# optimal\ts\nmany\tR\n", Metric::Half), Err(fault));
    }
}
