//! Rotations that may have been meant as something else: capital `X Y Z`, and `x2` behind a bracket.

use super::lexer::{Layers, Lexer, Token, Turn};

/// The byte offset of the first `X`, `Y` or `Z` in a move sequence.
///
/// It is read as a rotation of the whole cube, which people write so, but a `Y` may as well be a yellow
/// sticker, out of a picture that was not seen to be one.
///
/// ```
/// use quarterturn_core::notation::capital_rotation;
///
/// assert_eq!(capital_rotation("R  Y  Y"), Some(3));
/// assert_eq!(capital_rotation("R y y"), None);
/// ```
pub fn capital_rotation(text: &str) -> Option<usize> {
    let mut lexer = Lexer::new(text);
    while let Ok(Some((at, token))) = lexer.next() {
        let rotates = |turn: Turn| matches!(turn.layers, Layers::All);
        if let Token::Turn(turn) = token
            && rotates(turn)
            && text
                .get(at..)
                .is_some_and(|rest| rest.starts_with(['X', 'Y', 'Z']))
        {
            return Some(at);
        }
    }
    None
}

/// The byte offset of the first `x2` or `x3` that stands behind a round bracket. It is read as a rotation of the whole
/// cube, but may as well say how often the bracket is meant.
///
/// ```
/// use quarterturn_core::notation::counted_rotation;
///
/// assert_eq!(counted_rotation("F (R U R' U') x2 F'"), Some(14));
/// assert_eq!(counted_rotation("(R U R' U')x2"), None);
/// ```
pub fn counted_rotation(text: &str) -> Option<usize> {
    let mut lexer = Lexer::new(text);
    let mut closed = false;
    while let Ok(Some((at, token))) = lexer.next() {
        let counts = |rest: &str| {
            let count = rest.strip_prefix(['x', 'X']);
            count.is_some_and(|count| count.starts_with(|c: char| c.is_ascii_digit()))
        };
        if closed && text.get(at..).is_some_and(counts) {
            return Some(at);
        }
        closed = matches!(token, Token::Close { .. });
    }
    None
}
