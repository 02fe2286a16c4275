//! Numbers with what they count, in messages.

use core::fmt::{self, Display, Formatter};

/// A number with its noun, in the singular or the plural: `1 tile`, `2 tiles`, `2 boxes`.
pub(crate) struct Counted(pub usize, pub &'static str);

impl Display for Counted {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(count, word) = *self;
        let ending = match count {
            1 => "",
            _ if word.ends_with('x') => "es",
            _ => "s",
        };
        write!(f, "{count} {word}{ending}")
    }
}
