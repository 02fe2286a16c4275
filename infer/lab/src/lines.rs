//! Lines of text of any origin, one at a time, in bounded memory.

use quarterturn::Refusal;
use quarterturn::encoding::Utf16;
use std::io::{self, BufRead};

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

/// Reads lines of UTF-8, or of UTF-16 behind a mark of byte order; skips those that are blank, or start with `#` and are
/// not a level of Sokoban. A line ends with a line feed, a carriage return or both.
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    number: usize,
    skipped: fn(&str) -> bool,
    utf16: Option<Utf16>,
    /// Bytes that were read ahead, the next one last.
    ahead: Vec<u8>,
    /// Whether the last line ended with a carriage return: a line feed at once behind it ends no other one.
    returned: bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads from the beginning.
    pub fn new(reader: R) -> Self {
        Self {
            reader,
            number: 0,
            skipped,
            utf16: None,
            ahead: Vec::new(),
            returned: false,
        }
    }

    /// Reads all lines and skips none.
    pub fn all(reader: R) -> Self {
        Self {
            skipped: |_| false,
            ..Self::new(reader)
        }
    }

    /// The next byte that was not read ahead.
    fn fresh(&mut self) -> io::Result<Option<u8>> {
        let next = loop {
            match self.reader.fill_buf() {
                Ok(bytes) => break bytes.first().copied(),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        };
        self.reader.consume(usize::from(next.is_some()));
        Ok(next)
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        match self.ahead.pop() {
            Some(byte) => Ok(Some(byte)),
            None => self.fresh(),
        }
    }

    /// Looks for a mark of byte order of UTF-16, which is the first two bytes.
    fn begin(&mut self) -> io::Result<()> {
        let first = self.fresh()?;
        let second = match first {
            Some(0xfe | 0xff) => self.fresh()?,
            _ => None,
        };
        let begins: Vec<u8> = first.into_iter().chain(second).collect();
        self.utf16 = Utf16::of(&begins);
        if self.utf16.is_none() {
            self.ahead.extend(begins.into_iter().rev());
        }
        Ok(())
    }

    /// The next unit: a byte, or two of UTF-16.
    fn unit(&mut self) -> io::Result<Option<u16>> {
        let Some(first) = self.byte()? else {
            return Ok(None);
        };
        Ok(Some(match self.utf16 {
            None => first.into(),
            Some(order) => order.unit([first, self.byte()?.unwrap_or_default()]),
        }))
    }

    /// The bytes of the next line in UTF-8, as many as are kept; `None` at the end.
    fn bytes(&mut self) -> io::Result<Option<Vec<u8>>> {
        if self.number == 0 {
            self.begin()?;
        }
        let (mut units, mut any) = (Vec::new(), false);
        while let Some(unit) = self.unit()? {
            let (feeds, returns) = (unit == u16::from(b'\n'), unit == u16::from(b'\r'));
            if std::mem::replace(&mut self.returned, returns) && feeds {
                continue;
            }
            any = true;
            if feeds || returns {
                break;
            }
            // One more tells a longer line.
            if units.len() <= LIMIT {
                units.push(unit);
            }
        }
        Ok(any.then(|| match self.utf16 {
            None => units.into_iter().map(|unit| unit as u8).collect(),
            Some(_) => String::from_utf16_lossy(&units).into_bytes(),
        }))
    }

    fn read(&mut self) -> io::Result<Option<Line>> {
        let Some(mut bytes) = self.bytes()? else {
            return Ok(None);
        };
        self.number += 1;
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
    fn utf_16_is_read_and_a_carriage_return_ends_a_line() {
        let text = "R U\r\nF²\r\r\nL";
        let expected = [(1, "R U".to_owned()), (2, "F²".into()), (4, "L".into())];
        let found = |bytes: &[u8]| -> Vec<(usize, String)> {
            read(bytes)
                .into_iter()
                .map(|l| (l.number, l.text))
                .collect()
        };
        assert_eq!(found(text.as_bytes()), expected);
        let units = || std::iter::once(0xfeff).chain(text.encode_utf16());
        let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
        assert_eq!(found(&little), expected);
        assert_eq!(found(&big), expected);
        assert_eq!(quarterturn::encoding::text(&little).as_deref(), Ok(text));
        assert_eq!(found(b"\xff")[0].0, 1);
    }

    #[test]
    fn bytes_that_are_not_text_are_located() {
        let lines = read(b"R U \xff\xfe\nF\n");
        let fault = lines[0].fault.as_ref().unwrap();
        assert_eq!((fault.code, fault.at), ("not-text", Some(4)));
        assert_eq!(lines[1].text, "F");
    }
}
