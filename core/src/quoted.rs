//! Symbols of the input, quoted in messages.

use crate::printable;
use core::fmt::{self, Display, Formatter, Write};

/// A character in quotes, one that is not [`printable`] as its number. (`Debug` does more, with tables and
/// code that may panic, which no device should carry.)
pub(crate) struct Quoted(pub char);

impl Display for Quoted {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('\'')?;
        match self.0 {
            c if !printable(c) => write!(f, "\\u{{{:x}}}", u32::from(c))?,
            c => f.write_char(c)?,
        }
        f.write_char('\'')
    }
}
