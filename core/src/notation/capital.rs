//! Capital `X Y Z`: rotations that may have been meant as something else.

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
