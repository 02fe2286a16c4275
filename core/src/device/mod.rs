//! A solver behind a serial line: what a board answers, and what a host sends.
//!
//! [`frame`] cuts the stream of bytes into messages, [`message`] says what they mean, and
//! [`Server`] does what is asked. The board itself is behind the [`Board`] trait, so the same
//! server runs on a Cortex-M and in the tests of a PC.
//!
//! A message is a frame, `version | kind | payload | CRC-32 (little endian)`, stuffed by COBS
//! (Cheshire and Baker 1999) and ended by a zero byte; or, for people at a terminal, a line of
//! printable text:
//!
//! | line | frame: kind, payload | answer |
//! |---|---|---|
//! | `info` | 1 | 129: text |
//! | `test 100` | 2, states (u16) | 130: signature (u64) |
//! | moves or 54 facelets | 3, evaluations allowed (u32; 0: as many as the board likes), the text | 131: evaluations, RAM at most used, stack at most used, stack reserved, microseconds (u32 each), beams (u16), moves as text |
//! | | | 255: class of error (u8), text |

pub mod frame;
pub mod message;
mod server;

pub use frame::{MAX_MESSAGE, Receiver};
pub use message::{Answer, ErrorClass, Request, Usage};
pub use server::{Board, Server, read_cube, signature};

use crate::search::{Effort, MoveSet};

/// Widest layer of a network for the firmware.
pub const NEURONS: usize = 704;
/// Most states that the firmware keeps per depth.
pub const WIDTH: usize = 1024;
/// Most children that it considers.
pub const CANDIDATES: usize = WIDTH + WIDTH / 2;

/// Moves from the goal at which its beams end, by a [`Ring`](crate::search::Ring) of 40 KB of flash.
pub const RING: usize = 4;

/// The effort of the firmware for a cube, by beams that end at its ring; `firmware-demo/README.md` has the results.
pub const EFFORT: Effort = Effort {
    width: 640,
    max_length: 28,
    patience: 1,
    attempts: 96,
    improvements: 0,
    evaluations: 1_000_000,
    forbidden: MoveSet::EMPTY,
};
