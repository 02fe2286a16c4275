//! A microcontroller that solves the 3×3×3 cube by itself, asked over a serial line.
#![no_std]
#![no_main]

mod board;

use board::Uart;
use core::panic::PanicInfo;
use cortex_m_rt::entry;
use quarterturn_core::device::{Board, Server, Usage};
use quarterturn_core::net::{Net, Scratch};
use quarterturn_core::search::{Effort, Memory};

/// Read in place, never copied.
static WEIGHTS: Aligned<[u8; include_bytes!("../../weights/cube3-micro.qtw").len()]> =
    Aligned(*include_bytes!("../../weights/cube3-micro.qtw"));

/// Four weights are one word of flash.
#[repr(align(4))]
struct Aligned<T>(T);

/// Widest layer of the network.
const NEURONS: usize = 640;
/// Most states kept per depth, and candidates considered.
const WIDTH: usize = 1024;
const CANDIDATES: usize = 3 * WIDTH / 2;

/// What is spent on a cube.
const EFFORT: Effort = Effort {
    width: 512,
    max_length: 30,
    attempts: 96,
    improvements: 0,
    evaluations: 1_000_000,
};

struct Device {
    uart: Uart,
}

impl Board for Device {
    fn send(&mut self, byte: u8) {
        self.uart.send(byte);
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
    let mut device = Device {
        uart: Uart::start(),
    };
    let Ok(net) = Net::from_bytes(&WEIGHTS.0) else {
        board::stop()
    };
    let Ok(mut server) = Server::new(&net, SCRATCH, MEMORY, EFFORT) else {
        board::stop()
    };
    loop {
        let byte = device.uart.receive();
        server.receive(byte, &mut device);
    }
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    board::stop()
}
