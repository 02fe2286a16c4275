//! What the tests of several crates share.
//!
//! No search is compiled here, so the tests of other crates do not wait for one.

pub mod alike;
pub mod input;
pub mod judge;
pub mod model;
pub mod networks;
pub mod oracle;
pub mod prices;
pub mod questions;
pub mod reference;
#[cfg(unix)]
pub mod streams;
pub mod twisty;

use quarterturn::puzzles::Seeded;
use quarterturn_core::cube::{Cube2, Cube3};

/// A generator with a fixed seed: every run of a test sees the same numbers.
pub fn rng(seed: u64) -> Seeded {
    Seeded::new(seed)
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
