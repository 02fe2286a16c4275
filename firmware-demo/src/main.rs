//! A Cortex-M4 solves random 2×2×2 cubes by itself: weights in flash, search in fixed memory.
#![no_std]
#![no_main]

use core::panic::PanicInfo;
// Provides the critical section that semihosting asks for.
use cortex_m as _;
use cortex_m_rt::entry;
use cortex_m_semihosting::{debug, hprintln};
use quarterturn_core::Puzzle;
use quarterturn_core::cube::{Cube2, Cube2Qtm};
use quarterturn_core::net::{Net, Scratch};
use quarterturn_core::random::RandomState;
use quarterturn_core::search::{Beam, Memory, NetGuide, Progress, View};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Read in place, never copied.
static WEIGHTS: &[u8] = include_bytes!("../../weights/cube2-base.qtw");

/// States kept per depth, and candidates considered.
const WIDTH: usize = 64;
const CANDIDATES: usize = 96;

#[entry]
fn main() -> ! {
    let Ok(net) = Net::from_bytes(WEIGHTS) else {
        fail("the weights do not load")
    };
    let mut scratch = Scratch::<256>::default();
    let Ok(mut guide) = NetGuide::new::<Cube2Qtm>(&net, &mut scratch) else {
        fail("the network does not fit")
    };
    let mut memory = Memory::<WIDTH, CANDIDATES>::new();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut moves, mut evaluations) = (0, 0);
    for i in 1..=10 {
        let cube = Cube2::random(&mut rng);
        let views = View::count::<Cube2Qtm>();
        let mut beam = Beam::<Cube2Qtm, WIDTH, CANDIDATES>::new(&mut memory, &cube, 20, views);
        while beam.step(&mut guide, 16) == Progress::Running {}
        if !Cube2Qtm::is_solved(&Cube2Qtm::apply_all(&cube, beam.solution())) {
            fail("a cube was not solved");
        }
        moves += beam.solution().len();
        evaluations += beam.evaluations();
        hprintln!(
            "cube {}: {} moves, {} evaluations",
            i,
            beam.solution().len(),
            beam.evaluations()
        );
    }
    hprintln!(
        "10 solved, {} moves and {} evaluations in all",
        moves,
        evaluations
    );
    debug::exit(debug::EXIT_SUCCESS);
    loop {}
}

/// Reports and ends the run as failed.
fn fail(reason: &str) -> ! {
    hprintln!("failed: {}", reason);
    debug::exit(debug::EXIT_FAILURE);
    loop {}
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    fail("panic")
}
