//! Frames and lines in a stream of bytes.

use crate::checksum::crc32;
use cobs::{DecodeResult, DecoderState};
use core::cell::Cell;
use heapless::Vec;

/// The version of the protocol. Not printable, which tells frames from lines.
pub const VERSION: u8 = 1;

/// Most bytes of a message: kind and payload.
pub const MAX_MESSAGE: usize = 500;

/// Version before and checksum behind the message.
const EXTRA: usize = 5;

/// Most bytes on the wire, the ending zero included: COBS adds one byte in 254.
pub const MAX_FRAME: usize = MAX_MESSAGE + EXTRA + (MAX_MESSAGE + EXTRA) / 254 + 2;

/// Why a frame is refused. The next frame is not affected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.reason())]
pub enum FrameError {
    /// Longer than [`MAX_FRAME`].
    TooLong,
    /// Not valid COBS, or too short for a message.
    Malformed,
    /// Another version of the protocol.
    Version,
    /// The message was damaged on the way.
    Checksum,
}

impl FrameError {
    /// What [`Display`](core::fmt::Display) writes.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::TooLong => "the message is too long",
            Self::Malformed => "the frame is malformed",
            Self::Version => "another version of the protocol",
            Self::Checksum => "the checksum does not match",
        }
    }
}

/// What a stream of bytes contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Received<'a> {
    /// A message from a program: kind and payload.
    Message(u8, &'a [u8]),
    /// A line from a person.
    Line(&'a str),
}

/// Collects bytes until they end a frame or a line.
#[derive(Clone, Debug)]
pub struct Receiver {
    bytes: Vec<u8, MAX_FRAME>,
    /// Whether more came than `bytes` has room for.
    too_long: bool,
    /// Whether `bytes` is to be forgotten at the next byte.
    complete: bool,
}

impl Default for Receiver {
    fn default() -> Self {
        Self::new()
    }
}

impl Receiver {
    /// Nothing received yet.
    pub const fn new() -> Self {
        Self {
            bytes: Vec::new(),
            too_long: false,
            complete: false,
        }
    }

    /// Takes one byte. `None` while nothing ends with it; an empty frame or line is nothing.
    ///
    /// # Errors
    /// The frame that ends here is damaged; it is forgotten.
    pub fn push(&mut self, byte: u8) -> Option<Result<Received<'_>, FrameError>> {
        if self.complete {
            self.bytes.clear();
            (self.too_long, self.complete) = (false, false);
        }
        let printable = |b: &u8| b.is_ascii_whitespace() || !b.is_ascii_control();
        // The first byte of a frame may be a line feed too.
        let ends_line = byte == b'\n'
            && !self.bytes.is_empty()
            && (self.too_long || self.bytes.iter().all(printable));
        if byte != 0 && !ends_line {
            self.too_long |= self.bytes.push(byte).is_err();
            return None;
        }
        if self.bytes.is_empty() {
            return None;
        }
        self.complete = true;
        if self.too_long {
            return Some(Err(FrameError::TooLong));
        }
        let bytes = &mut *self.bytes;
        if ends_line {
            return match core::str::from_utf8(bytes) {
                Ok(line) if line.trim().is_empty() => None,
                Ok(line) => Some(Ok(Received::Line(line))),
                Err(_) => Some(Err(FrameError::Malformed)),
            };
        }
        Some(unpack(bytes))
    }
}

/// Undoes COBS in place, without the ending zero; returns the length. (The crate's own
/// `decode_in_place` may panic, as far as the compiler can see.)
fn decode(bytes: &mut [u8]) -> Option<usize> {
    let bytes = Cell::from_mut(bytes).as_slice_of_cells();
    let (mut state, mut length) = (DecoderState::default(), 0);
    for byte in bytes.iter().map(Cell::get).chain([0]) {
        if let DecodeResult::DataContinue(decoded) = state.feed(byte).ok()? {
            bytes.get(length)?.set(decoded);
            length += 1;
        }
    }
    Some(length)
}

/// Undoes COBS and checks what it held.
fn unpack(bytes: &mut [u8]) -> Result<Received<'_>, FrameError> {
    let length = decode(bytes).ok_or(FrameError::Malformed)?;
    let frame = bytes.get(..length).ok_or(FrameError::Malformed)?;
    let (body, crc) = frame.split_last_chunk().ok_or(FrameError::Malformed)?;
    let [version, kind, payload @ ..] = body else {
        return Err(FrameError::Malformed);
    };
    if crc32([body]) != u32::from_le_bytes(*crc) {
        Err(FrameError::Checksum)
    } else if *version != VERSION {
        Err(FrameError::Version)
    } else {
        Ok(Received::Message(*kind, payload))
    }
}

/// Writes a frame, its ending zero included, for a kind and at most [`MAX_MESSAGE`] - 1 bytes of
/// payload (the rest is cut off), and returns it.
pub fn pack<'a>(kind: u8, payload: &[u8], out: &'a mut [u8; MAX_FRAME]) -> &'a [u8] {
    let payload = payload.get(..MAX_MESSAGE - 1).unwrap_or(payload);
    let head = [VERSION, kind];
    let crc = crc32([&head, payload]).to_le_bytes();
    let mut stuffed = cobs::CobsEncoder::new(out);
    for part in [&head[..], payload, &crc] {
        // `out` has room for the longest message.
        let _ = stuffed.push(part);
    }
    let length = stuffed.finalize();
    if let Some(end) = out.get_mut(length) {
        *end = 0;
    }
    out.get(..=length).unwrap_or(&[])
}
