//! A microcontroller that solves the 3×3×3 cube by itself, asked over a serial line.
#![no_std]
#![no_main]

mod board;
mod no_panic;

use board::{Clock, Uart};
use cortex_m_rt::entry;
use quarterturn_core::device::{Board, CANDIDATES, EFFORT, NEURONS, RING, Server, Usage, WIDTH};
use quarterturn_core::net::{Net, Scratch};
use quarterturn_core::search::{Memory, Ring};

/// Read in place, never copied.
static WEIGHTS: Words<[u8; include_bytes!("../../weights/cube3-micro.qtw").len()]> =
    Words([0; 2], *include_bytes!("../../weights/cube3-micro.qtw"));

/// The first layer, nearly all of the file, begins two bytes past a word of it. After two other bytes four of its
/// weights are one word of flash, which a load then takes from there at once.
#[repr(C, align(4))]
struct Words<T>([u8; 2], T);

/// The states at which beams end, made by the build script.
static STATES: &[u32] = include!(concat!(env!("OUT_DIR"), "/ring.rs"));

struct Device {
    uart: Uart,
    clock: Clock,
}

impl Board for Device {
    fn send(&mut self, byte: u8) {
        self.uart.send(byte);
    }

    fn tick(&mut self) {
        self.clock.microseconds();
    }

    fn microseconds(&mut self) -> u32 {
        self.clock.microseconds()
    }

    fn usage(&mut self) -> Usage {
        board::usage()
    }

    fn name(&self) -> &'static str {
        board::NAME
    }
}

#[entry]
fn main() -> ! {
    static mut MEMORY: Memory<WIDTH, CANDIDATES> = Memory::new();
    static mut SCRATCH: Scratch<NEURONS> = Scratch::new();
    let Some(core) = cortex_m::Peripherals::take() else {
        board::stop()
    };
    let mut device = Device {
        uart: Uart::start(),
        clock: Clock::start(core.SYST),
    };
    let Ok(net) = Net::from_bytes(&WEIGHTS.1) else {
        board::stop()
    };
    let Ok(server) = Server::new(&net, SCRATCH, MEMORY, EFFORT) else {
        board::stop()
    };
    let mut server = server.ending_at(Ring::new(STATES, RING));
    loop {
        let byte = device.uart.receive();
        server.receive(byte, &mut device);
    }
}
