//! Searches of other crates: a solver takes them by name, as a rescue, and as a lower bound.

use quarterturn::core::Puzzle as Rules;
use quarterturn::eval::Bound;
use quarterturn::outcome::Outcome;
use quarterturn::puzzles::{Text, Visitor};
use quarterturn::search::Search;
use quarterturn::search::run::run;
use quarterturn::solver::{
    AnyBound, AnySearch, BuildError, Extension, SearchKind, Settings, SettingsError, Solution, Tell,
};
use quarterturn::{Limits, Puzzle, Solver, Stopped};
use std::sync::Arc;
use std::time::Duration;

/// Tries every single move, for puzzles whose family begins with `cube`. Its bound is the puzzle's own.
struct OneMove;

struct Try;

impl<P: Rules> Search<P> for Try {
    fn name(&self) -> &'static str {
        "one-move"
    }

    fn run(&self, puzzle: &P, state: &P::State, limits: &Limits) -> Outcome {
        run(puzzle, state, limits, |run| {
            for mv in puzzle.moves() {
                run.check()?;
                run.counters.generated += 1;
                if puzzle.is_solved(&puzzle.apply(state, mv)) {
                    return run.offer(vec![mv]);
                }
            }
            Ok(())
        })
    }
}

impl Extension for OneMove {
    fn name(&self) -> &'static str {
        "one-move"
    }

    fn exact(&self) -> bool {
        true
    }

    fn search(&self, puzzle: &Puzzle, _: &Arc<Tell>) -> Result<AnySearch, BuildError> {
        struct Make;
        impl Visitor for Make {
            type Output = AnySearch;
            fn visit<P: Text>(self, _: &P) -> AnySearch {
                AnySearch::new::<P>(Arc::new(Try))
            }
        }
        if !puzzle.family().starts_with("cube") {
            return Err(BuildError::Settings(SettingsError::Unsolved {
                solver: self.name(),
                puzzle: puzzle.name().into(),
            }));
        }
        Ok(puzzle.visit(Make))
    }

    fn bound(&self, puzzle: &Puzzle, _: &Arc<Tell>) -> Result<AnyBound, BuildError> {
        struct Make;
        impl Visitor for Make {
            type Output = AnyBound;
            fn visit<P: Text>(self, _: &P) -> AnyBound {
                AnyBound::new::<P>(Arc::new(Bound))
            }
        }
        Ok(puzzle.visit(Make))
    }
}

fn settings() -> Settings {
    Settings {
        search: Some(SearchKind::Extension(Arc::new(OneMove))),
        ..Settings::default()
    }
}

#[test]
fn a_solver_takes_it_as_its_search() {
    let solver = Solver::builder().puzzle("cube2").settings(settings());
    let solver = solver.build().unwrap();
    let kind = solver.settings().kind();
    assert_eq!(
        (kind.name(), kind.exact(), kind.guided()),
        ("one-move", true, false)
    );
    assert!(solver.model().is_none());
    assert_eq!(
        solver
            .solve("R")
            .unwrap()
            .solution
            .as_ref()
            .map(Solution::text),
        Some("R'")
    );
    // A state: of moves the way back would be the answer.
    let far = solver.puzzle().read("R U").unwrap().to_string();
    let answer = solver.solve(&far).unwrap();
    assert!(answer.solution.is_none());
    assert_eq!(answer.stopped, Stopped::Exhausted);
    // And for one request of a solver with another search.
    let cube = Solver::new("cube2").unwrap();
    let request = cube.request("U").unwrap().settings(settings());
    assert_eq!(
        request.run().unwrap().solution.as_ref().map(Solution::text),
        Some("U'")
    );
}

#[test]
fn a_puzzle_that_it_does_not_solve_is_refused() {
    let solver = Solver::builder().puzzle("puzzle15").settings(settings());
    let error = solver.build().unwrap_err();
    assert_eq!(error.to_string(), "one-move does not solve puzzle15");
    assert_eq!(error.code(), "not-for-puzzle");
}

#[test]
fn it_takes_no_settings_of_others() {
    let settings = Settings {
        width: Some(64),
        ..settings()
    };
    let error = settings.check().unwrap_err();
    assert_eq!(error.setting(), Some("width"));
    assert_eq!(error.code(), "means-nothing");
    let said = "width means nothing to the search 'one-move'; it is for beam";
    assert_eq!(error.to_string(), said);
}

#[test]
fn two_phase_answers_when_the_time_is_over() {
    let settings = Settings {
        time_limit: Some(Duration::from_nanos(1)),
        ..Settings::default()
    };
    let solver = Solver::builder().puzzle("cube3").settings(settings);
    let solver = solver.build().unwrap();
    let state = solver.puzzle().random(1);
    let answer = solver.request_for(state.clone()).run().unwrap();
    assert_eq!(answer.fallback, Some("two-phase"));
    assert_eq!(answer.stopped, Stopped::Time);
    let solution = answer.solution.unwrap();
    assert!(state.apply(solution.text()).unwrap().is_solved());
    // Whoever measures the search can do without.
    let none = Settings {
        fallback: Some(false),
        ..Settings::default()
    };
    let answer = solver.request_for(state).settings(none).run().unwrap();
    assert_eq!((answer.fallback, answer.solution), (None, None));
}

#[test]
fn other_puzzles_have_no_fallback() {
    let settings = Settings {
        time_limit: Some(Duration::from_secs(1)),
        fallback: Some(true),
        ..Settings::default()
    };
    let solver = Solver::builder().puzzle("cube2").settings(settings);
    let error = solver.build().unwrap_err();
    assert_eq!(error.code(), "puzzle-lacks");
}

#[test]
fn its_bound_takes_the_place_of_a_network() {
    let settings = |search| Settings {
        search: Some(search),
        ..Settings::default()
    };
    let puzzle = Puzzle::named("puzzle15").unwrap();
    let state = puzzle.scramble(3, 12).state.to_string();
    let solver = Solver::builder().puzzle(&puzzle).bound(Arc::new(OneMove));
    let solver = solver.settings(settings(SearchKind::Ida)).build().unwrap();
    let exact = Solver::builder().puzzle(&puzzle);
    let exact = exact.settings(settings(SearchKind::Bidirectional)).build();
    let lengths = [&solver, &exact.unwrap()].map(|solver| solver.solve(&state).unwrap().length());
    assert_eq!(lengths[0], lengths[1]);
    assert!(lengths[0].is_some());
}

#[test]
fn two_are_the_same_if_they_are_one() {
    let one = SearchKind::Extension(Arc::new(OneMove));
    assert_eq!(one, one.clone());
    assert_ne!(one, SearchKind::Extension(Arc::new(OneMove)));
    assert_ne!(one, SearchKind::Beam);
    assert_eq!(format!("{one:?}"), "one-move");
}
