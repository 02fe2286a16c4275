//! Text for C: cut off where the room ends, and always ended by a zero byte.

use core::ffi::c_char;
use core::fmt::{Error, Result, Write};

/// A buffer of the caller's.
pub struct Text<'a> {
    bytes: &'a mut [u8],
    used: usize,
}

impl Text<'_> {
    /// Writes into the `room` bytes at `start`, or nowhere if it is null.
    ///
    /// # Safety
    /// They must be the caller's alone until the text is dropped.
    pub unsafe fn new(start: *mut c_char, room: usize) -> Self {
        let bytes = match start.is_null() {
            true => &mut [][..],
            // SAFETY: as promised; any byte is a character.
            false => unsafe { core::slice::from_raw_parts_mut(start.cast(), room) },
        };
        if let Some(end) = bytes.first_mut() {
            *end = 0;
        }
        Self { bytes, used: 0 }
    }
}

impl Write for Text<'_> {
    fn write_str(&mut self, s: &str) -> Result {
        for byte in s.bytes() {
            let Some([place, end]) = self.bytes.get_mut(self.used..self.used + 2) else {
                return Err(Error);
            };
            (*place, *end) = (byte, 0);
            self.used += 1;
        }
        Ok(())
    }
}
