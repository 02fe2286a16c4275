//! Text for people: errors with a caret at their place, counts, and whether to use colour.

use anstream::{AutoStream, ColorChoice};
use console::Term;
use quarterturn::Refusal;
use quarterturn_core::printable;
use std::fmt::Write;
use std::io::{self, IsTerminal};
use unicode_width::UnicodeWidthChar;

/// Columns of input shown on either side of a fault.
const CONTEXT: usize = 32;

/// Whether standard output is a person's terminal, and whether it takes colour (`NO_COLOR`).
pub fn terminal() -> (bool, bool) {
    let stdout = io::stdout();
    let colour = AutoStream::choice(&stdout) != ColorChoice::Never;
    (stdout.is_terminal(), colour)
}

/// Columns for a table: those of the terminal, or as many as it likes where there is none.
pub fn columns() -> usize {
    let size = Term::stdout().size_checked();
    size.map_or(usize::MAX, |(_, columns)| columns.into())
}

/// A refusal for people: what, the place with a caret under it, and a hint. `place` says
/// where the input stands if it is one of many.
pub fn refusal(refusal: &Refusal, input: &str, place: Option<&str>) -> String {
    let place = place.map(|place| format!("{place}: ")).unwrap_or_default();
    let mut text = format!("error: {place}{} [{}]\n", refusal.message, refusal.code);
    if !input.is_empty() {
        let (input, at) = line_at(input, refusal.at.unwrap_or(0));
        let (quoted, column) = quote(input, at);
        let _ = writeln!(text, "  | {quoted}");
        if refusal.at.is_some() {
            let _ = writeln!(text, "  | {:column$}^", "");
        }
    }
    if let Some(hint) = &refusal.hint {
        let _ = writeln!(text, "  hint: {hint}");
    }
    text
}

/// Of an input over several lines, the one that byte `at` is in, and where in it.
fn line_at(input: &str, at: usize) -> (&str, usize) {
    let before = input.get(..at).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = input[start..].split('\n').next().unwrap_or_default();
    (line, at - start)
}

/// The input around byte `at`, safe to print, and the column of that byte within it.
fn quote(input: &str, at: usize) -> (String, usize) {
    let (mut quoted, mut column) = (String::new(), 0);
    let at = (0..=at.min(input.len()))
        .rev()
        .find(|&i| input.is_char_boundary(i));
    let at = at.unwrap_or(0);
    let before = input[..at].chars().rev().take(CONTEXT + 1).count();
    let skipped = input[..at].chars().count() - before;
    if before > CONTEXT {
        quoted.push('…');
        column += 1;
    }
    let from = skipped + usize::from(before > CONTEXT);
    // Near the beginning, what is not shown before the fault is shown after it.
    let end = (skipped + before + CONTEXT).max(2 * CONTEXT);
    for (i, (byte, c)) in input.char_indices().enumerate().skip(from) {
        if i >= end {
            quoted.push('…');
            break;
        }
        let c = if printable(c) {
            c
        } else {
            char::REPLACEMENT_CHARACTER
        };
        quoted.push(c);
        if byte < at {
            column += c.width().unwrap_or(0);
        }
    }
    (quoted, column)
}

/// A count with thousands separated by commas.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .filter_map(|g| std::str::from_utf8(g).ok())
        .collect();
    groups.join(",")
}

/// A number with its unit, in the singular or the plural: `1 thread`, `2 threads`.
pub fn counted(n: usize, unit: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} {unit}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caret_of(input: &str, at: usize) -> String {
        let refusal_text = Refusal {
            code: "c",
            message: "m".into(),
            at: Some(at),
            hint: None,
        };
        let shown = refusal(&refusal_text, input, None);
        let lines: Vec<&str> = shown.lines().collect();
        // The character in the column of the caret; all but the first test use narrow ones.
        let column = lines[2].find('^').unwrap();
        lines[1]
            .chars()
            .nth(column)
            .map(String::from)
            .unwrap_or_default()
    }

    #[test]
    fn the_caret_is_under_the_fault() {
        assert_eq!(caret_of("R U X F", 4), "X");
        assert_eq!(caret_of("R U X", 5), "");
        let long = format!("{} X {}", "R ".repeat(5000), "U ".repeat(5000));
        assert_eq!(caret_of(&long, 10001), "X");
        let short = refusal(
            &Refusal {
                code: "c",
                message: "m".into(),
                at: Some(10001),
                hint: None,
            },
            &long,
            Some("line 3"),
        );
        assert!(short.len() < 250 && short.starts_with("error: line 3: m [c]"));
        assert_eq!(quote("🟥🟥X", 8).1, 4);
        assert_eq!(quote("R\u{1b}[31m", 0).0, "R\u{fffd}[31m");
        assert_eq!(quote("é", 1), ("é".into(), 0));
    }

    #[test]
    fn counts_are_grouped() {
        assert_eq!(count(0), "0");
        assert_eq!(count(1_234_567), "1,234,567");
    }
}
