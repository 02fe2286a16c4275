//! The program says `optimal` of shortest solutions only, as the library does (`infer/tests/library/optimal.rs`).

use crate::harness::{file, run_on};
use quarterturn_support::alike::Question;

#[test]
fn what_the_program_calls_optimal_is_shortest() {
    let mut claims = 0;
    for (nth, question) in Question::all().iter().enumerate() {
        let puzzle = file(&format!("alike{nth}.gap"), question.definition.as_bytes());
        let network = file(&format!("alike{nth}.qtw"), &question.network());
        let (puzzle, network) = (puzzle.to_str().unwrap(), network.to_str().unwrap());
        // An empty line is no state.
        let asked = question
            .states
            .iter()
            .filter(|(moves, _)| !moves.is_empty());
        let asked: Vec<_> = asked.collect();
        let states: Vec<&str> = asked.iter().map(|(moves, _)| &**moves).collect();
        let input = states.join("\n") + "\n";
        let guided = ["--model", network, "--width", "64"];
        // One beam, with nothing in its place where it finds nothing.
        let alone = [&guided[..], &["--restarts", "no"]].concat();
        let timed = [&guided[..], &["--time-limit", "20"]].concat();
        for (options, proves) in [
            (&alone[..], false),
            (&timed, true),
            (&["--search", "bidirectional"], true),
        ] {
            let all = ["solve", "--json", "--from", "-", "--puzzle", puzzle];
            let args = [&all[..], options].concat();
            let answers = run_on(&args, input.as_bytes()).json();
            assert_eq!(answers.len(), states.len());
            for (answer, (moves, distance)) in answers.iter().zip(&asked) {
                let optimal = answer["optimal"] == true;
                claims += usize::from(optimal);
                assert!(optimal || !proves, "{moves:?}: {answer}");
                let length = answer["length"].as_u64().map(|length| length as usize);
                assert!(
                    length.is_none_or(|length| length >= *distance),
                    "{moves:?}: {answer}"
                );
                assert!(!optimal || length == Some(*distance), "{moves:?}: {answer}");
            }
        }
    }
    assert!(claims >= 100, "{claims}");
}
