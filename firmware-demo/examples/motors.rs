//! A robot in Rust: solves a cube and turns the answer into pulses for six stepper drivers.
//!
//! [`Motor`] works with any pins and any delay that implement `embedded-hal`. There are no motors
//! under QEMU, so here a pin writes its pulses down and the serial port prints them:
//! `cargo run --release --example motors`.
#![no_std]
#![no_main]

#[path = "../src/board.rs"]
#[allow(dead_code)]
mod board;
#[path = "../src/no_panic.rs"]
mod no_panic;

use core::convert::Infallible;
use core::fmt::Write;
use cortex_m_rt::entry;
use embedded_hal::delay::DelayNs;
use embedded_hal::digital::{ErrorType, OutputPin, PinState};
use quarterturn_core::cube::{Cube3, Cube3Qtm};
use quarterturn_core::device::{CANDIDATES, EFFORT, NEURONS, WIDTH};
use quarterturn_core::net::{Net, Scratch};
use quarterturn_core::search::{Memory, NetGuide, Progress, Solver};
use quarterturn_core::{Move, Puzzle};

static WEIGHTS: &[u8] = include_bytes!("../../weights/cube3-micro.qtw");

/// A stepper of 200 steps a turn, driven in sixteenths of a step.
const STEPS_PER_QUARTER_TURN: u32 = 200 * 16 / 4;
/// Half of the time between two steps, in microseconds.
const HALF_PERIOD: u32 = 60;

/// The driver of one face's motor: a rising edge of `step` is a step, `direction` says which way.
struct Motor<S, D> {
    step: S,
    direction: D,
}

impl<S: OutputPin, D: OutputPin<Error = S::Error>> Motor<S, D> {
    fn quarter_turn(&mut self, clockwise: bool, delay: &mut impl DelayNs) -> Result<(), S::Error> {
        self.direction.set_state(PinState::from(clockwise))?;
        for _ in 0..STEPS_PER_QUARTER_TURN {
            self.step.set_high()?;
            delay.delay_us(HALF_PERIOD);
            self.step.set_low()?;
            delay.delay_us(HALF_PERIOD);
        }
        Ok(())
    }
}

/// Moves of the quarter-turn metric come in pairs, a face clockwise and back, in the order of the
/// motors: U R F D L B.
fn turn<S: OutputPin, D: OutputPin<Error = S::Error>>(
    motors: &mut [Motor<S, D>; 6],
    mv: Move,
    delay: &mut impl DelayNs,
) -> Result<(), S::Error> {
    match motors.get_mut(mv.index() / 2) {
        Some(motor) => motor.quarter_turn(mv.index() % 2 == 0, delay),
        None => Ok(()),
    }
}

/// A pin that goes nowhere and counts its rising edges.
#[derive(Default)]
struct Written(u32);

impl ErrorType for Written {
    type Error = Infallible;
}

impl OutputPin for Written {
    fn set_low(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        self.0 += 1;
        Ok(())
    }
}

/// Time does not matter to pins that go nowhere.
struct NoDelay;

impl DelayNs for NoDelay {
    fn delay_ns(&mut self, _: u32) {}
}

#[entry]
fn main() -> ! {
    static mut MEMORY: Memory<WIDTH, CANDIDATES> = Memory::new();
    static mut SCRATCH: Scratch<NEURONS> = Scratch::new();
    let mut serial = board::Uart::start();
    let cube = Cube3::from_moves("R U F2").map_or(Cube3::SOLVED, |scrambled| scrambled.state);
    let Ok(net) = Net::from_bytes(WEIGHTS) else {
        board::stop()
    };
    let Ok(mut guide) = NetGuide::new(&Cube3Qtm, &net, SCRATCH) else {
        board::stop()
    };
    let mut solver = Solver::<Cube3Qtm, WIDTH, CANDIDATES>::new(&Cube3Qtm, MEMORY, &cube, EFFORT);
    while solver.step(&mut guide, 10) == Progress::Running {} // here feed the watchdog
    let mut motors = [(); 6].map(|()| Motor {
        step: Written::default(),
        direction: Written::default(),
    });
    for &mv in solver.solution().unwrap_or(&[]) {
        let Ok(()) = turn(&mut motors, mv, &mut NoDelay);
        let _ = write!(serial, "{} ", Cube3Qtm.move_name(mv));
    }
    for (motor, face) in motors.iter().zip("URFDLB".chars()) {
        let _ = write!(serial, "{face}:{} ", motor.step.0);
    }
    let _ = writeln!(serial, "steps");
    loop {
        cortex_m::asm::wfi();
    }
}
