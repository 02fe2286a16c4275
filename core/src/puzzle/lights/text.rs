//! Lights as text, both ways.

use core::fmt::{self, Write};

use super::{Lights, Lit};
use crate::counted::Counted;
use crate::quoted::Quoted;

/// A text that is not a board whose lights can be turned off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}")]
pub struct LightsError {
    /// Byte offset of the offending symbol, where there is one.
    pub at: Option<usize>,
    /// What is wrong.
    pub kind: LightsErrorKind,
}

/// The kinds of [`LightsError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LightsErrorKind {
    /// A character that is not a light.
    #[error("{} is not a light", Quoted(*.0))]
    UnknownLight(char),
    /// Too few or too many lights.
    #[error("{} instead of {expected}", Counted(*.found, "light"))]
    Count {
        /// How many there are.
        found: usize,
        /// How many the board has.
        expected: usize,
    },
    /// No presses turn these lights off.
    #[error("no presses turn these lights off")]
    Unsolvable,
}

impl LightsError {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        use LightsErrorKind::*;
        match self.kind {
            UnknownLight(_) => "unknown-light",
            Count { .. } => "light-count",
            Unsolvable => "unsolvable",
        }
    }

    /// What to do about it.
    pub const fn hint(&self) -> &'static str {
        use LightsErrorKind::*;
        match self.kind {
            UnknownLight(_) | Count { .. } => {
                "list the lights row by row, 1 or # for on and 0 or . for off"
            }
            Unsolvable => {
                "check the lights: on 4×4, 5×5 and 9×9 cells most boards have no solution"
            }
        }
    }
}

fn separates(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            ',' | ';' | '|' | '/' | '[' | ']' | '(' | ')' | '{' | '}' | '\u{feff}'
        )
}

impl Lights {
    /// Reads the lights row by row: `1` or `#` on, `0` or `.` off. White space, `,`, `;`, `|`, `/` and brackets
    /// between them are ignored, and so is the board's size before them.
    ///
    /// # Errors
    /// What is wrong with the text or the board, and where.
    pub fn from_text(&self, text: &str) -> Result<Lit, LightsError> {
        let fail = |at, kind| Err(LightsError { at, kind });
        let expected = self.cells();
        let (mut bits, mut found, mut surplus) = (0u128, 0, None);
        let begins = self.after_size(text);
        for (at, c) in text.char_indices().filter(|&(_, c)| !separates(c)) {
            if at < begins {
                continue;
            }
            let on = match c {
                '1' | '#' => 1,
                '0' | '.' => 0,
                _ => return fail(Some(at), LightsErrorKind::UnknownLight(c)),
            };
            if found < expected {
                bits |= on << found;
            } else {
                surplus.get_or_insert(at);
            }
            found += 1;
        }
        if found != expected {
            let at = surplus.unwrap_or(text.trim_end_matches(separates).len());
            return fail(Some(at), LightsErrorKind::Count { found, expected });
        }
        let unsolvable = || fail(None, LightsErrorKind::Unsolvable);
        self.lit(bits).map_or_else(unsolvable, Ok)
    }

    /// Where the lights begin: after the side, once or twice, as a word.
    fn after_size(&self, text: &str) -> usize {
        let mut rest = text;
        for _ in 0..2 {
            let begun = rest.trim_start_matches(separates);
            let digits = begun.len() - begun.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            match begun.split_at_checked(digits) {
                Some((word, after)) if word.parse() == Ok(self.side) => rest = after,
                _ => break,
            }
        }
        text.len() - rest.len()
    }

    /// Writes a digit for each light, row by row without separators.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_text(&self, lit: &Lit, out: &mut impl Write) -> fmt::Result {
        (0..self.cells()).try_for_each(|cell| {
            let on = lit.bits() >> cell & 1 == 1;
            out.write_char(if on { '1' } else { '0' })
        })
    }

    /// Draws the board on as many lines as it has rows: `#` on and `.` off, or yellow and grey
    /// squares where there is `colour`. [`Lights::from_text`] reads it without.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_picture(&self, lit: &Lit, colour: bool, out: &mut impl Write) -> fmt::Result {
        for cell in 0..self.cells() {
            let on = lit.bits() >> cell & 1 == 1;
            let symbol = if on { '#' } else { '.' };
            let first = cell % self.side == 0;
            let last = (cell + 1) % self.side == 0;
            if colour {
                let background = if on { 226 } else { 240 };
                write!(out, "\x1b[48;5;{background};38;5;16m{symbol} ")?;
            } else {
                out.write_str(if first { "" } else { " " })?;
                out.write_char(symbol)?;
            }
            if last {
                out.write_str(if colour { "\x1b[0m\n" } else { "\n" })?;
            }
        }
        Ok(())
    }
}
