//! What the tests of several crates share.

pub mod model;

use quarterturn_core::cube::{Cube2, Cube3};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A generator with a fixed seed: every run of a test sees the same numbers.
pub fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// The solved 3×3×3 cube.
pub const SOLVED3: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

/// The solved 2×2×2 cube.
pub const SOLVED2: &str = "UUUURRRRFFFFDDDDLLLLBBBB";

/// The facelets of a cube as text.
pub fn text3(cube: &Cube3) -> String {
    let mut text = String::new();
    cube.write_facelets(&mut text).expect("a string takes all");
    text
}

/// The facelets of a cube as text.
pub fn text2(cube: &Cube2) -> String {
    let mut text = String::new();
    cube.write_facelets(&mut text).expect("a string takes all");
    text
}
