//! The 3×3×3 and 2×2×2 cubes.
//!
//! [`geometry`] derives every table from the positions of stickers in space; [`orbit`] is the
//! algebra of pieces that move and twist; [`cube3`] and [`cube2`] are the two puzzles.

pub mod cube2;
pub mod cube3;
pub mod geometry;
mod moves;
pub mod orbit;
mod read;
mod turn;

pub use cube2::{Cube2, Cube2Htm, Cube2Qtm};
pub use cube3::{Cube3, Cube3Htm, Cube3Qtm};
pub use read::CubeError;
pub(crate) use read::ONLY_MOVES;
