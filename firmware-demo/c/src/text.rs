//! Text for C: whole words, as many as there is room for, always ended by a zero byte.

use core::ffi::c_char;
use core::fmt::{Result, Write};

/// A buffer of the caller's, and how much room the text would take.
pub struct Text<'a> {
    bytes: &'a mut [u8],
    /// Bytes of the text, written or not.
    length: usize,
    /// Bytes of its beginning that fitted.
    written: usize,
    /// Where the last whole word ends.
    words: usize,
}

impl Text<'_> {
    /// Writes into the `room` bytes at `start`, or nowhere if it is null.
    ///
    /// # Safety
    /// They must be the caller's alone until the text is dropped.
    pub unsafe fn new(start: *mut c_char, room: usize) -> Self {
        let bytes = match start.is_null() || room > isize::MAX as usize {
            true => &mut [][..],
            // SAFETY: as promised; any byte is a character.
            false => unsafe { core::slice::from_raw_parts_mut(start.cast(), room) },
        };
        if let Some(end) = bytes.first_mut() {
            *end = 0;
        }
        Self {
            bytes,
            length: 0,
            written: 0,
            words: 0,
        }
    }

    /// Bytes that the whole text takes, its end included.
    pub fn room(&self) -> usize {
        self.length + 1
    }

    fn put(&mut self, byte: u8) {
        let fitted = self.written == self.length;
        self.length += 1;
        if !fitted {
            return;
        }
        if byte == b' ' {
            self.words = self.written;
        }
        if let Some([place, end]) = self.bytes.get_mut(self.written..self.written + 2) {
            (*place, *end) = (byte, 0);
            self.written += 1;
        } else if let Some(end) = self.bytes.get_mut(self.words) {
            *end = 0;
        }
    }
}

impl Write for Text<'_> {
    fn write_str(&mut self, s: &str) -> Result {
        s.bytes().for_each(|byte| self.put(byte));
        Ok(())
    }
}
