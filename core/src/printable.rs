//! Makes foreign text safe to print on a terminal.

use core::fmt::{self, Display, Formatter, Write};

/// Whether a character may go to a terminal as it is. Control characters could drive it, and what
/// has no width or turns the direction of writing could make a text look like another one.
pub const fn printable(c: char) -> bool {
    !matches!(
        c,
        '\0'..='\x1f'
            | '\x7f'..='\u{9f}'
            | '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// A text with U+FFFD in place of every character that is not [`printable`], ends of lines
/// included.
#[derive(Clone, Copy, Debug)]
pub struct Plain<'a>(pub &'a str);

impl Display for Plain<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let shown = |c| {
            if printable(c) {
                c
            } else {
                char::REPLACEMENT_CHARACTER
            }
        };
        self.0.chars().try_for_each(|c| f.write_char(shown(c)))
    }
}
