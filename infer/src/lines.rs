//! Lines of text of any origin, one at a time, in bounded memory.

use crate::refusal::Refusal;
use std::io::{self, BufRead, Read};

/// Longest line read, in bytes.
pub const LIMIT: usize = 1 << 20;

/// How much of a line that is not text is quoted.
const QUOTED: usize = 64;

/// One line of a text.
#[derive(Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// The line without its line end; only the beginning of a line that cannot be used.
    pub text: String,
    /// Why it cannot be used, if it cannot.
    pub fault: Option<Refusal>,
}

/// Reads lines; skips those that are blank, or start with `#` and are not a level of Sokoban.
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    number: usize,
    skipped: fn(&str) -> bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads from the beginning.
    pub fn new(reader: R) -> Self {
        Self {
            reader,
            number: 0,
            skipped,
        }
    }

    /// Reads all lines and skips none.
    pub fn all(reader: R) -> Self {
        Self {
            skipped: |_| false,
            ..Self::new(reader)
        }
    }

    fn read(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        // Room for the line, its end in either style and one byte that tells a longer one.
        let room = LIMIT as u64 + 3;
        if self
            .reader
            .by_ref()
            .take(room)
            .read_until(b'\n', &mut bytes)?
            == 0
        {
            return Ok(None);
        }
        self.number += 1;
        if bytes.pop_if(|b| *b == b'\n').is_none() && bytes.len() > LIMIT {
            self.reader.skip_until(b'\n')?;
        }
        bytes.pop_if(|b| *b == b'\r');
        if self.number == 1 && bytes.starts_with(b"\xef\xbb\xbf") {
            bytes.drain(..3);
        }
        let (text, fault) = if bytes.len() > LIMIT {
            let quoted = String::from_utf8_lossy(&bytes[..QUOTED]).into_owned();
            (quoted, Some(Refusal::line_too_long(LIMIT)))
        } else {
            match String::from_utf8(bytes) {
                Ok(text) => (text, None),
                Err(error) => {
                    let at = error.utf8_error().valid_up_to();
                    let end = error.as_bytes().len().min(at + QUOTED);
                    let quoted = String::from_utf8_lossy(&error.as_bytes()[..end]).into_owned();
                    (quoted, Some(Refusal::not_text(at)))
                }
            }
        };
        let number = self.number;
        Ok(Some(Line {
            number,
            text,
            fault,
        }))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.read().transpose()? {
                Ok(line) if line.fault.is_none() && (self.skipped)(&line.text) => {}
                line => return Some(line),
            }
        }
    }
}

fn skipped(text: &str) -> bool {
    text.trim().is_empty() || is_remark(text)
}

/// Whether a line that starts with `#` says something about others: it does, unless its first column is
/// a level of Sokoban, whose walls are written so.
pub fn is_remark(text: &str) -> bool {
    let first = text.split('\t').next().unwrap_or_default();
    let level = || {
        first.contains(['@', '+'])
            && first.contains('/')
            && first.chars().all(|c| "#-_ .$*@+/".contains(c))
    };
    text.starts_with('#') && !level()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<Line> {
        Lines::new(bytes).map(Result::unwrap).collect()
    }

    #[test]
    fn line_ends_marks_blanks_and_remarks() {
        let lines = read(b"\xef\xbb\xbfR U\r\n\n# remark\n  \nF");
        let found: Vec<_> = lines.iter().map(|l| (l.number, l.text.as_str())).collect();
        assert_eq!(found, [(1, "R U"), (5, "F")]);
        assert!(read(b"").is_empty());
        let levels = read(b"#####/#@$.#/#####\n##########\n# @/.$\n#+-/-$# \t8\n#/@ easy\n");
        let found: Vec<_> = levels.iter().map(|l| l.number).collect();
        assert_eq!(found, [1, 3, 4]);
    }

    #[test]
    fn the_limit_is_exact_and_the_next_line_is_found() {
        for (length, refused) in [(LIMIT, false), (LIMIT + 1, true), (10 * LIMIT, true)] {
            for end in ["\n", "\r\n"] {
                let text = format!("{}{end}R", "U".repeat(length));
                let lines = read(text.as_bytes());
                assert_eq!(lines.len(), 2, "{length}");
                let code = lines[0].fault.as_ref().map(|f| f.code);
                assert_eq!(code, refused.then_some("line-too-long"), "{length}");
                assert_eq!(lines[1].text, "R");
            }
        }
    }

    #[test]
    fn bytes_that_are_not_text_are_located() {
        let lines = read(b"R U \xff\xfe\nF\n");
        let fault = lines[0].fault.as_ref().unwrap();
        assert_eq!((fault.code, fault.at), ("not-text", Some(4)));
        assert_eq!(lines[1].text, "F");
    }
}
