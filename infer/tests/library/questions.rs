//! The table of questions, asked of the library.

use quarterturn::solver::{Settings, Solver};
use quarterturn::{Fault, Puzzle};
use quarterturn_support::questions::{Question, questions};

/// Length, whether it is optimal; or the fault.
fn ask(question: &Question) -> Result<(Option<usize>, bool), Fault> {
    let mut settings = Settings::default();
    for &(name, value) in &question.settings {
        settings.set(name, value)?;
    }
    let puzzle = Puzzle::named(question.puzzle)?;
    let solver = Solver::builder().puzzle(&puzzle).settings(settings);
    let solver = solver.build()?;
    let answer = solver.solve(question.state)?;
    if let Some(solution) = &answer.solution {
        let end = puzzle.read(question.state)?.apply(solution.text())?;
        assert!(end.is_solved(), "{question:?}");
    }
    Ok((answer.length(), answer.optimal))
}

#[test]
fn the_answers_are_those_of_the_table() {
    for question in questions() {
        match (ask(&question), &question.answer) {
            (Ok((length, optimal)), Ok(expected)) => {
                assert_eq!(
                    (length, optimal),
                    (Some(expected.0), expected.1),
                    "{question:?}"
                );
            }
            (Err(fault), Err(expected)) => {
                assert_eq!((fault.code, fault.at), *expected, "{question:?}: {fault}");
            }
            (found, _) => panic!("{question:?}: {found:?}"),
        }
    }
}
