//! The puzzles that can be trained, by name.

use crate::tables::Tables;
use quarterturn_core::Puzzle;
use quarterturn_core::cube::{Cube2Htm, Cube2Qtm, Cube3Htm, Cube3Qtm};
use tch::Device;

/// Names of the puzzles, as in recipes.
pub const NAMES: &[&str] = &[
    Cube3Qtm.name(),
    Cube3Htm.name(),
    Cube2Qtm.name(),
    Cube2Htm.name(),
];

/// Stickers of a puzzle, the unmoving ones included.
pub fn stickers(name: &str) -> i64 {
    if name.starts_with(Cube3Qtm.family()) {
        54
    } else {
        24
    }
}

/// Something to do for a puzzle that is known by name only.
pub trait Visitor {
    /// What it gives.
    type Output;

    /// Does it for `P`.
    fn visit<P: Puzzle>(self) -> Self::Output;
}

/// Calls the visitor with the puzzle of that name, if there is one.
pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
    Some(match name {
        Cube3Qtm.name() => visitor.visit::<Cube3Qtm>(),
        Cube3Htm.name() => visitor.visit::<Cube3Htm>(),
        Cube2Qtm.name() => visitor.visit::<Cube2Qtm>(),
        Cube2Htm.name() => visitor.visit::<Cube2Htm>(),
        _ => return None,
    })
}

/// The tables of the puzzle of that name, if there is one.
pub fn tables(name: &str, device: Device) -> Option<Tables> {
    struct Build(Device);
    impl Visitor for Build {
        type Output = Option<Tables>;
        fn visit<P: Puzzle>(self) -> Self::Output {
            Tables::new::<P>(self.0)
        }
    }
    visit(name, Build(device)).flatten()
}
