//! Lights Out on a board: a line of 49 zeros and ones is answered with the fewest presses that put all
//! lights out.
//!
//! The network of 155 KB is right about every press, so there is nothing to search: each evaluation
//! is a press, and neither a beam nor its memory is needed. Under QEMU:
//! `cargo run --release --example lights`.
#![no_std]
#![no_main]

#[path = "../src/board.rs"]
#[allow(dead_code)]
mod board;
#[path = "../src/no_panic.rs"]
mod no_panic;

use board::{Clock, Uart};
use core::fmt::{self, Write};
use cortex_m_rt::entry;
use quarterturn_core::device::Receiver;
use quarterturn_core::device::frame::Received;
use quarterturn_core::net::{Net, Scratch};
use quarterturn_core::puzzle::lights::Lights;
use quarterturn_core::search::{Guide, NetGuide, greedy::greedy};
use quarterturn_core::{Move, Puzzle};

/// Read in place, never copied; four weights are one word of flash.
#[repr(align(4))]
struct Aligned<T>(T);
static WEIGHTS: Aligned<[u8; include_bytes!("../../weights/lightsout7-base.qtw").len()]> =
    Aligned(*include_bytes!("../../weights/lightsout7-base.qtw"));

/// Lights in a row.
const SIDE: usize = 7;
/// No state needs each light twice.
const MOST: usize = SIDE * SIDE;
/// The widest layer, at least.
const NEURONS: usize = 1024;

#[entry]
fn main() -> ! {
    static mut SCRATCH: Scratch<NEURONS> = Scratch::new();
    let Some(core) = cortex_m::Peripherals::take() else {
        board::stop()
    };
    let (mut serial, mut clock) = (Uart::start(), Clock::start(core.SYST));
    let (Some(puzzle), Ok(net)) = (Lights::new(SIDE), Net::from_bytes(&WEIGHTS.0)) else {
        board::stop()
    };
    let Ok(mut guide) = NetGuide::new(&puzzle, &net, SCRATCH) else {
        board::stop()
    };
    let mut receiver = Receiver::new();
    loop {
        if let Some(received) = receiver.push(serial.receive()) {
            // Anything but a line is no board.
            let text = match received {
                Ok(Received::Line(text)) => text,
                _ => "",
            };
            let _ = answer(&puzzle, &mut guide, text, &mut clock, &mut serial);
        }
    }
}

/// Writes the presses for a line, and the time and memory they took, or what is wrong with it.
fn answer(
    puzzle: &Lights,
    guide: &mut impl Guide<Lights>,
    text: &str,
    clock: &mut Clock,
    out: &mut impl Write,
) -> fmt::Result {
    let lit = match puzzle.from_text(text) {
        Ok(lit) => lit,
        Err(error) => return writeln!(out, "error: {error}"),
    };
    let started = clock.microseconds();
    let mut presses = [Move(0); MOST];
    let count = greedy(puzzle, &lit, guide, &mut presses);
    let took = clock.microseconds().wrapping_sub(started);
    let Some(presses) = count.and_then(|count| presses.get(..count)) else {
        return writeln!(out, "unsolved");
    };
    write!(out, "presses {}:", presses.len())?;
    for &press in presses {
        write!(out, " {}", puzzle.move_name(press))?;
    }
    let used = board::usage();
    writeln!(
        out,
        "\nmicroseconds {took}, RAM {} bytes, stack {}",
        used.ram, used.stack
    )
}
