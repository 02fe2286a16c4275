//! Files of other programs, given where a state is expected. The error names their format once, and does not
//! refuse symbol by symbol.

use crate::refusal::Refusal;

/// A format, and how its texts are recognised.
struct Format {
    code: &'static str,
    message: &'static str,
    hint: &'static str,
    is: fn(&str) -> bool,
}

/// Words that begin a file for twsearch or ksolve.
const WORDS: [&str; 7] = [
    "Name",
    "Set",
    "StartState",
    "ScrambleState",
    "ScrambleAlg",
    "Scramble",
    "Solved",
];

/// The likelier first.
const FORMATS: [Format; 5] = [
    Format {
        code: "kpattern",
        message: "this is a KPattern in JSON, which this puzzle does not read",
        hint: "give the moves that lead to it, or its facelets",
        is: |text| is_json(text) && text.contains("\"pieces\""),
    },
    Format {
        code: "json",
        message: "this is JSON, not a state",
        hint: "give the text of the field \"state\" alone",
        is: |text| is_json(text) && text.contains("\"state\""),
    },
    Format {
        code: "json",
        message: "this is JSON, not a state",
        hint: "give moves or a state as plain text, one a line",
        is: is_json,
    },
    Format {
        code: "xml",
        message: "this is XML, not a state",
        hint: "give moves or a state as plain text, one a line",
        is: |text| {
            let name = text.strip_prefix('<');
            name.is_some_and(|name| {
                name.starts_with(['?', '!']) || name.starts_with(char::is_alphabetic)
            })
        },
    },
    Format {
        code: "ksolve",
        message: "this is a file for twsearch or ksolve, not a state of this puzzle",
        hint: "give moves or a state as plain text, one a line",
        is: |text| {
            let mut words = text.split_whitespace();
            words.next().is_some_and(|word| WORDS.contains(&word)) && words.next().is_some()
        },
    },
];

/// Whether an object or a list of JSON begins a text: `[R, U]` does not.
fn is_json(text: &str) -> bool {
    let inside = text.trim_start_matches(['[', ' ', '\t', '\r', '\n']);
    match text.chars().next() {
        Some('[') => inside.is_empty() || inside.starts_with(['"', '{']),
        Some('{') => {
            let inside = text[1..].trim_start();
            inside.is_empty() || inside.starts_with(['"', '}'])
        }
        _ => false,
    }
}

/// The refusal that names the format, if a text that is not a state has a known one.
pub fn refusal(text: &str) -> Option<Refusal> {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let format = FORMATS.iter().find(|format| (format.is)(text))?;
    Some(Refusal {
        code: format.code,
        message: format.message.into(),
        at: None,
        hint: Some(format.hint.into()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_known_by_their_beginnings() {
        for (text, code) in [
            ("{\"puzzle\": 1}", Some("json")),
            (
                "\u{feff}\n{\n  \"EDGES\": {\"pieces\": [0, 1]}}",
                Some("kpattern"),
            ),
            ("[\n  [\"R\"]]", Some("json")),
            ("[", Some("json")),
            ("<?xml version=\"1.0\"?>", Some("xml")),
            ("<Level Id=\"1\">", Some("xml")),
            ("ScrambleState x\nEDGES", Some("ksolve")),
            ("[[R, U], F]", None),
            ("[2Rw: U]", None),
            ("{{{{", None),
            ("R U", None),
            ("", None),
        ] {
            assert_eq!(refusal(text).map(|refusal| refusal.code), code, "{text:?}");
        }
    }
}
