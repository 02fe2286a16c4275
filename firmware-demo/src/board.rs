//! The few registers and symbols of QEMU's MPS2 boards; a real part has its own version of this
//! file and of `memory.x`.
#![allow(unsafe_code)]

use core::fmt;
use core::ptr::{addr_of, read_volatile, write_volatile};
use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use quarterturn_core::device::Usage;

/// The name of the board.
pub const NAME: &str = "mps2-an386 (Cortex-M4F)";

/// The first serial port.
const UART: usize = 0x4000_4000;

/// A CMSDK serial port.
pub struct Uart(());

impl Uart {
    const DATA: *mut u32 = UART as *mut u32;
    const STATE: *mut u32 = (UART + 4) as *mut u32;
    const CONTROL: *mut u32 = (UART + 8) as *mut u32;
    const DIVIDER: *mut u32 = (UART + 16) as *mut u32;

    /// Switches the port on.
    pub fn start() -> Self {
        // SAFETY: these are the port's registers on this board, and this is the only driver.
        unsafe {
            write_volatile(Self::DIVIDER, 217); // 115,200 baud at 25 MHz
            write_volatile(Self::CONTROL, 3);
        }
        Self(())
    }

    /// Waits for a byte.
    pub fn receive(&mut self) -> u8 {
        // SAFETY: as in `start`.
        unsafe {
            while read_volatile(Self::STATE) & 2 == 0 {}
            read_volatile(Self::DATA) as u8
        }
    }

    /// Sends a byte.
    pub fn send(&mut self, byte: u8) {
        // SAFETY: as in `start`.
        unsafe {
            while read_volatile(Self::STATE) & 1 != 0 {}
            write_volatile(Self::DATA, u32::from(byte));
        }
    }
}

impl fmt::Write for Uart {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.bytes().for_each(|byte| self.send(byte));
        Ok(())
    }
}

/// The system timer as a clock.
pub struct Clock {
    last: u32,
    ticks: u64,
}

impl Clock {
    /// Ticks a microsecond.
    const RATE: u64 = 25;
    const MASK: u32 = (1 << 24) - 1;

    /// Starts it.
    pub fn start(mut timer: SYST) -> Self {
        timer.set_clock_source(SystClkSource::Core);
        timer.set_reload(Self::MASK);
        timer.clear_current();
        timer.enable_counter();
        Self { last: 0, ticks: 0 }
    }

    /// The time; wants to be asked every half second, the timer has only 24 bits.
    pub fn microseconds(&mut self) -> u32 {
        let now = SYST::get_current();
        self.ticks += u64::from(self.last.wrapping_sub(now) & Self::MASK);
        self.last = now;
        (self.ticks / Self::RATE) as u32
    }
}

/// What the start-up code fills the stack with.
const PAINT: u32 = cortex_m_rt::STACK_PAINT_VALUE;

unsafe extern "C" {
    static _ram_start: u32;
    static _stack_start: u32;
    static _stack_end: u32;
}

/// The memory that was used so far, by the paint that is left on the stack.
pub fn usage() -> Usage {
    let (base, low, high) = (
        addr_of!(_ram_start) as u32,
        addr_of!(_stack_end) as u32,
        addr_of!(_stack_start) as u32,
    );
    let mut lowest = low;
    // SAFETY: the words between these symbols are the stack, which is ours to read.
    while lowest < high && unsafe { read_volatile(lowest as *const u32) } == PAINT {
        lowest += 4;
    }
    Usage {
        ram: low - base + (high - lowest),
        stack: high - lowest,
        reserved: high - low,
    }
}

/// Nothing can be done any more but to start again.
pub fn stop() -> ! {
    cortex_m::peripheral::SCB::sys_reset()
}
