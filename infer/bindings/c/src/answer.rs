//! What goes back to C.

use crate::text::copy;
use quarterturn::solver::Solution;
use std::ffi::c_char;
use std::fmt::Write;

/// `QUARTERTURN_HOST_MOVES`: as long as solutions of the 48-puzzle may be, the longest there are.
pub const MOVES: usize = 1200;
/// `QUARTERTURN_HOST_TEXT`: names of up to four letters with a space for each move.
const TEXT: usize = 6144;
const _: () = assert!(5 * MOVES < TEXT);

/// `enum quarterturn_host_status`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub enum Status {
    /// There is a solution.
    Solved,
    /// There is no such state.
    Invalid,
    /// No solution within the limits.
    Unsolved,
    /// Arguments that make no sense.
    Misuse,
    /// A defect.
    Internal,
}

/// `struct quarterturn_host_answer`.
#[repr(C)]
#[derive(Debug)]
pub struct Answer {
    length: u32,
    moves: [u8; MOVES],
    text: [c_char; TEXT],
    message: [c_char; TEXT],
}

impl Answer {
    /// Writes a solution and its text. One that there is no room for, of a puzzle in a file whose moves
    /// have long names, is not cut off: what is left would solve nothing.
    pub fn solve(&mut self, solution: &Solution) -> Status {
        let text = solution.text();
        if solution.length() > MOVES || text.len() >= TEXT {
            let (moves, bytes) = (solution.length(), text.len());
            let why = format_args!("no room for a solution of {moves} moves in {bytes} bytes");
            return self.refuse(Status::Unsolved, why);
        }
        self.length = solution.length() as u32;
        for (place, number) in self.moves.iter_mut().zip(solution.numbers()) {
            *place = number;
        }
        copy(text, &mut self.text);
        Status::Solved
    }

    /// Writes why there is no solution.
    pub fn refuse(&mut self, status: Status, why: impl std::fmt::Display) -> Status {
        self.length = 0;
        let mut message = String::new();
        // A string takes whatever is written to it.
        let _ = write!(message, "{why}");
        copy(&message, &mut self.message);
        status
    }
}
