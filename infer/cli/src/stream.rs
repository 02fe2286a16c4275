//! Standard output and standard error. Either may be full or closed by its reader.

use quarterturn_core::Plain;
use quarterturn_lab::json;
use serde::Serialize;
use std::io::{self, Write};

/// Prints a message for people, of one line or more, on standard error. If that fails, nobody
/// is left to tell, and what the program does stays the same.
pub fn tell(text: &str) {
    // Whole, so that lines of other processes do not come between.
    let lines: String = text.lines().map(|l| format!("{}\n", Plain(l))).collect();
    let _ = io::stderr().write_all(lines.as_bytes());
}

/// An object with the version of the contract, as one line of JSON.
pub fn json(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = json::object(value)?;
    line.push(b'\n');
    Ok(line)
}
