//! The JSON that quarterturn's programs print and serve.

use quarterturn_core::printable;
use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter};
use std::io::{self, Write};

/// The version of the JSON for programs, `schema/quarterturn.schema.json`. It changes when a field is
/// removed or changes its meaning.
pub const VERSION: u32 = 1;

#[derive(Serialize)]
struct Versioned<T> {
    version: u32,
    #[serde(flatten)]
    value: T,
}

/// An object with the version of the contract, as JSON on one line.
///
/// # Errors
/// Where the value is no object.
pub fn object(value: &impl Serialize) -> Result<Vec<u8>, serde_json::Error> {
    let mut line = Vec::new();
    let mut writer = serde_json::Serializer::with_formatter(&mut line, Printable(CompactFormatter));
    let version = VERSION;
    let object = Versioned { version, value };
    object.serialize(&mut writer)?;
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
        let line = String::from_utf8(super::object(&object).unwrap()).unwrap();
        assert!(line.chars().all(printable), "{line}");
        assert!(line.contains("\\u009b31m") && line.contains("🟥"), "{line}");
        assert!(line.contains("\\udb40\\udc41"), "{line}");
        let read: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!((&read["text"], &read["version"]), (&text.into(), &1.into()));
    }
}
