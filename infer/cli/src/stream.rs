//! Standard output and standard error. Either may be full or closed by its reader.

use super::error::CliError;
use quarterturn_core::{Plain, printable};
use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter};
use std::io::{self, Write};

/// Prints a message for people, of one line or more, on standard error. If that fails, nobody
/// is left to tell, and what the program does stays the same.
pub fn tell(text: &str) {
    // Whole, so that lines of other processes do not come between.
    let lines: String = text.lines().map(|l| format!("{}\n", Plain(l))).collect();
    let _ = io::stderr().write_all(lines.as_bytes());
}

/// The version of the JSON for programs, `schema/quarterturn.schema.json`. It changes when a field is
/// removed or changes its meaning.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Versioned<T> {
    version: u32,
    #[serde(flatten)]
    value: T,
}

/// An object with the version of the contract, as one line of JSON.
pub fn json(value: &impl Serialize) -> Result<Vec<u8>, CliError> {
    let mut line = Vec::new();
    let mut writer = serde_json::Serializer::with_formatter(&mut line, Printable(CompactFormatter));
    let version = VERSION;
    let object = Versioned { version, value };
    object.serialize(&mut writer).map_err(io::Error::from)?;
    line.push(b'\n');
    Ok(line)
}

/// Escapes everything that a terminal should not be shown, which is more than JSON requires.
struct Printable(CompactFormatter);

impl Formatter for Printable {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(|c| !printable(c)) {
            let (shown, hidden) = rest.split_at(at);
            self.0.write_string_fragment(writer, shown)?;
            let mut chars = hidden.chars();
            let mut utf16 = [0; 2];
            for unit in chars.next().unwrap_or_default().encode_utf16(&mut utf16) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = chars.as_str();
        }
        self.0.write_string_fragment(writer, rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_shows_nothing_that_drives_a_terminal_and_means_the_same() {
        let text = "R\u{1b}[31m\u{9b}31m \u{7f}\u{202e}\u{e0041}\u{200b}\"\\\n é 🟥";
        let object = serde_json::json!({ "text": text });
        let line = String::from_utf8(json(&object).unwrap()).unwrap();
        assert!(line.trim_end().chars().all(printable), "{line}");
        assert!(line.contains("\\u009b31m") && line.contains("🟥"), "{line}");
        assert!(line.contains("\\udb40\\udc41"), "{line}");
        let read: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!((&read["text"], &read["version"]), (&text.into(), &1.into()));
    }
}
