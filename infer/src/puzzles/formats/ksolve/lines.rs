//! Lines, blocks and numbers of a definition for ksolve or twsearch.

use super::super::Located;
use std::collections::HashMap;

/// A line and its byte offset.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub at: usize,
    pub text: &'a str,
}

impl<'a> Line<'a> {
    pub fn words(self) -> impl Iterator<Item = &'a str> {
        self.text.split_ascii_whitespace()
    }

    pub fn word(self) -> &'a str {
        self.words().next().unwrap_or_default()
    }

    pub fn is_numbers(self) -> bool {
        self.text
            .starts_with(|c: char| c.is_ascii_digit() || c == '?')
    }
}

/// The lines of an orbit in a block.
#[derive(Clone, Copy)]
pub(super) struct Chunk<'a> {
    pub pieces: Line<'a>,
    pub turned: Option<Line<'a>>,
}

pub(super) struct Reader<'a> {
    pub text: &'a str,
    rest: usize,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, rest: 0 }
    }

    pub fn fail<T>(&self, at: usize, code: &'static str, message: String) -> Result<T, Located> {
        Err(Located::new(self.text, at, code, message))
    }

    /// The next line that is neither blank nor a remark.
    pub fn next(&mut self) -> Option<Line<'a>> {
        while self.rest < self.text.len() {
            let rest = &self.text[self.rest..];
            let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
            let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
            let line = rest[..end].trim_start_matches(blank);
            let at = self.rest + end - line.len();
            self.rest += (end + 1).min(rest.len());
            let text = line.split('#').next().unwrap_or_default().trim_end();
            if !text.is_empty() {
                return Some(Line { at, text });
            }
        }
        None
    }

    pub fn count(&self, line: Line<'_>, word: &str) -> Result<usize, Located> {
        let count = word.parse().ok().filter(|&count| count > 0);
        let message = || format!("{word:.24} is no number of pieces or orientations");
        count.map_or_else(|| self.fail(line.at, "ksolve-number", message()), Ok)
    }

    /// Passes over a block whose first line was read.
    pub fn pass(&mut self, first: Line<'_>) -> Result<(), Located> {
        loop {
            match self.next() {
                Some(line) if line.word() == "End" => return Ok(()),
                Some(_) => {}
                None => return self.fail(first.at, "ksolve-end", "End is missing".into()),
            }
        }
    }

    /// The lines of each set up to `End`.
    pub fn chunks(
        &mut self,
        sets: &[(String, usize, usize)],
    ) -> Result<Vec<Option<Chunk<'a>>>, Located> {
        let mut chunks = vec![None; sets.len()];
        let names = sets.iter().map(|(name, ..)| &**name);
        let known: HashMap<&str, usize> = names.zip(0..).collect();
        let mut ahead = self.next();
        loop {
            let Some(line) = ahead else {
                return self.fail(self.text.len(), "ksolve-end", "End is missing".into());
            };
            if line.text == "End" {
                return Ok(chunks);
            }
            let Some(&set) = known.get(line.text) else {
                let message = format!(
                    "the name of a set or End was expected, not {:.40?}",
                    line.text
                );
                return self.fail(line.at, "ksolve-set", message);
            };
            let Some(pieces) = self.next().filter(|line| line.is_numbers()) else {
                return self.fail(line.at, "ksolve-count", "its pieces are missing".into());
            };
            ahead = self.next();
            let turned = ahead.filter(|line| line.is_numbers());
            if turned.is_some() {
                ahead = self.next();
            }
            if chunks[set].replace(Chunk { pieces, turned }).is_some() {
                return self.fail(
                    line.at,
                    "ksolve-twice",
                    format!("{} is there twice", line.text),
                );
            }
        }
    }

    /// The numbers of a line, counted from `first`, or `?` where that may be.
    pub fn numbers(
        &self,
        line: Line<'_>,
        first: usize,
        below: usize,
        count: usize,
        unknown: bool,
    ) -> Result<Vec<Option<u16>>, Located> {
        let found = line.words().count();
        if found != count {
            let message = format!("{count} numbers were expected, not {found}");
            return self.fail(line.at, "ksolve-count", message);
        }
        let numbers = line.words().map(|word| {
            if unknown && word == "?" {
                return Ok(None);
            }
            let number = word
                .parse::<usize>()
                .ok()
                .and_then(|n| n.checked_sub(first));
            match number.filter(|&n| n < below) {
                Some(number) => Ok(Some(number as u16)),
                None => {
                    let at = line.at + (word.as_ptr().addr() - line.text.as_ptr().addr());
                    let last = below + first - 1;
                    let message = format!("{word:.24} is no number from {first} to {last}");
                    self.fail(at, "ksolve-number", message)
                }
            }
        });
        numbers.collect()
    }
}
