//! The settings of searches at the doors: Python and TypeScript describe what the library's table has, word by word. Run with
//! `tests/reference` to write the descriptions once more.

use quarterturn::solver::{SearchKind, Setting, Values};
use std::fmt::Write;
use std::{env, fs};

/// A row of the table.
struct Row {
    name: String,
    values: Values,
    help: String,
}

impl From<&Setting> for Row {
    fn from(setting: &Setting) -> Self {
        let help = setting.help().replace(" `no` is", " False is");
        let default = match setting.default() {
            "" => String::new(),
            default => format!(" By default: {default}."),
        };
        let mut words = help.chars();
        let stop = if words.next_back() == Some('.') {
            ""
        } else {
            "."
        };
        Self {
            name: setting.name().into(),
            values: setting.values(),
            help: help + stop + &default,
        }
    }
}

fn table() -> Vec<Row> {
    Setting::ALL.iter().map(Row::from).collect()
}

/// The keywords of Python's `solve`.
fn python(rows: &[Row]) -> String {
    let mut text = String::new();
    for Row { name, values, help } in rows {
        let word = if name == "lambda" { "lambda_" } else { name };
        let (kind, unit) = match values {
            Values::Whole { .. } => ("int", ""),
            Values::Bytes => ("int", " In bytes."),
            Values::Time => ("float | timedelta", " In seconds."),
            Values::YesNo => ("bool", ""),
            Values::Number { .. } => ("float", ""),
            _ => ("str", ""),
        };
        let words = match values {
            // The package has the classical solvers too.
            Values::Words(words) if name == "search" => {
                format!(" One of {}, korf, patterns.", words.join(", "))
            }
            Values::Words(words) => format!(" One of {}.", words.join(", ")),
            _ => String::new(),
        };
        let _ = write!(
            text,
            "    {word}: {kind} | None\n    \"\"\"{help}{unit}{words}\"\"\"\n"
        );
    }
    text
}

/// The options of JavaScript's `solve`.
fn typescript(rows: &[Row]) -> String {
    let mut text = String::new();
    for Row { name, values, help } in rows {
        let mut parts = name.split('_');
        let first = parts.next().unwrap_or_default().to_owned();
        let word = parts.fold(first, |word, part| {
            let (letter, rest) = part.split_at(1);
            word + &letter.to_uppercase() + rest
        });
        let (kind, unit) = match values {
            Values::Bytes => ("number".into(), " In bytes."),
            Values::Time => ("number".into(), " In seconds."),
            Values::YesNo => ("boolean".into(), ""),
            Values::Words(words) => (format!("'{}'", words.join("' | '")), ""),
            _ => ("number".into(), ""),
        };
        let help = help.replace("False is", "`false` is");
        let _ = write!(text, "  /** {help}{unit} */\n  {word}?: {kind};\n");
    }
    text
}

/// Asserts that the part of a file between two lines is that text, or writes it there.
fn holds(path: &str, [first, last]: [&str; 2], text: &str) {
    let path = format!("{}/../{path}", env!("CARGO_MANIFEST_DIR"));
    let all = fs::read_to_string(&path).unwrap();
    let (before, rest) = all.split_once(first).expect(first);
    let (own, after) = match last {
        "" => (rest, ""),
        last => rest.split_once(last).expect(last),
    };
    if env::var_os("QUARTERTURN_RENEW_REFERENCE").is_some() {
        fs::write(&path, format!("{before}{first}{text}{last}{after}")).unwrap();
    } else {
        assert_eq!(
            own, text,
            "{path} is not what the table says: run tests/reference"
        );
    }
}

#[test]
fn python_and_typescript_have_the_librarys_settings() {
    let python_file = "infer/bindings/python/python/quarterturn/_settings.py";
    let mark = "    # The library's table of settings.\n";
    holds(python_file, [mark, ""], &python(&table()));
    let types = "infer/bindings/npm/index.d.ts";
    let marks = [
        "  // The library's table of settings.\n",
        "  // The end of the table.\n",
    ];
    holds(types, marks, &typescript(&table()));
}

#[test]
fn a_setting_that_is_made_up_is_at_both() {
    let made_up = Row {
        name: "made_up".into(),
        values: Values::Whole { least: 1, most: 9 },
        help: "Nothing.".into(),
    };
    let rows = [made_up];
    assert_eq!(
        python(&rows),
        "    made_up: int | None\n    \"\"\"Nothing.\"\"\"\n"
    );
    assert_eq!(typescript(&rows), "  /** Nothing. */\n  madeUp?: number;\n");
}

/// What is said of a setting is true: the searches in brackets are those that take it.
#[test]
fn the_searches_in_brackets_take_the_setting() {
    for &setting in Setting::ALL {
        let help = setting.help();
        let named = help
            .rsplit_once('(')
            .map(|(_, rest)| rest.trim_end_matches(')'));
        let Some(named) = named.filter(|named| !named.contains(' ') || named.contains(", ")) else {
            continue;
        };
        if named.starts_with("all") {
            continue;
        }
        for name in named.split(", ") {
            let kind: SearchKind = name.parse().expect(name);
            assert!(kind.takes(setting), "{} by {name}", setting.name());
        }
    }
}
