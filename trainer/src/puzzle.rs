//! The puzzles that can be trained, by name.

use crate::tables::Tables;
use quarterturn_core::Puzzle;
use quarterturn_core::cube::{Cube2Htm, Cube2Qtm, Cube3Htm, Cube3Qtm};
use tch::Device;

/// Names of the puzzles, as in recipes.
pub const NAMES: &[&str] = &["cube3", "cube3-htm", "cube2", "cube2-htm"];

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

    /// Does it for this puzzle.
    fn visit<P: Puzzle>(self, puzzle: &P) -> Self::Output;
}

/// Calls the visitor with the puzzle of that name, if there is one.
pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
    Some(match name {
        "cube3" => visitor.visit(&Cube3Qtm),
        "cube3-htm" => visitor.visit(&Cube3Htm),
        "cube2" => visitor.visit(&Cube2Qtm),
        "cube2-htm" => visitor.visit(&Cube2Htm),
        _ => return None,
    })
}

/// The tables of the puzzle of that name, if there is one.
pub fn tables(name: &str, device: Device) -> Option<Tables> {
    struct Build(Device);
    impl Visitor for Build {
        type Output = Option<Tables>;
        fn visit<P: Puzzle>(self, puzzle: &P) -> Self::Output {
            Tables::new(puzzle, self.0)
        }
    }
    visit(name, Build(device)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_its_puzzles() {
        struct Name;
        impl Visitor for Name {
            type Output = String;
            fn visit<P: Puzzle>(self, puzzle: &P) -> String {
                puzzle.name().to_owned()
            }
        }
        for &name in NAMES {
            assert_eq!(visit(name, Name).as_deref(), Some(name));
        }
    }
}
