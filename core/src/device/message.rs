//! The messages: their meaning as types and their bytes.

use super::frame::{FrameError, MAX_MESSAGE, Received};
use core::fmt::{self, Write};
use heapless::Vec;

/// Longest text of a cube: what a message holds beside its kind and the number of evaluations.
pub const MAX_CUBE: usize = MAX_MESSAGE - 1 - 4;

/// What a host asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request<'a> {
    /// What are you?
    Info,
    /// Evaluate this many fixed states, solve one, and give the [`signature`](super::signature()).
    Test {
        /// Number of states.
        states: u16,
    },
    /// Solve a cube.
    Solve {
        /// Evaluations allowed; 0 leaves it to the board.
        evaluations: u32,
        /// 54 facelets, or moves from the solved cube; cut off above [`MAX_CUBE`] bytes.
        cube: &'a str,
    },
}

/// Bytes of memory at work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Most RAM used since the start: everything static, and the stack.
    pub ram: u32,
    /// Most of it used by the stack.
    pub stack: u32,
    /// Reserved for the stack.
    pub reserved: u32,
}

/// Kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ErrorClass {
    /// The frame was damaged or is from another version of the protocol.
    Frame = 1,
    /// The message is invalid.
    Request = 2,
    /// The text is not a possible cube.
    Cube = 3,
    /// No solution within the evaluations allowed.
    Unsolved = 4,
}

/// What the board answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer<'a> {
    /// Name, version, network and memory.
    Info(&'a str),
    /// The same on every machine that computes the same.
    Signature(u64),
    /// A verified solution.
    Solution {
        /// Evaluations of the network.
        evaluations: u32,
        /// Beams searched.
        beams: u16,
        /// Memory used so far.
        usage: Usage,
        /// Time it took; 0 where the board has no clock.
        microseconds: u32,
        /// Moves in WCA notation; `U2` is two quarter turns.
        moves: &'a str,
    },
    /// It did not work. The board is ready for the next request.
    Error(ErrorClass, &'a str),
}

/// Text of limited length; what is above is cut off.
#[derive(Debug)]
pub(super) struct Line<const N: usize>(Vec<u8, N>);

impl<const N: usize> Line<N> {
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    pub fn as_str(&self) -> &str {
        core::str::from_utf8(self.bytes()).unwrap_or("")
    }

    /// The bytes, in a place of the caller's.
    fn copied<'b>(&self, out: &'b mut [u8; N]) -> &'b [u8] {
        for (place, &byte) in out.iter_mut().zip(&self.0) {
            *place = byte;
        }
        out.get(..self.0.len()).unwrap_or_default()
    }

    fn put(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            // A full line gives the byte back.
            let _ = self.0.push(byte);
        }
    }
}

impl<const N: usize> Write for Line<N> {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        let mut utf8 = [0; 4];
        for c in s.chars() {
            // A character goes in whole or not at all.
            let bytes = c.encode_utf8(&mut utf8).as_bytes();
            self.0.extend_from_slice(bytes).map_err(|_| fmt::Error)?;
        }
        Ok(())
    }
}

fn u32_at(payload: &[u8], at: usize) -> Option<u32> {
    let bytes = payload.get(at..)?.first_chunk()?;
    Some(u32::from_le_bytes(*bytes))
}

impl<'a> Request<'a> {
    /// The request in what was received.
    ///
    /// # Errors
    /// The class of the error that answers it, and why.
    pub fn read(
        received: Result<Received<'a>, FrameError>,
    ) -> Result<Self, (ErrorClass, &'static str)> {
        match received {
            Ok(Received::Message(kind, payload)) => Self::decode(kind, payload)
                .ok_or((ErrorClass::Request, "no such request, or malformed")),
            Ok(Received::Line(line)) => {
                Self::parse(line).ok_or((ErrorClass::Request, "test needs a number of states"))
            }
            Err(error) => Err((ErrorClass::Frame, error.reason())),
        }
    }

    fn decode(kind: u8, payload: &'a [u8]) -> Option<Self> {
        match (kind, payload) {
            (1, []) => Some(Self::Info),
            (2, &[a, b]) => Some(Self::Test {
                states: u16::from_le_bytes([a, b]),
            }),
            (3, _) => Some(Self::Solve {
                evaluations: u32_at(payload, 0)?,
                cube: core::str::from_utf8(payload.get(4..)?).ok()?,
            }),
            _ => None,
        }
    }

    fn parse(line: &'a str) -> Option<Self> {
        let line = line.trim();
        if line == "info" {
            return Some(Self::Info);
        }
        match line.strip_prefix("test") {
            Some(states) => Some(Self::Test {
                states: states.trim().parse().ok()?,
            }),
            None => Some(Self::Solve {
                evaluations: 0,
                cube: line,
            }),
        }
    }

    /// Kind and payload, the latter in `out`.
    pub fn encode<'b>(&self, out: &'b mut [u8; MAX_MESSAGE]) -> (u8, &'b [u8]) {
        let mut text = Line::<MAX_MESSAGE>::new();
        let kind = match *self {
            Self::Info => 1,
            Self::Test { states } => {
                text.put(&states.to_le_bytes());
                2
            }
            Self::Solve { evaluations, cube } => {
                text.put(&evaluations.to_le_bytes());
                text.put(cube.as_bytes());
                3
            }
        };
        (kind, text.copied(out))
    }
}

impl<'a> Answer<'a> {
    /// Kind and payload, the latter in `out`.
    pub fn encode<'b>(&self, out: &'b mut [u8; MAX_MESSAGE]) -> (u8, &'b [u8]) {
        let mut text = Line::<MAX_MESSAGE>::new();
        let kind = match *self {
            Self::Info(info) => {
                text.put(info.as_bytes());
                129
            }
            Self::Signature(signature) => {
                text.put(&signature.to_le_bytes());
                130
            }
            Self::Solution {
                evaluations,
                beams,
                usage,
                microseconds,
                moves,
            } => {
                let Usage {
                    ram,
                    stack,
                    reserved,
                } = usage;
                for number in [evaluations, ram, stack, reserved, microseconds] {
                    text.put(&number.to_le_bytes());
                }
                text.put(&beams.to_le_bytes());
                text.put(moves.as_bytes());
                131
            }
            Self::Error(class, reason) => {
                text.put(&[class as u8]);
                text.put(reason.as_bytes());
                255
            }
        };
        (kind, text.copied(out))
    }

    /// The answer of this kind and payload; `None` when there is no such answer.
    pub fn decode(kind: u8, payload: &'a [u8]) -> Option<Self> {
        let text = |from| core::str::from_utf8(payload.get(from..)?).ok();
        match kind {
            129 => Some(Self::Info(text(0)?)),
            130 => Some(Self::Signature(u64::from_le_bytes(
                payload.try_into().ok()?,
            ))),
            131 => Some(Self::Solution {
                evaluations: u32_at(payload, 0)?,
                usage: Usage {
                    ram: u32_at(payload, 4)?,
                    stack: u32_at(payload, 8)?,
                    reserved: u32_at(payload, 12)?,
                },
                microseconds: u32_at(payload, 16)?,
                beams: u16::from_le_bytes(*payload.get(20..)?.first_chunk()?),
                moves: text(22)?,
            }),
            255 => Some(Self::Error(
                match payload.first()? {
                    1 => ErrorClass::Frame,
                    2 => ErrorClass::Request,
                    3 => ErrorClass::Cube,
                    4 => ErrorClass::Unsolved,
                    _ => return None,
                },
                text(1)?,
            )),
            _ => None,
        }
    }
}

impl fmt::Display for Answer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Info(info) => f.write_str(info),
            Self::Signature(signature) => write!(f, "signature {signature:016x}"),
            Self::Solution {
                evaluations,
                beams,
                usage,
                microseconds,
                moves,
            } => {
                write!(
                    f,
                    "solution {moves}\nevaluations {evaluations}, beams {beams}"
                )?;
                // Without a clock and a board's memory nothing was measured.
                if (usage, microseconds) == (&Usage::default(), &0) {
                    return Ok(());
                }
                let Usage {
                    ram,
                    stack,
                    reserved,
                } = usage;
                write!(
                    f,
                    ", microseconds {microseconds}, RAM {ram} bytes, stack {stack} of {reserved}"
                )
            }
            Self::Error(_, reason) => write!(f, "error: {reason}"),
        }
    }
}
