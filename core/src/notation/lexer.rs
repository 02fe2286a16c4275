//! Characters to tokens.

use super::error::{NotationError, NotationErrorKind};
use crate::cube::geometry::FACES;

/// One element of a move sequence.
#[derive(Clone, Copy)]
pub(super) enum Token {
    Turn(Turn),
    Open,
    Close { count: u32, inverse: bool },
}

/// `quarters` (0..4) clockwise quarter turns about `face` (0..6 in URFDLB order).
#[derive(Clone, Copy)]
pub(super) struct Turn {
    pub layers: Layers,
    pub face: usize,
    pub quarters: usize,
}

/// What turns about a face.
#[derive(Clone, Copy)]
pub(super) enum Layers {
    Face,
    /// The face and the layer behind it.
    Wide,
    /// Only the layer behind the face.
    Slice,
    /// The whole cube.
    All,
}

/// Splits a text into tokens.
pub(super) struct Lexer<'a> {
    /// What is not read yet.
    rest: &'a str,
    length: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            rest: text,
            length: text.len(),
        }
    }

    /// The next token and its byte offset; `None` at the end of the text.
    pub(super) fn next(&mut self) -> Result<Option<(usize, Token)>, NotationError> {
        self.skip_blank()?;
        let at = self.at();
        let Some(c) = self.peek() else {
            return Ok(None);
        };
        let token = match c {
            '(' => {
                self.bump();
                Token::Open
            }
            ')' => {
                self.bump();
                let (count, inverse) = self.marks()?;
                Token::Close { count, inverse }
            }
            _ => Token::Turn(self.turn(at, c)?),
        };
        Ok(Some((at, token)))
    }

    fn turn(&mut self, at: usize, first: char) -> Result<Turn, NotationError> {
        let fail = |kind| Err(NotationError { at, kind });
        if prime(first) && first != 'i' {
            return fail(NotationErrorKind::StrayMark);
        }
        let layer_count = self.number()?;
        let Some(letter) = self.peek() else {
            return fail(NotationErrorKind::StrayMark);
        };
        let Some((mut layers, face)) = named(letter) else {
            return fail(match letter {
                _ if layer_count.is_some() => NotationErrorKind::StrayMark,
                '[' | ']' | ':' => NotationErrorKind::Commutator,
                _ => NotationErrorKind::UnknownMove(letter),
            });
        };
        self.bump();
        if matches!(layers, Layers::Face) && self.peek() == Some('w') {
            self.bump();
            layers = Layers::Wide;
        }
        if !matches!((layer_count, layers), (None, _) | (Some(2), Layers::Wide)) {
            return fail(NotationErrorKind::LayerCount);
        }
        let marks_at = self.at();
        let (count, inverse) = self.marks()?;
        if count > 3 {
            return Err(NotationError {
                at: marks_at,
                kind: NotationErrorKind::BadCount,
            });
        }
        let count = count as usize;
        Ok(Turn {
            layers,
            face,
            quarters: if inverse { 4 - count } else { count },
        })
    }

    /// An optional count and an optional prime, in either order.
    fn marks(&mut self) -> Result<(u32, bool), NotationError> {
        let (mut count, mut inverse) = (None, false);
        loop {
            let at = self.at();
            let repeated = if let Some(n) = self.number()? {
                count.replace(n).is_some()
            } else if self.peek().is_some_and(prime) {
                self.bump();
                core::mem::replace(&mut inverse, true)
            } else {
                return Ok((count.unwrap_or(1), inverse));
            };
            if repeated {
                let kind = NotationErrorKind::StrayMark;
                return Err(NotationError { at, kind });
            }
        }
    }

    /// A positive number, if one stands here.
    fn number(&mut self) -> Result<Option<u32>, NotationError> {
        let at = self.at();
        let mut value = None;
        while let Some(d) = self.peek().and_then(digit) {
            let so_far = value.unwrap_or(Some(0u32));
            value = Some(so_far.and_then(|v| v.checked_mul(10)?.checked_add(d)));
            self.bump();
        }
        match value {
            None => Ok(None),
            Some(Some(n)) if n > 0 => Ok(Some(n)),
            Some(_) => Err(NotationError {
                at,
                kind: NotationErrorKind::BadCount,
            }),
        }
    }

    /// Skips white space and comments.
    fn skip_blank(&mut self) -> Result<(), NotationError> {
        loop {
            // A byte order mark is no white space to Unicode, but files begin with it.
            let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
            self.rest = self.rest.trim_start_matches(blank);
            self.rest = if self.rest.starts_with("//") {
                let inside = |c| !matches!(c, '\n' | '\r');
                self.rest.trim_start_matches(inside)
            } else if let Some(comment) = self.rest.strip_prefix("/*") {
                // A search for "*/" is code that may panic, as far as the compiler can see.
                let mut star = false;
                let inside = |c| !(core::mem::replace(&mut star, c == '*') && c == '/');
                let end = comment.trim_start_matches(inside).strip_prefix('/');
                let kind = NotationErrorKind::UnclosedComment;
                end.ok_or(NotationError {
                    at: self.at(),
                    kind,
                })?
            } else {
                return Ok(());
            };
        }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn bump(&mut self) {
        let mut chars = self.rest.chars();
        chars.next();
        self.rest = chars.as_str();
    }

    /// Bytes read so far.
    fn at(&self) -> usize {
        self.length - self.rest.len()
    }
}

/// The move that a letter names, without its marks.
fn named(letter: char) -> Option<(Layers, usize)> {
    let face = |c: char| FACES.iter().position(|&f| f as char == c);
    match letter {
        'x' | 'X' => Some((Layers::All, 1)),
        'y' | 'Y' => Some((Layers::All, 0)),
        'z' | 'Z' => Some((Layers::All, 2)),
        'M' | 'm' => Some((Layers::Slice, 4)),
        'E' | 'e' => Some((Layers::Slice, 3)),
        'S' | 's' => Some((Layers::Slice, 2)),
        _ if letter.is_ascii_lowercase() => {
            Some((Layers::Wide, face(letter.to_ascii_uppercase())?))
        }
        _ => Some((Layers::Face, face(letter)?)),
    }
}

/// The signs for "anticlockwise" in use: primes, quotes that editors make of them, and `i`.
fn prime(c: char) -> bool {
    matches!(
        c,
        '\'' | '’' | '‘' | '‛' | '′' | '‵' | 'ʹ' | 'ʼ' | '`' | '´' | '＇' | 'i'
    )
}

fn digit(c: char) -> Option<u32> {
    match c {
        '¹' => Some(1),
        '²' => Some(2),
        '³' => Some(3),
        _ => c.to_digit(10),
    }
}
