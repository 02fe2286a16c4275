//! The puzzles that can be trained: the one place where the name in a recipe becomes a value.

use crate::dynamics::{self, Dynamics};
use crate::net::view;
use quarterturn::puzzles::Erased;
use quarterturn_core::Puzzle;
use quarterturn_core::cube::{Cube2Htm, Cube2Qtm, Cube3Htm, Cube3Qtm};
use quarterturn_core::puzzle::lights::Lights;
use quarterturn_core::puzzle::sliding::{Puzzle8, Puzzle15, Puzzle24, Puzzle35, Puzzle48};
use std::rc::Rc;
use tch::Device;

/// Something to do for a puzzle that is known by name only.
pub trait Visitor {
    /// What it gives.
    type Output;

    /// Does it for this puzzle.
    fn visit<P: Puzzle>(self, puzzle: &P) -> Self::Output;
}

macro_rules! puzzles {
    ($($name:literal => $puzzle:expr,)*) => {
        /// Names of the puzzles, as in recipes.
        pub const NAMES: &[&str] = &[$($name),*];

        /// Calls the visitor with the puzzle of that name, if there is one.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
            match name {
                $($name => Some(visitor.visit(&$puzzle)),)*
                _ => None,
            }
        }
    };
}

// Each type here is compiled into all that visits; one type serves all puzzles but the cubes.
puzzles! {
    "cube3" => Cube3Qtm,
    "cube3-htm" => Cube3Htm,
    "cube2" => Cube2Qtm,
    "cube2-htm" => Cube2Htm,
    "puzzle8" => Erased::<16>::new(Puzzle8),
    "puzzle15" => Erased::<16>::new(Puzzle15),
    "puzzle24" => Erased::<64>::new(Puzzle24),
    "puzzle35" => Erased::<64>::new(Puzzle35),
    "puzzle48" => Erased::<64>::new(Puzzle48),
    "lightsout3" => Erased::<16>::new(Lights::new(3)?),
    "lightsout4" => Erased::<16>::new(Lights::new(4)?),
    "lightsout5" => Erased::<16>::new(Lights::new(5)?),
    "lightsout6" => Erased::<16>::new(Lights::new(6)?),
    "lightsout7" => Erased::<16>::new(Lights::new(7)?),
    "lightsout8" => Erased::<16>::new(Lights::new(8)?),
    "lightsout9" => Erased::<16>::new(Lights::new(9)?),
}

/// What a recipe must know of a puzzle to say whether it can be trained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knowledge {
    /// Whether there is exactly one goal.
    pub goal: bool,
    /// Whether every move can be undone by another one.
    pub undo: bool,
    /// Whether there are symmetry frames.
    pub frames: bool,
    /// Stickers, the unmoving ones included; `None` where the puzzle has none.
    pub stickers: Option<i64>,
}

/// What is known of the puzzle of that name.
pub fn knowledge(name: &str) -> Option<Knowledge> {
    struct Ask;
    impl Visitor for Ask {
        type Output = Knowledge;
        fn visit<P: Puzzle>(self, puzzle: &P) -> Self::Output {
            Knowledge {
                goal: puzzle.goal().is_some(),
                undo: puzzle.moves().all(|mv| puzzle.undo(mv).is_some()),
                frames: puzzle.frames() > 1,
                stickers: view::stickers(puzzle.family()),
            }
        }
    }
    visit(name, Ask)
}

/// Family and metric of the puzzle of that name, as weight files state them.
pub fn family(name: &str) -> Option<(String, &'static str)> {
    struct Ask;
    impl Visitor for Ask {
        type Output = (String, &'static str);
        fn visit<P: Puzzle>(self, puzzle: &P) -> Self::Output {
            (puzzle.family().to_owned(), puzzle.metric().name())
        }
    }
    visit(name, Ask)
}

/// The dynamics of the puzzle of that name, if there is one that can be trained.
pub fn dynamics(name: &str, device: Device) -> Option<Rc<dyn Dynamics>> {
    struct Build(Device);
    impl Visitor for Build {
        type Output = Option<Rc<dyn Dynamics>>;
        fn visit<P: Puzzle>(self, puzzle: &P) -> Self::Output {
            dynamics::of(puzzle, self.0)
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
