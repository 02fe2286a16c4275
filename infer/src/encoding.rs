//! Bytes of files as text: UTF-8, and UTF-16 that begins with a mark of byte order, as some editors and shells save it.

use std::borrow::Cow;

/// Which byte of each two comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Utf16 {
    /// The lower one.
    Little,
    /// The higher one.
    Big,
}

impl Utf16 {
    /// What a mark of byte order at the beginning says; `None` where a file is none of UTF-16.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0xff, 0xfe, ..] => Some(Self::Little),
            [0xfe, 0xff, ..] => Some(Self::Big),
            _ => None,
        }
    }

    /// One unit.
    pub fn unit(self, bytes: [u8; 2]) -> u16 {
        match self {
            Self::Little => u16::from_le_bytes(bytes),
            Self::Big => u16::from_be_bytes(bytes),
        }
    }

    /// The text of bytes; `None` where they are none, or half a unit is left.
    fn text(self, bytes: &[u8]) -> Option<String> {
        let (pairs, rest) = bytes.as_chunks::<2>();
        let units = pairs.iter().map(|&pair| self.unit(pair));
        let text: Result<String, _> = char::decode_utf16(units).collect();
        text.ok().filter(|_| rest.is_empty())
    }
}

/// The text of a file, in UTF-8 or UTF-16.
///
/// # Errors
/// The offset of the first byte that is no UTF-8; 0 where a file of UTF-16 is at fault.
pub fn text(bytes: &[u8]) -> Result<Cow<'_, str>, usize> {
    match Utf16::of(bytes) {
        Some(order) => order.text(&bytes[2..]).map(Cow::from).ok_or(0),
        None => std::str::from_utf8(bytes)
            .map(Cow::from)
            .map_err(|error| error.valid_up_to()),
    }
}

/// A text whose lines end with a line feed: where one ended with a carriage return alone, that becomes one. No byte
/// changes its place.
pub(crate) fn with_line_feeds(text: Cow<'_, str>) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let alone = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    if !(0..bytes.len()).any(alone) {
        return text;
    }
    let mut rest = text.chars().peekable();
    let mut lines = String::with_capacity(text.len());
    while let Some(c) = rest.next() {
        let alone = c == '\r' && rest.peek() != Some(&'\n');
        lines.push(if alone { '\n' } else { c });
    }
    lines.into()
}
