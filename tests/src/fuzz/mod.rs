//! What the fuzzer calls: each function takes any bytes and panics where a promise is broken.
//!
//! `tests/fuzz` runs them under cargo-fuzz; an ordinary test replays the inputs kept there.

mod bytes;
mod device;
mod gap;
mod lines;
mod odd;
mod pieces;
mod prices;
mod search;
mod text;
mod weights;

pub use device::{device, frames};
pub use gap::gap;
pub use lines::lines;
pub use pieces::pieces;
pub use prices::{costs, suite};
pub use search::search;
pub use text::{facelets, notation};
pub use weights::{float, integer};

/// A target: its name and what it does with an input.
pub type Target = (&'static str, fn(&[u8]));

/// All targets by their names.
pub const TARGETS: [Target; 12] = [
    ("costs", costs),
    ("device", device),
    ("facelets", facelets),
    ("float", float),
    ("frames", frames),
    ("gap", gap),
    ("integer", integer),
    ("lines", lines),
    ("notation", notation),
    ("pieces", pieces),
    ("search", search),
    ("suite", suite),
];

/// Has all puzzles served by a generic function.
macro_rules! for_every_puzzle {
    ($function:ident($($argument:expr),*)) => {{
        use quarterturn_core::cube::{Cube2Htm, Cube2Qtm, Cube3Htm, Cube3Qtm};
        $function(&Cube3Qtm, $($argument),*);
        $function(&Cube3Htm, $($argument),*);
        $function(&Cube2Qtm, $($argument),*);
        $function(&Cube2Htm, $($argument),*);
    }};
}
use for_every_puzzle;
