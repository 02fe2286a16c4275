//! What was found, as C gets it.

use crate::failure::{Failure, Status, c_text};
use quarterturn::solver::{Answer, Solution};
use std::ffi::c_char;

/// `struct quarterturn_host_result`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    size: usize,
    seconds: f64,
    nodes: u64,
    length: u32,
    quarter_turns: u32,
    half_turns: u32,
    optimal: u32,
}

impl Found {
    /// The solution in an answer, and what is to be said of it.
    pub fn of(answer: Answer) -> Result<(Solution, Self), Failure> {
        let Some(solution) = answer.solution else {
            let why = answer.stopped.name();
            let words = format!("no solution: {why}");
            return Err(Failure::new(Status::Unsolved, why, words));
        };
        let turns = solution.turns().map(|turns| (turns.quarter, turns.half));
        let (quarter, half) = turns.unwrap_or_default();
        let found = Self {
            size: size_of::<Self>(),
            seconds: answer.elapsed.as_secs_f64(),
            nodes: answer.counters.generated,
            length: solution.length() as u32,
            quarter_turns: quarter as u32,
            half_turns: half as u32,
            optimal: answer.optimal.into(),
        };
        Ok((solution, found))
    }

    /// Writes as many of its fields as the caller's structure has.
    ///
    /// # Safety
    /// `to` is null, or begins with its size in bytes and has that many.
    pub unsafe fn give(mut self, to: *mut Self) {
        if to.is_null() {
            return;
        }
        // SAFETY: the caller says so.
        self.size = unsafe { to.cast::<usize>().read() };
        let size = self.size.min(size_of::<Self>());
        // SAFETY: neither is longer than that.
        unsafe { std::ptr::copy_nonoverlapping((&raw const self).cast::<u8>(), to.cast(), size) };
    }
}

/// Writes a solution where there is room for it. It is not cut off: what is left would solve nothing.
///
/// # Safety
/// There is so much room where there is no NULL.
pub unsafe fn write(
    solution: &Solution,
    (moves, moves_size): (*mut u8, usize),
    (text, text_size): (*mut c_char, usize),
) -> Result<(), Failure> {
    let numbers: Vec<u8> = solution.numbers().collect();
    let words = c_text(solution.text()).into_bytes_with_nul();
    let places = [
        (moves, moves_size, &*numbers),
        (text.cast(), text_size, &*words),
    ];
    let wanted = |place: &&(*mut u8, usize, _)| !place.0.is_null() && place.1 > 0;
    let places = places.iter().filter(wanted);
    if places.clone().any(|(_, size, from)| *size < from.len()) {
        let (moves, bytes) = (numbers.len(), words.len());
        let why = format!("no room for a solution of {moves} moves and {bytes} bytes");
        return Err(Failure::new(Status::Misuse, "no-room", why));
    }
    for &(to, _, from) in places {
        // SAFETY: there is room for it, as the caller says.
        unsafe { std::ptr::copy_nonoverlapping(from.as_ptr(), to, from.len()) };
    }
    Ok(())
}
