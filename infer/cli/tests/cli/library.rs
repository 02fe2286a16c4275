//! The command and the library give the same answers.

use crate::harness::run_on;
use quarterturn::Puzzle;
use quarterturn::puzzles::Seeded;
use quarterturn::solver::{Report, RequestError, SearchKind, Settings, SolveError, Solver};
use serde_json::Value;

/// Inputs of each puzzle.
const INPUTS: usize = 50;

/// Fifty inputs each of four puzzles: moves, states, and some texts that are not states.
#[test]
fn two_hundred_inputs_are_answered_alike() {
    let small = |search, width, views| Settings {
        search: Some(search),
        width,
        views,
        ..Settings::default()
    };
    let cases = [
        ("cube3", None, small(SearchKind::Beam, Some(64), Some(2))),
        ("cube3-htm", None, small(SearchKind::Greedy, None, None)),
        ("cube2", None, small(SearchKind::Beam, Some(32), Some(1))),
        (
            "puzzle15",
            Some("bound"),
            small(SearchKind::Beam, Some(256), None),
        ),
    ];
    for (name, model, settings) in cases {
        let puzzle = Puzzle::named(name).unwrap();
        let mut rng = Seeded::new(7);
        let input = |i: usize| match i % 5 {
            0 => puzzle.draw(&mut rng, None).state.to_string(),
            1 => "R U Q 3".to_owned(),
            _ => puzzle.draw(&mut rng, Some(i)).moves.unwrap(),
        };
        let inputs: Vec<String> = (2..INPUTS + 2).map(input).collect();

        let mut builder = Solver::builder().puzzle(name).settings(settings.clone());
        let mut words: Vec<String> = ["solve", "-", "--json", "--puzzle", name]
            .map(String::from)
            .to_vec();
        if let Some(model) = model {
            builder = builder.model(model);
            words.extend(["--model".into(), model.into()]);
        }
        words.extend(["--search".into(), settings.kind().name().into()]);
        for (option, value) in [
            ("--width", settings.width.map(|n| n.to_string())),
            ("--views", settings.views.map(|n| n.to_string())),
        ] {
            words.extend(value.into_iter().flat_map(|v| [option.to_owned(), v]));
        }
        let solver = builder.build().unwrap();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let lines: Vec<Value> = run_on(&words, inputs.join("\n").as_bytes()).ends(3).json();
        assert_eq!(lines.len(), INPUTS);

        for ((input, line), many) in inputs.iter().zip(&lines).zip(solver.solve_many(&inputs)) {
            match solver.solve(input) {
                Ok(answer) => {
                    let ours = serde_json::to_value(Report::new(&solver, input, &answer)).unwrap();
                    for (key, value) in ours.as_object().unwrap() {
                        // Time is never the same, and memory depends on the threads.
                        if !["seconds", "memory"].contains(&key.as_str()) {
                            assert_eq!(line[key], *value, "{name}: {input}: {key}");
                        }
                    }
                    assert_eq!(many.unwrap().solution, answer.solution, "{name}: {input}");
                }
                Err(RequestError::Solve(SolveError::Refused(refusal))) => {
                    assert_eq!(line["error"]["code"], refusal.code, "{name}: {input}");
                    assert_eq!(line["error"]["message"], refusal.message, "{name}: {input}");
                    assert_eq!(many.unwrap_err().to_string(), refusal.to_string());
                }
                Err(error) => panic!("{name}: {input}: {error}"),
            }
        }
    }
}
