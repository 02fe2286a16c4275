//! Characters to tokens.

use super::error::{NotationError, NotationErrorKind};
use crate::cube::geometry::FACES;

/// One element of a move sequence.
#[derive(Clone, Copy)]
pub(super) enum Token<T = Turn> {
    Turn(T),
    Open(Bracket),
    /// `,` between the parts of a commutator.
    Comma,
    /// `:` after the outer part of a conjugate.
    Colon,
    Close {
        bracket: Bracket,
        count: u32,
        inverse: bool,
    },
}

/// Round brackets group, square ones are commutators and conjugates.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bracket {
    Round,
    Square,
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

/// Which name, how often, and whether it is undone.
pub(super) type Named = (usize, u32, bool);

/// Splits a text into tokens.
pub(super) struct Lexer<'a> {
    /// The rest of the text.
    rest: &'a str,
    length: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            rest: after_number(text),
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
        let token = match self.bracket(c)? {
            Some(token) => token,
            None => Token::Turn(self.turn(at, c)?),
        };
        Ok(Some((at, token)))
    }

    /// The next token where moves have names: `find` gives the length of the name that a text begins with, and
    /// which one it is. A turn is that, how often, and whether it is undone.
    pub(super) fn next_named(
        &mut self,
        find: impl Fn(&str) -> Option<(usize, usize)>,
    ) -> Result<Option<(usize, Token<Named>)>, NotationError> {
        self.skip_blank()?;
        while find(self.rest).is_none() && self.peek() == Some('.') {
            self.bump();
            self.skip_blank()?;
        }
        let at = self.at();
        let Some(c) = self.peek() else {
            return Ok(None);
        };
        if let Some((length, nth)) = find(self.rest) {
            self.rest = self.rest.get(length..).unwrap_or_default();
            let (count, inverse) = self.marks()?;
            return Ok(Some((at, Token::Turn((nth, count, inverse)))));
        }
        let counted = || self.rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let kind = match c {
            '0'..='9' if counted().starts_with('(') => NotationErrorKind::CountBefore,
            _ => NotationErrorKind::UnknownMove(c),
        };
        let token = self.bracket(c)?.ok_or(NotationError { at, kind })?;
        Ok(Some((at, token)))
    }

    /// The token that a bracket or a separator is.
    fn bracket<T>(&mut self, c: char) -> Result<Option<Token<T>>, NotationError> {
        Ok(Some(match c {
            '(' => self.sign(Token::Open(Bracket::Round)),
            '[' => self.sign(Token::Open(Bracket::Square)),
            ',' => self.sign(Token::Comma),
            ':' => self.sign(Token::Colon),
            ')' => self.close(Bracket::Round)?,
            ']' => self.close(Bracket::Square)?,
            _ => return Ok(None),
        }))
    }

    /// Takes the one character of a token.
    fn sign<T>(&mut self, token: Token<T>) -> Token<T> {
        self.bump();
        token
    }

    fn close<T>(&mut self, bracket: Bracket) -> Result<Token<T>, NotationError> {
        self.bump();
        if bracket == Bracket::Round
            && let Some(count) = after_times(self.rest)
        {
            self.rest = count;
        }
        let (count, inverse) = self.marks()?;
        Ok(Token::Close {
            bracket,
            count,
            inverse,
        })
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
            return fail(match layer_count {
                Some(_) if letter == '(' => NotationErrorKind::CountBefore,
                Some(_) => NotationErrorKind::StrayMark,
                None => NotationErrorKind::UnknownMove(letter),
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

    /// Skips white space, comments, and what other solvers put between and after moves.
    fn skip_blank(&mut self) -> Result<(), NotationError> {
        loop {
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
            } else if let Some(rest) = after_phase(self.rest).or_else(|| after_length(self.rest)) {
                rest
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

/// Whether a move may end before this text: at marks that belong to it, then white space, a bracket, a separator or
/// a comment.
pub(super) fn ends(after: &str) -> bool {
    let rest = after.trim_start_matches(|c| prime(c) && c != 'i' || digit(c).is_some());
    let comment = rest.starts_with("//") || rest.starts_with("/*");
    comment
        || rest
            .chars()
            .next()
            .is_none_or(|c| blank(c) || "()[],:.".contains(c))
}

// A byte order mark is no white space to Unicode, but files begin with it.
fn blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// A text without the number of its line: `3. R U` or `3) R U`.
fn after_number(text: &str) -> &str {
    let line = text.trim_start_matches(blank);
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = rest.len() < line.len();
    let rest = rest.strip_prefix(['.', ')']).filter(|_| numbered);
    rest.filter(|rest| rest.starts_with(blank)).unwrap_or(text)
}

/// What follows the dot that two-phase solvers put between their phases.
fn after_phase(rest: &str) -> Option<&str> {
    let rest = rest.strip_prefix('.')?;
    (rest.is_empty() || rest.starts_with(blank)).then_some(rest)
}

/// What follows a length in brackets after all moves: `(16)`, `(9f)`, `(14a*)`. It counts the moves and
/// repeats nothing.
fn after_length(rest: &str) -> Option<&str> {
    let inside = rest.strip_prefix('(')?;
    let marks = inside.trim_start_matches(|c: char| c.is_ascii_digit());
    // `(2f)` is a wide move.
    if marks.len() == inside.len() || inside.starts_with("2f") {
        return None;
    }
    let unit = marks
        .strip_prefix(['f', 'q', 'h', 's', 'a'])
        .unwrap_or(marks);
    let rest = unit.strip_prefix('*').unwrap_or(unit).strip_prefix(')')?;
    let after = rest.trim_start_matches(blank);
    (after.is_empty() || after.starts_with("//")).then_some(rest)
}

/// The count behind a bracket where a sign for "times" stands before it: `x3`, ` x 3`, `*3`, `×3`, `^3`. A rotation that
/// stands apart, as in `(R U) x2`, is none.
fn after_times(rest: &str) -> Option<&str> {
    let apart = |c| c == ' ' || c == '\t';
    let sign = rest.trim_start_matches(apart);
    let times = sign.strip_prefix(['x', 'X', '×', '*', '^'])?;
    let count = times.trim_start_matches(apart);
    let rotates = sign.starts_with(['x', 'X']) && sign.len() < rest.len();
    let counts = count.starts_with(|c: char| c.is_ascii_digit());
    (counts && !(rotates && count.len() == times.len())).then_some(count)
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
