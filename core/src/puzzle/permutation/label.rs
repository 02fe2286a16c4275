//! Names without a heap.

/// A short text.
#[derive(Clone, Copy, Default)]
pub(super) struct Label {
    length: u8,
    bytes: [u8; Self::CAPACITY],
}

impl Label {
    /// The most bytes.
    pub(super) const CAPACITY: usize = 31;

    /// A text of at most [`Label::CAPACITY`] bytes.
    pub(super) fn new(text: &str) -> Option<Self> {
        let mut label = Self {
            length: text.len() as u8,
            ..Self::default()
        };
        let place = label.bytes.get_mut(..text.len())?;
        place.copy_from_slice(text.as_bytes());
        Some(label)
    }

    pub(super) fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..self.length.into()).unwrap_or_default();
        core::str::from_utf8(bytes).unwrap_or_default()
    }
}
