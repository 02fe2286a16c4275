//! Inputs as people and programs write them, with their right outcomes: `tests/data/*.toml`, a file a kind.

use crate::harness::{Run, file, run, run_on};
use serde::Deserialize;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// One input of `solve` and the expected result; what is not named is not checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    what: String,
    #[serde(default = "cube3")]
    puzzle: String,
    /// Before the input; by default an exact search.
    #[serde(default = "exact")]
    options: Vec<String>,
    /// As an argument.
    input: Option<String>,
    /// Given by `--from`.
    file: Option<String>,
    /// On standard input.
    stdin: Option<String>,

    exit: Option<i32>,
    /// Lines of JSON that come out.
    states: Option<usize>,
    /// Which of them the rest is about, from 1.
    nth: Option<usize>,
    solution: Option<String>,
    /// An input of the same solution.
    same: Option<String>,
    length: Option<u64>,
    quarter: Option<u64>,
    half: Option<u64>,
    repaired: Option<String>,
    code: Option<String>,
    at: Option<u64>,
    /// Parts of texts.
    message: Option<String>,
    hint: Option<String>,
    warning: Option<String>,
    /// Of standard error.
    complains: Option<String>,
}

fn cube3() -> String {
    "cube3".into()
}

fn exact() -> Vec<String> {
    ["--search", "bidirectional"].map(Into::into).into()
}

#[derive(Deserialize)]
struct Table {
    case: Vec<Case>,
}

impl Case {
    fn run(&self, input: Option<&str>) -> Run {
        let path = self.file.as_ref().map(|text| {
            let name: String = self
                .what
                .chars()
                .filter(char::is_ascii_alphanumeric)
                .collect();
            file(&format!("inputs-{name}.txt"), text.as_bytes())
        });
        let mut args = vec!["solve", "--puzzle", &self.puzzle];
        args.extend(self.options.iter().map(String::as_str));
        args.extend(
            path.iter()
                .flat_map(|path| ["--from", path.to_str().unwrap()]),
        );
        args.extend(input);
        match &self.stdin {
            Some(text) => run_on(&[&args[..], &["-", "--json"]].concat(), text.as_bytes()),
            None => run(&[&args[..], &["--json"]].concat()),
        }
    }

    fn check(&self) {
        let ran = self.run(self.input.as_deref());
        if let Some(text) = &self.complains {
            assert!(ran.err.contains(text), "{text:?} is not in\n{}", ran.err);
        }
        let json = if ran.out.is_empty() {
            Vec::new()
        } else {
            ran.json()
        };
        if let Some(exit) = self.exit {
            assert_eq!(ran.code, Some(exit), "{}", ran.err);
        } else {
            let refused = json.iter().any(|line| line.get("error").is_some());
            assert_eq!(ran.code, Some(if refused { 3 } else { 0 }), "{}", ran.err);
        }
        if self.exit.is_none() || self.states.is_some() {
            assert_eq!(json.len(), self.states.unwrap_or(1), "{}", ran.out);
        }
        let nothing = Value::Null;
        let line = json.get(self.nth.unwrap_or(1) - 1).unwrap_or(&nothing);
        let error = &line["error"];
        for (field, expected) in [
            (&line["solution"], &self.solution),
            (&line["repaired"], &self.repaired),
            (&error["code"], &self.code),
        ] {
            if let Some(expected) = expected {
                assert_eq!(field, expected, "{line}");
            }
        }
        for (field, expected) in [
            (&line["length"], self.length),
            (&line["quarter_turns"], self.quarter),
            (&line["half_turns"], self.half),
            (&error["at"], self.at),
        ] {
            if let Some(expected) = expected {
                assert_eq!(field, expected, "{line}");
            }
        }
        for (field, part) in [
            (&error["message"], &self.message),
            (&error["hint"], &self.hint),
            (&line["warning"], &self.warning),
        ] {
            if let Some(part) = part {
                assert!(
                    field.as_str().is_some_and(|text| text.contains(part)),
                    "{line}"
                );
            }
        }
        // A warning is printed for people too, and only where it is expected.
        assert_eq!(line.get("warning").is_some(), self.warning.is_some());
        assert!(
            line["warning"]
                .as_str()
                .is_none_or(|text| ran.err.contains(text))
        );
        if let Some(same) = &self.same {
            let other = self.run(Some(same)).json();
            assert_eq!(line["solution"], other[0]["solution"]);
        }
    }
}

#[test]
fn public_inputs_have_their_right_outcomes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect();
    files.sort();
    assert!(files.len() > 9);
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let table: Table = toml::from_str(&text).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        for case in table.case {
            println!("{}: {}", path.display(), case.what);
            case.check();
        }
    }
}
