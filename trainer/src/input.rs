//! Reads files that the user names.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Most bytes that are read from something other than a regular file: a pipe gives less, and a device may never
/// end.
const ENDLESS: u64 = 256 << 20;

/// What a file holds.
///
/// # Errors
/// When the system refuses, or a device or a pipe does not end.
pub(crate) fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut bytes = Vec::new();
    if file.metadata()?.is_file() {
        file.read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    file.take(ENDLESS + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > ENDLESS {
        let why = format!(
            "it is not a regular file, and goes on after {} MiB",
            ENDLESS >> 20
        );
        return Err(io::Error::new(ErrorKind::FileTooLarge, why));
    }
    Ok(bytes)
}

/// As [`bytes`], as text.
///
/// # Errors
/// As [`bytes`], and when it is not UTF-8.
pub(crate) fn text(path: &Path) -> io::Result<String> {
    let text = String::from_utf8(bytes(path)?);
    text.map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8 text"))
}
