//! Targets that leave places open: what is at a place does not matter where the text has `?`.

use crate::refusal::Refusal;

/// Of each place the colour that must be there, if any must, in the order of
/// [`Text::described`](super::Text::described).
pub type Open = Vec<Option<u16>>;

/// Why a text is no such target.
pub(in crate::puzzles) fn refusal(at: usize, message: String) -> Refusal {
    Refusal {
        code: "open-target",
        message,
        at: Some(at),
        hint: Some(
            "a target may have ? for what does not matter: a piece with all its stickers".into(),
        ),
    }
}
