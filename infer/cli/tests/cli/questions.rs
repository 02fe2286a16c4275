//! The table of questions, asked of the program.

use crate::harness::run;
use quarterturn_support::questions::questions;

#[test]
fn the_answers_are_those_of_the_table() {
    for question in questions() {
        let mut args = vec!["solve", "--json", "--puzzle", question.puzzle];
        let flags: Vec<String> = question
            .settings
            .iter()
            .map(|(name, value)| format!("--{}={value}", name.replace('_', "-")))
            .collect();
        args.extend(flags.iter().map(String::as_str));
        args.extend(["--", question.state]);
        let ran = run(&args);
        match question.answer {
            Ok((length, optimal)) => {
                let answer = ran.ends(0).json();
                assert_eq!(answer[0]["length"], length, "{question:?}");
                assert_eq!(answer[0]["optimal"] == true, optimal, "{question:?}");
            }
            // Options that make no sense have no JSON.
            Err(_) if !question.settings.is_empty() => drop(ran.ends(2)),
            Err((code, at)) => {
                let refused = ran.ends(3).json();
                assert_eq!(refused[0]["error"]["code"], code, "{question:?}");
                let found = refused[0]["error"]["at"].as_u64();
                assert_eq!(found, at.map(|at| at as u64), "{question:?}");
            }
        }
    }
}
