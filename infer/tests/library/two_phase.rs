//! The two-phase algorithm by name, and beside the beam under a time limit.

use quarterturn::solver::{BuildError, SearchKind, Settings, SettingsError};
use quarterturn::{Solver, Stopped};
use std::time::Duration;

const HARD: &str = "R U F D L B R U F D L B R U F2 D L B'";

fn settings(search: Option<SearchKind>, seconds: f64) -> Settings {
    Settings {
        search,
        time_limit: Some(Duration::from_secs_f64(seconds)),
        ..Settings::default()
    }
}

fn solver(puzzle: &str, settings: Settings) -> Result<Solver, BuildError> {
    Solver::builder().puzzle(puzzle).settings(settings).build()
}

#[test]
fn it_solves_by_name_and_keeps_its_tables() {
    let two_phase: SearchKind = "two-phase".parse().unwrap();
    assert_eq!(two_phase, SearchKind::TwoPhase);
    for (puzzle, half) in [("cube3-htm", true), ("cube3", false)] {
        let settings = Settings {
            search: Some(two_phase.clone()),
            ..Settings::default()
        };
        let solver = solver(puzzle, settings).unwrap();
        assert!(solver.model().is_none());
        let answer = solver.solve(HARD).unwrap();
        let turns = answer.solution.as_ref().unwrap().turns().unwrap();
        assert!(turns.half <= 21);
        assert_eq!(
            answer.length(),
            Some(if half { turns.half } else { turns.quarter })
        );
        assert!(answer.memory > 1 << 20, "tables count");
    }
}

#[test]
fn other_puzzles_and_prices_are_refused_by_name() {
    for puzzle in ["cube2", "cube2-htm", "puzzle15"] {
        let asked = Settings {
            search: Some(SearchKind::TwoPhase),
            ..Settings::default()
        };
        let refused = solver(puzzle, asked).unwrap_err();
        assert!(
            matches!(
                &refused,
                BuildError::Settings(SettingsError::Unsolved {
                    solver: "two-phase",
                    ..
                })
            ),
            "{refused}"
        );
    }
    assert!(SearchKind::TwoPhase.check_prices().is_err());
}

#[test]
fn under_a_time_limit_in_half_turns_it_works_beside_the_beam() {
    let limited = |search| Settings {
        target_length: Some(22),
        ..settings(search, 3600.0)
    };
    // It opens, so it has the first answer.
    let both = solver("cube3-htm", limited(None)).unwrap();
    // A state: of moves the way back would be an answer too.
    let hard = both.puzzle().read(HARD).unwrap().to_string();
    let answer = both.solve(&hard).unwrap();
    assert_eq!(answer.by, Some("two-phase"));
    assert!(answer.length() <= Some(22));
    assert_eq!(answer.counters.evaluated, 0);
    // Whoever names the beam gets the beam; in quarter turns it is the beam's too.
    let named = limited(Some(SearchKind::Beam));
    let beam = both.request(&hard).unwrap().settings(named).run().unwrap();
    let quarter = solver("cube3", limited(None)).unwrap();
    let quarter = quarter
        .request(&hard)
        .unwrap()
        .target_length(40)
        .run()
        .unwrap();
    for answer in [beam, quarter] {
        assert_eq!(answer.by, None);
        assert!(answer.counters.evaluated > 0);
    }
}

#[test]
fn a_short_scramble_is_proved_shortest_long_before_the_time_is_over() {
    for (puzzle, length) in [("cube3", 5), ("cube3-htm", 5), ("puzzle15", 2)] {
        let solver = solver(puzzle, settings(None, 3600.0)).unwrap();
        let state = match puzzle {
            "puzzle15" => "1 2 3 4  5 6 7 8  9 10 0 12  13 14 11 15",
            _ => "L' D' R L' U'",
        };
        let answer = solver.solve(state).unwrap();
        assert!(answer.optimal, "{puzzle}");
        assert_eq!(answer.stopped, Stopped::Solved);
        assert_eq!(answer.length(), Some(length));
    }
    // Without one nothing is proved, as before.
    let plain = Solver::new("cube3").unwrap();
    assert!(!plain.solve("L' D' R L' U'").unwrap().optimal);
}
