//! Texts that go to C and come from it.

use std::ffi::{CStr, c_char};
use std::fmt::Display;

/// Why something failed: a code for programs, and words.
#[derive(Clone, Debug)]
pub struct Text {
    /// A stable name.
    pub code: &'static str,
    /// The words.
    pub words: String,
}

impl Text {
    /// A code and words.
    pub fn new(code: &'static str, words: &dyn Display) -> Self {
        let words = words.to_string();
        Self { code, words }
    }

    /// With what may have been meant.
    pub fn hinting(mut self, hint: Option<String>) -> Self {
        if let Some(hint) = hint {
            self.words = format!("{}; {hint}", self.words);
        }
        self
    }
}

/// A text that may be NULL.
///
/// # Safety
/// What is not NULL ends with a 0, and lives as long as the call.
pub unsafe fn optional<'a>(text: *const c_char) -> Result<Option<&'a str>, Text> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller says so.
    let text = unsafe { CStr::from_ptr(text) };
    let utf8 = |_| Text::new("misuse", &"a text is not UTF-8");
    text.to_str().map(Some).map_err(utf8)
}

/// As many whole characters as there is room for, and a 0.
pub fn copy(text: &str, room: &mut [c_char]) {
    let mut ends = (0..room.len().min(text.len() + 1)).rev();
    let end = ends.find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let bytes = text.as_bytes()[..end].iter().copied();
    for (place, byte) in room.iter_mut().zip(bytes.chain([0])) {
        *place = byte as c_char;
    }
}
